/** What ad accounts spent, for whoever shows it, settles it or warns about it. */
import { spoken } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import type { KindName } from '#kinds/kinds.ts';
import { daysOf, seenOf, type SeenRow, type SpendDay } from './spend.store.server.ts';

/** What is known of an account's days, both ends included, oldest first; a day of which nothing is known is missing. */
export function spendOf(db: Database, account: bigint, from: string, to: string): Promise<SpendDay[]> {
  return daysOf(db, account, from, to);
}

/** What is known of the spend of the ad account that a request of this kind is about, which waits for a verdict. */
export function seenOfRequest(db: Database, applyId: string, kind: KindName): Promise<SeenRow | undefined> {
  return seenOf(db, spoken(applyId), kind);
}
