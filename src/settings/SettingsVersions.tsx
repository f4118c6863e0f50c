/** What was changed about the settings, by whom and when, and what waits for another admin's word. */
import { AuditDiff } from '#audit/AuditDiff.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useChange } from '#ui/call.tsx';
import { Proposal } from '#ui/Proposal.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { confirmSettings, getSettings, updateSettings } from './settings.api.ts';
import { defaults, onWire } from './settings.ts';
import css from './settings.module.css';
import { words } from './settings.words.ts';
import { bodyOf, written, type Shown } from './typed.ts';

type Answer = OutputOf<typeof getSettings>;

const again = [getSettings];

/** A change that takes away from the second pair of eyes, as it stands between two admins. */
export function WaitingSettings({ waiting, settings }: { waiting: NonNullable<Answer['waiting']>; settings: Shown }) {
  const done = ({ message }: { message: string }) => toast.done(message);
  const confirm = useChange(confirmSettings, { again, failed: words.failedToSave, done });
  const drop = useChange(updateSettings, { again, failed: words.failedToSave, done });
  const name = words.by(waiting.author);
  const yes = { label: words.confirm, title: words.waitsTitle, text: words.confirmText(name) };
  return (
    <Proposal
      quiet={waiting.own}
      title={words.waitsTitle}
      text={
        <>
          {waiting.own ? words.waitsOwn : words.waitsOther(name)} <Time at={waiting.at} age />
        </>
      }
      {...(waiting.own
        ? {}
        : { confirm: { ...yes, change: confirm, go: () => confirm.send({ query: { id: waiting._id } }) } })}
      // Saving what holds takes the place of what waits.
      drop={{ label: words.drop, change: drop, go: () => drop.send({ body: bodyOf(settings) }) }}
    >
      <AuditDiff before={written(settings)} after={written(waiting.settings)} />
    </Proposal>
  );
}

/** Each version beside the one before it: what it changed. */
export function SettingsVersions({ history }: Pick<Answer, 'history'>) {
  return (
    <Section title={words.history}>
      {history.length === 0 ? <p>{words.noHistory}</p> : null}
      <ul className={css['list']}>
        {history.map((version, place) => (
          <li key={version._id} className={css['version']}>
            <span>
              <strong>{words.by(version.author)}</strong>
              <span className={css['quiet']}>
                <Time at={version.at} />
                {version.confirmedBy === null ? null : `, ${words.confirmedBy(version.confirmedBy)}`}
              </span>
            </span>
            <AuditDiff
              before={written(history[place + 1]?.settings ?? onWire(defaults))}
              after={written(version.settings)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
