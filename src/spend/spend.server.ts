/** What ad accounts spent, for whoever shows it, settles it or warns about it. */
import type { Database } from '#server/database.server.ts';
import { daysOf, type SpendDay } from './spend.store.server.ts';

/** What is known of an account's days, both ends included, oldest first; a day of which nothing is known is missing. */
export function spendOf(db: Database, account: bigint, from: string, to: string): Promise<SpendDay[]> {
  return daysOf(db, account, from, to);
}
