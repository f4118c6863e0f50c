/**
 * A client sees the hash of the transfer that paid a withdrawal out, and an explorer shows it as any other: of USDT,
 * confirmed, with the agency's address in it. It is no money that came in.
 */
import { claimOfTransfer, hashOf, hashPattern } from '#network/transferids.ts';
import type { Database } from '#server/database.server.ts';

/** A reversal does not bring the transfer back: it was sent all the same. */
export async function wasPaidOut(db: Database, transactionId: string): Promise<boolean> {
  const hash = hashOf(transactionId);
  if (hash === undefined) return (await payoutsWithId(db, transactionId)).length > 0;
  const rows = await db.query(
    'withdrawals.paid_out',
    `select from requests where kind = 'withdrawal' and state in ('Approved', 'Reversed')
       and substring(lower(transaction_id collate "C") from '${hashPattern}') = $1 limit 1`,
    [hash],
  );
  return rows.length > 0;
}

/** Another withdrawal that counts as paid with this id, which is no hash: it names one transfer to one recipient. */
export async function paidWithId(db: Database, request: bigint, transactionId: string): Promise<string | undefined> {
  const named = await payoutsWithId(db, transactionId);
  return named.find(({ id, state }) => state === 'Approved' && id !== request)?.applyId;
}

function payoutsWithId(db: Database, transactionId: string): Promise<{ id: bigint; applyId: string; state: string }[]> {
  return db.query(
    'withdrawals.with_id',
    `select r.id, r.apply_id as "applyId", r.state from payout_ids p join requests r on r.id = p.request
     where p.key = $1 order by r.id`,
    [claimOfTransfer(transactionId)],
  );
}

/** What is kept of an id that is no hash, to be compared with those that are named later. */
export async function keepPayoutId(tx: Database, request: bigint, transactionId: string): Promise<void> {
  await tx.query('withdrawals.keep_id', 'insert into payout_ids (request, key) values ($1, $2)', [
    request,
    claimOfTransfer(transactionId),
  ]);
}
