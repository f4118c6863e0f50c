/** Builders for tests about spend. */
import { createHash, randomBytes } from 'node:crypto';
import { dayAfter, dayAt, daysOfMonth, monthAfter } from '#kernel/days.ts';
import { normalisedAdsId, type ClientId, type PersonId } from '#kernel/ids.ts';
import { priceSettlement, settlement } from '#kinds/settlement.ts';
import { ask } from '#requests/requests.server.ts';
import type { Database } from '#server/database.server.ts';
import type { TestDatabase } from '#server/database.testing.server.ts';
import { newId } from '#server/ids.server.ts';
import { keepDays, undoImport } from './spend.store.server.ts';

/** The day so many days ago, in UTC. */
export function daysAgo(days: number, from = new Date()): string {
  return dayAfter(dayAt(from), -days);
}

/** The month so many months ago, as YYYY-MM. */
export function monthAgo(months: number, from = new Date()): string {
  return monthAfter(dayAt(from).slice(0, 7), -months);
}

type Spent = { adsId: string; day: string; micros: bigint; final?: boolean; partial?: boolean };

const lately = (adsId: string, micros: bigint): Spent[] =>
  Array.from({ length: 60 }, (_, n) => ({ adsId, day: daysAgo(n + 1), micros: n === 0 ? micros : 0n }));

/** Spend as an import of files writes it; `by` is an admin. */
export function spending(db: TestDatabase, by: bigint, on: Database = db, platform = 'Google') {
  return {
    /** Lets accounts, or the one of this Ads ID, be older than they are, so that days of the past are theirs. */
    opened: (days: number, adsId: string | null = null) =>
      db.owner.query(
        't.opened',
        `update ad_accounts set opened_at = opened_at - $1 * interval '1 day'
         where $2::text is null or key = lower($2)`,
        [days, adsId],
      ),
    /** One import of these days; answers its id and how each went. */
    keep: (...days: Spent[]) => spending(db, by, on, platform).keepIn(newId('SI'), ...days),
    /** So much yesterday, and nothing on each day of two months before it, as far as the account was open. */
    whole: (adsId: string, micros: bigint) => spending(db, by, on, platform).keep(...lately(adsId, micros)),
    /** These days as part of an import, which the first call of one begins. */
    async keepIn(publicId: string, ...days: Spent[]) {
      const file = {
        source: 'file' as const,
        fileName: 'spend.csv',
        fileDigest: createHash('sha256').update(publicId).digest('hex'),
      };
      const kept = await keepDays(
        on,
        { by, publicId, platform, ...file },
        days.map(({ adsId, ...rest }) => ({ key: normalisedAdsId(adsId), final: false, partial: false, ...rest })),
      );
      return { publicId, kept, outcomes: kept.map(({ outcome }) => outcome) };
    },
    /** A whole month that is final: so much on its first day, nothing on the others. */
    month: (adsId: string, month: string, micros: bigint) =>
      spending(db, by, on, platform).keep(
        ...daysOfMonth(month).map((day, n) => ({ adsId, day, micros: n === 0 ? micros : 0n, final: true })),
      ),
    /** Settles a month as the dry run says it; answers the apply id. */
    async settle(client: ClientId, adsId: string, month: string): Promise<string> {
      const rows = await db.query<{ cents: bigint }>(
        't.settles',
        `select s.cents from ad_accounts a
         cross join lateral settlements_of(array[a.id], ($2 || '-01')::date) s where a.key = $1`,
        [adsId, month],
      );
      const price = priceSettlement(rows[0]?.cents ?? 0n);
      const asking = { kind: settlement, client, askedBy: by as PersonId, content: randomBytes(8).toString('hex') };
      const line = { platform: 'Google', adsId, price, details: { month } } as const;
      const { requests } = await ask(on, { ...asking, atOnce: true, rows: [line] });
      return requests[0]!.applyId;
    },
    undo: (publicId: string) => undoImport(on, { by, import: publicId, publicId: newId('SI') }),
    /** What an account spent, what of it is open, and until when something is known. */
    async totals(adsId: string) {
      const rows = await db.query<{ micros: bigint; open: bigint; day: string | null }>(
        't.totals',
        `select t.micros, t.open_micros as open, t.last_day::text as day
         from spend_totals t join ad_accounts a on a.id = t.ad_account where a.key = $1`,
        [normalisedAdsId(adsId)],
      );
      return rows[0] && [rows[0].micros, rows[0].open, rows[0].day];
    },
    async days(adsId: string) {
      const rows = await db.query<{ day: string; micros: bigint | null }>(
        't.days',
        `select d.day::text as day, d.micros from spend_days d join ad_accounts a on a.id = d.ad_account
         where a.key = $1 order by d.id`,
        [normalisedAdsId(adsId)],
      );
      return rows.map(({ day, micros }) => [day, micros]);
    },
  };
}
