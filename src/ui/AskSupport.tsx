/** Whom to ask, beside whatever takes long and at the foot of the menu. */
import { brand } from '#kernel/brand.ts';
import { mailTo } from '#kernel/markup.ts';
import css from './AskSupport.module.css';
import { Link } from './router.tsx';
import { words } from './ui.words.ts';

/** The mail that is begun names the request, and so does the thread in the portal. */
export function AskSupport({ applyId }: { applyId?: string }) {
  const { email, hours, chats } = brand.support;
  return (
    <p className={css['ask']}>
      <span>{words.ask}</span>
      {applyId ? <Link to={`/messages/${applyId}`}>{words.askHere}</Link> : null}
      <a href={mailTo(email, words.question(applyId))}>{email}</a>
      {chats.map(({ name, href }) => (
        <a key={name} href={href} rel="noreferrer" target="_blank">
          {name}
        </a>
      ))}
      <span>{words.supportHours(hours)}</span>
    </p>
  );
}
