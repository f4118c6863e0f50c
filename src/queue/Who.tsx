import css from './queue.module.css';
import type { QueuedRequest } from './verdicts.ts';

/** Whose request it is: names are not unique, addresses are. */
export function Who({ of: { userId } }: { of: QueuedRequest }) {
  return (
    <span className={css['who']} translate="no">
      <span>{userId.username}</span> <span className={css['quiet']}>{userId.contact.emailId}</span>
    </span>
  );
}
