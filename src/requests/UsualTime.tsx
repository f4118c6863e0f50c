/** Beside whatever takes long: how long it really takes, and whom to ask. */
import { brand } from '#kernel/brand.ts';
import { mailTo } from '#kernel/markup.ts';
import type { KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import styles from './asking.module.css';
import { getUsualTimes } from './usual.api.ts';
import { words } from './usual.words.ts';

/** What the last month promises; undefined until known, and where too few were decided. */
export function useUsualTime(kind: KindName | undefined): string | undefined {
  const minutes = useCall(getUsualTimes, {}, { enabled: kind !== undefined }).data?.times.find(
    (time) => time.kind === kind,
  )?.minutes;
  return kind === undefined || minutes === undefined ? undefined : words.usual(kind, minutes);
}

export function UsualTime({ kind }: { kind: KindName }) {
  const usual = useUsualTime(kind);
  return usual === undefined ? null : <>{usual}</>;
}

/** The ways to ask a person, with the request named in the mail that is begun. */
export function AskSupport({ applyId }: { applyId?: string }) {
  const { email, hours, chats } = brand.support;
  const subject = applyId === undefined ? words.question : words.about(applyId);
  return (
    <p className={styles['ask']}>
      {words.ask} <a href={mailTo(email, subject)}>{email}</a>
      {chats.map(({ name, href }) => (
        <a key={name} href={href} rel="noreferrer" target="_blank">
          {name}
        </a>
      ))}
      <span>{words.hours(hours)}</span>
    </p>
  );
}
