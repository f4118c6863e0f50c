/** What ad accounts spent, for whoever shows it, settles it or warns about it. */
import { dayAfter, dayAt } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import { replacesAccount } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import { owedCents } from '#ledger/spending.ts';
import type { Database } from '#server/database.server.ts';
import { daysOf, earlierDaysOf, openSpendOf, type EarlierDay, type SpendDay } from './spend.store.server.ts';

type Told = { days: SpendDay[]; earlier: EarlierDay[] };

/** The latest so many days of an account, and what was said of them before; two round trips. */
export async function latestSpendOf(db: Database, account: bigint, many: number): Promise<Told> {
  const today = dayAt(new Date());
  // Somewhere tomorrow has begun.
  const [from, to] = [dayAfter(today, 1 - many), dayAfter(today, 1)];
  const [days, earlier] = await Promise.all([daysOf(db, account, from, to), earlierDaysOf(db, account, from, to)]);
  return { days, earlier };
}

type Asked = { readonly id: bigint; readonly kind: KindName; readonly state: State };

/**
 * Of those that wait to replace an ad account: what it has spent that is not settled, which moves along with all of its
 * money; null where nobody knows. One round trip, and none where there is no such request.
 */
export async function spentOfReplaced(db: Database, asked: readonly Asked[]): Promise<Map<bigint, Cents | null>> {
  const those = asked.filter(({ kind, state }) => state === 'Pending' && replacesAccount(kindNamed(kind)));
  const rows =
    those.length === 0
      ? []
      : await openSpendOf(
          db,
          those.map(({ id }) => id),
        );
  return new Map(rows.map(({ request, open }) => [request, open === null ? null : owedCents(open)]));
}
