/** The book as admins see it: the last proof, and where its chains of seals end. */
import { handle } from '#server/handle.server.ts';
import { stateOf } from './audits.store.server.ts';
import { getBook } from './book.api.ts';

export const bookHandlers = [
  handle(getBook, async ({ app: { db, config } }) => {
    const { auditEverySeconds, businessTz, backupTestEverySeconds } = config;
    const state = await stateOf(db, auditEverySeconds, businessTz, backupTestEverySeconds);
    const { audit, nextAt, mailedDay, backupTest } = state;
    const end = (last: bigint | null, head: string | null) =>
      last === null || head === null ? null : { last: String(last), head };
    return {
      message: 'Book fetched successfully',
      audit: audit && {
        ...audit,
        book: end(audit.movement, audit.movementHead),
        log: end(audit.entry, audit.entryHead),
      },
      nextAt,
      mailedDay,
      backupTest: backupTestEverySeconds === undefined ? null : backupTest,
    };
  }),
];
