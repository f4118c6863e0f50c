/**
 * A client sees the hash of the transfer that paid a withdrawal out, and an explorer shows it as any other: of USDT,
 * confirmed, with the agency's address in it. It is no money that came in.
 */
import { hashOf, hashPattern } from '#network/transferids.ts';
import { comparedAddress } from '#network/addresses.ts';
import type { Database } from '#server/database.server.ts';

/** A reversal does not bring the transfer back: it was sent all the same. */
export async function wasPaidOut(db: Database, transactionId: string): Promise<boolean> {
  const hash = hashOf(transactionId);
  if (hash === undefined) return false;
  const rows = await db.query(
    'withdrawals.paid_out',
    `select from requests where kind = 'withdrawal' and state in ('Approved', 'Reversed')
       and substring(lower(transaction_id collate "C") from '${hashPattern}') = $1 limit 1`,
    [hash],
  );
  return rows.length > 0;
}

/** Other withdrawals to the same address that count as paid with this transfer. */
export async function paidBefore(
  db: Database,
  { applyId, hash, networkAddress }: { applyId: string; hash: string; networkAddress: string },
): Promise<string[]> {
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
