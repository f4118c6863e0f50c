/**
 * Seals: proof that nobody has changed the older part of the book since. A seal helps only those who keep its head
 * outside of this machine: `npm run audit` prints it, and book/seals.server.ts mails it to every admin once a day.
 */
import type { Database } from '#server/database.server.ts';
import { keepStatementsSealed } from './statements.server.ts';

/** Seals entries of the audit log before which no other can appear any more, 2,000 to a seal; answers how many. */
export async function sealAudit(db: Database): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('ledger.seal_audit', 'select seal_audit(2000)::int as sealed');
  return row!.sealed;
}

/**
 * Seals the movements before which no other can appear any more, 2,000 to a seal, and the statements made of them;
 * answers how many movements. Called every minute.
 */
export async function sealBook(db: Database): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('ledger.seal', 'select seal_book(2000)::int as sealed');
  await keepStatementsSealed(db);
  return row!.sealed;
}
