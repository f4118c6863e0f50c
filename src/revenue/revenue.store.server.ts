/** SQL of the agency's figures: the roll-up of revenue, and sums over balances. Private to revenue/. */
import type { Cents } from '#kernel/money.ts';
import { approvalMoves, isAboutAccount } from '#kinds/facts.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { Place } from '#ledger/ledger.ts';
import { kindsInSql, makesActive } from '#requests/kinds.server.ts';
import { insist, type Refusal } from '#kernel/refusal.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';

/** One call of `roll_figures` takes in this many movements at most. */
const portion = 1_000_000n;

/**
 * No id reaches it. A range that is closed on both sides is what the planner takes for a short one, and looks up in an
 * index.
 */
export const beyond = '9223372036854775807';
export const rolledUp = `coalesce((select movement from rollups where zone = $1), 0)`;
/**
 * After BUSINESS_TZ was changed, or on a book from elsewhere, the tail is all there is: nobody adds that up while
 * somebody waits.
 */
export const near = `(select coalesce(max(id), 0) from movements) - ${rolledUp} <= ${portion}`;
const notRolledUp = `m.id > ${rolledUp} and m.id < ${beyond} and ${near}`;

export const counting: Refusal = {
  code: 'server.busy',
  message: 'These figures are being counted anew. Please try again in a minute.',
  status: 503,
  extra: { retryAfter: 30 },
};

/**
 * Revenue of these days (`YYYY-MM-DD` in `zone`), in their order: rolled up, plus the tail that is not yet. One round
 * trip.
 */
export async function revenueOfDays(db: Database, zone: string, days: readonly string[]): Promise<Cents[]> {
  const rows = await db.query<{ cents: Cents; near: boolean }>(
    'revenue.days',
    `with tail as materialized (
       select (m.at at time zone $1)::date as day, revenue_of(m.src, m.dst, m.amount) as cents
       from movements m
       where ${notRolledUp} and (m.src in ('opening', 'fee') or m.dst in ('opening', 'fee')))
     select (coalesce((select d.cents from revenue_days d where d.zone = $1 and d.day = w.day), 0)
       + coalesce((select sum(t.cents) from tail t where t.day = w.day), 0))::bigint as cents, ${near} as near
     from unnest($2::date[]) with ordinality w (day, n)
     order by w.n`,
    [zone, days],
  );
  insist(rows.every((row) => row.near) ? undefined : counting);
  return rows.map((row) => row.cents);
}

/**
 * Whose money is where: clients' spendable, held and in ad accounts; what the agency has earned in all; and the rest of
 * the book, so that cash is all of that together. Goodwill is below zero, as it was given away.
 */
type Holdings = Record<
  | 'walletCents'
  | 'heldCents'
  | 'inAdAccountsCents'
  | 'revenueCents'
  | 'spentCents'
  | 'penaltiesCents'
  | 'goodwillCents'
  | 'cashCents',
  Cents
>;

/** By the first word of an account of the book; the money of an ad account stands under `ad`. */
type Totals = Partial<Record<Exclude<Place, 'ad account'> | 'ad', Cents>>;

export async function holdings(db: Database, zone: string): Promise<Holdings> {
  const rows = await db.query<{ place: keyof Totals; cents: Cents; near: boolean }>(
    'revenue.holdings',
    `with totals as (
       select place, cents from place_totals where zone = $1
       union all
       select split_part(side.account, ':', 1), side.cents
       from movements m
         cross join lateral (values (m.src::text, -m.amount::bigint), (m.dst::text, m.amount::bigint)) side (account,
         cents)
       where ${notRolledUp}),
     sums as (select place, sum(cents)::bigint as cents from totals group by place)
     select s.*, ${near} as near from (values (1)) always left join sums s on true`,
    [zone],
  );
  insist(rows.every((row) => row.near) ? undefined : counting);
  const found: Totals = Object.fromEntries(rows.map(({ place, cents }) => [place, cents]));
  const { wallet = 0n, held = 0n, ad = 0n, outside = 0n } = found;
  const { opening = 0n, fee = 0n, spent = 0n, penalty = 0n, goodwill = 0n } = found;
  return {
    walletCents: wallet,
    heldCents: held,
    inAdAccountsCents: ad,
    cashCents: -outside,
    revenueCents: opening + fee,
    spentCents: spent,
    penaltiesCents: penalty,
    goodwillCents: goodwill,
  };
}

/** Takes what is settled into the roll-up, portion by portion: a book that came from elsewhere may have many. */
export async function rollFigures(db: Database, zone: string): Promise<void> {
  const rolled = async () => {
    const rows = await db.query<{ movement: bigint }>(
      'revenue.rolled',
      'select movement from rollups where zone = $1',
      [zone],
    );
    return rows[0]?.movement ?? 0n;
  };
  for (let before = await rolled(), full = true; full;) {
    await db.query('revenue.roll', 'select roll_figures($1)', [zone]);
    const now = await rolled();
    full = now - before >= portion;
    before = now;
  }
}

/** Takes the mark of active clients from those who no longer are; answers from how many. */
export async function unmarkInactive(db: Database): Promise<number> {
  let all = 0;
  for (let some = 1; some > 0; all += some) {
    const rows = await db.query<{ unmarked: number }>('revenue.unmark', 'select unmark_inactive(1000) as unmarked');
    some = rows[0]!.unmarked;
  }
  return all;
}

export async function countUsers(db: Database, zone: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'revenue.users',
    `select (coalesce((select clients from rollups where zone = $1), 0)
       + (select count(*) from clients where id > coalesce((select client from rollups where zone = $1), 0)
       and id < ${beyond}))::int as count`,
    [zone],
  );
  return rows[0]!.count;
}

/** How many clients are active. */
export async function countActive(db: Database): Promise<number> {
  return cachedCount(db, 'active', async () => {
    const lately = makesActive('');
    // Those who have closed their accounts are few: they are counted apart, so that nobody looks at the others one by
    // one.
    const rows = await db.query<{ count: number }>(
      'revenue.active',
      `select ((select count(distinct client) from requests where ${lately})
         - (select count(*) from clients u
         where closed_at is not null and (select true from requests where client = u.id and ${lately} limit 1)))::int
         as count`,
    );
    return rows[0]!.count;
  });
}

type Approved = { count: number; cents: Cents };

const shownOfToday = kindsInSql((kind) => approvalMoves(kind) !== undefined && !isAboutAccount(kind));

/**
 * What was approved since the agency's own today began of what an approval puts into wallets or takes from them, by
 * kind; a kind of which nothing was is missing.
 */
export async function approvedSince(db: Database, begin: Date): Promise<Map<KindName, Approved>> {
  const rows = await db.query<Approved & { kind: KindName }>(
    'revenue.today',
    `select kind, count(*)::int as count, sum(coalesce(received_cents, amount_cents))::bigint as cents
     from requests where state = 'Approved' and kind in (${shownOfToday})
       and decided_at >= $1 and decided_at < 'infinity'
     group by kind`,
    [begin],
  );
  return new Map(rows.map(({ kind, ...sums }) => [kind, sums]));
}
