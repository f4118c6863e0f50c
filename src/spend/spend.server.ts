/** What ad accounts spent, for whoever shows it, settles it or warns about it. */
import { dayAfter, dayAt } from '#kernel/days.ts';
import { spoken } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import type { KindName } from '#kinds/kinds.ts';
import { daysOf, earlierDaysOf, seenOf, type EarlierDay, type SeenRow, type SpendDay } from './spend.store.server.ts';

type Told = { days: SpendDay[]; earlier: EarlierDay[] };

/** The latest so many days of an account, and what was said of them before; two round trips. */
export async function latestSpendOf(db: Database, account: bigint, many: number): Promise<Told> {
  const today = dayAt(new Date());
  // Somewhere tomorrow has begun.
  const [from, to] = [dayAfter(today, 1 - many), dayAfter(today, 1)];
  const [days, earlier] = await Promise.all([daysOf(db, account, from, to), earlierDaysOf(db, account, from, to)]);
  return { days, earlier };
}

/** What is known of the spend of the ad account that a request of this kind is about, which waits for a verdict. */
export function seenOfRequest(db: Database, applyId: string, kind: KindName): Promise<SeenRow | undefined> {
  return seenOf(db, spoken(applyId), kind);
}
