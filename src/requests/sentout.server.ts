/**
 * A client sees the hash of the transfer that paid a withdrawal out, and an explorer shows it as any other: of USDT,
 * confirmed, with the agency's address in it. It is no money that came in.
 */
import { hashOf, hashPattern } from '#kernel/transfers.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';

export async function wasSentOut(db: Database, transactionId: string): Promise<boolean> {
  const hash = hashOf(transactionId);
  if (hash === undefined) return false;
  const rows = await db.query(
    'requests.sent_out',
    `select from requests where kind = 'withdrawal'
       and substring(lower(transaction_id collate "C") from '${hashPattern}') = $1 limit 1`,
    [hash],
  );
  return rows.length > 0;
}

/** Where it was told of before the withdrawal was decided. */
export const sentOut: Refusal = {
  code: 'topup.sent_out',
  message: 'This is the transfer that paid a withdrawal out. No money came in with it.',
  status: 409,
};
