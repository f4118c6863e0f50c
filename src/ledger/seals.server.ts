/**
 * Seals: proof that the book of yesterday is still the book of yesterday. A seal is only worth something to who keeps
 * its head outside of this machine: it is printed by `npm run audit`, and can be mailed to the owner.
 */
import type { Database } from '#server/database.server.ts';
import { keepStatementsSealed } from './statements.server.ts';

export type Seal = { movements: number; lastMovement: bigint; head: string; at: Date };

/** Seals the settled entries of the audit log, 2,000 to a seal; answers how many were sealed. */
export async function sealAudit(db: Database): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('ledger.seal_audit', 'select seal_audit(2000)::int as sealed');
  return row!.sealed;
}

/**
 * Seals all settled movements, 2,000 to a seal, and the statements made of them; answers how many movements. Every
 * minute.
 */
export async function sealBook(db: Database): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('ledger.seal', 'select seal_book(2000)::int as sealed');
  await keepStatementsSealed(db);
  return row!.sealed;
}

/** The newest seal, whose head covers everything before it. */
export async function lastSeal(db: Database): Promise<Seal | undefined> {
  const [row] = await db.query<Seal>(
    'ledger.last_seal',
    `select movements, last_movement as "lastMovement", encode(head, 'hex') as head, at
     from seals order by id desc limit 1`,
  );
  return row;
}
