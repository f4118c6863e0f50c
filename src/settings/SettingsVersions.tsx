/** What was changed about the settings, by whom and when, and what waits for another admin's word. */
import { AuditDiff } from '#audit/AuditDiff.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { Proposal } from '#proposals/Proposal.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { updateSettings, type getSettings } from './settings.api.ts';
import { defaults, onWire, type Shown } from './settings.ts';
import css from './settings.module.css';
import { words } from './settings.words.ts';
import { written } from './typed.ts';

type Answer = OutputOf<typeof getSettings>;

/** A change that takes away from the second pair of eyes, as it stands between two admins. */
export function WaitingSettings({ waiting, settings }: { waiting: NonNullable<Answer['waiting']>; settings: Shown }) {
  const { _id, at, own } = waiting;
  const by = words.by(waiting.author);
  return (
    <Proposal
      id={_id}
      {...{ at, by, own }}
      may={useMay(updateSettings)}
      title={words.waitsTitle}
      text={
        <>
          {own ? words.waitsOwn : words.waitsOther(by)} <Time at={at} age />
        </>
      }
      ask={{ text: words.confirmText }}
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
