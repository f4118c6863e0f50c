/**
 * A client sees the hash of the transfer that paid a withdrawal out, and an explorer shows it as any other: of USDT,
 * confirmed, with the agency's address in it. It is no money that came in.
 */
import { claimOfTransfer, hashOf, hashPattern } from '#network/transferids.ts';
import { comparedAddress } from '#network/addresses.ts';
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

/**
 * Other withdrawals that count as paid with this transfer: of a hash those to the same address, as a transaction may
 * pay many. An id that is no hash names one transfer to one recipient.
 */
export async function paidBefore(
  db: Database,
  { applyId, transactionId, networkAddress }: { applyId: string; transactionId: string; networkAddress: string },
): Promise<string[]> {
  const hash = hashOf(transactionId);
  if (hash === undefined) {
    const named = await payoutsWithId(db, transactionId);
    return named.flatMap((one) => (one.state === 'Approved' && one.applyId !== applyId ? [one.applyId] : []));
  }
  const rows = await db.query<{ applyId: string; address: string }>(
    'withdrawals.paid_before',
    `select apply_id as "applyId", details ->> 'networkAddress' as address from requests
     where kind = 'withdrawal' and substring(lower(transaction_id collate "C") from '${hashPattern}') = $1
       and state = 'Approved' and apply_id <> $2 order by id`,
    [hash, applyId],
  );
  const same = comparedAddress(networkAddress);
  return rows.filter(({ address }) => comparedAddress(address) === same).map((row) => row.applyId);
}

function payoutsWithId(db: Database, transactionId: string): Promise<{ applyId: string; state: string }[]> {
  return db.query(
    'withdrawals.with_id',
    `select r.apply_id as "applyId", r.state from payout_ids p join requests r on r.id = p.request
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
