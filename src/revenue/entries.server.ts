/** From a bar of the chart to the ledger: the days of a month, and the entries that a day is made of. */
import { dayOf, daysBetween, daysOfMonth, endOfDay, refusalOfSpan, startOfDay } from '#kernel/days.ts';
import { spoken } from '#kernel/ids.ts';
import { deepest, reached } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import { sum, type Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { Platform } from '#platforms/platforms.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { holding, sortOf, veryCommonName } from '#server/like.server.ts';
import { exportRevenueEntries, getRevenueDays, getRevenueEntries } from './entries.api.ts';
import { revenueOfDays } from './revenue.store.server.ts';
import { mostDays } from './revenue.ts';
import { words } from './revenue.words.ts';

export const revenueEntriesHandlers = [
  handle(getRevenueDays, async ({ query, app: { db, config } }) => {
    const today = dayOf(new Date(), config.businessTz);
    const month = query.month ?? today.slice(0, 7);
    const days = daysOfMonth(month).filter((day) => day <= today);
    const revenue = days.length === 0 ? [] : await revenueOfDays(db, config.businessTz, days);
    return {
      message: 'Revenue fetched successfully',
      month,
      timeZone: config.businessTz,
      days: days.map((date, place) => ({ date, revenue: revenue[place]! })),
      total: sum(revenue),
    };
  }),

  handle(getRevenueEntries, async ({ query, app: { db, config } }) => {
    const days = daysBetween(query.from, query.to, mostDays + 1);
    insist(refusalOfSpan(query.from, query.to, mostDays));
    const span = { from: query.from, to: query.to, zone: config.businessTz, q: query.q };
    const skip = query.after === '' ? (query.page - 1) * query.limit : 0;
    const [rows, total, revenue] = await Promise.all([
      entriesOf(db, span, {
        up: query.sort === 'at',
        after: query.after,
        skip: Math.min(skip, deepest),
        limit: query.limit,
      }),
      countOf(db, span),
      revenueOfDays(db, config.businessTz, days),
    ]);
    return {
      message: 'Revenue entries fetched successfully',
      entries: rows.map(asEntry),
      revenue: sum(revenue),
      ...reached(total),
      page: query.page,
      limit: query.limit,
    };
  }),

  handle(exportRevenueEntries, async ({ query, app: { oldReads, config } }) => {
    insist(refusalOfSpan(query.from, query.to, mostDays));
    const rows = allEntries(
      await oldReads.database(),
      { from: query.from, to: query.to, zone: config.businessTz, q: query.q },
      query.sort === 'at',
    );
    return spreadsheet(`revenue-${query.from}-${query.to}.xlsx`, 'Revenue', columns, rows, config.businessTz);
  }),
];

type Span = {
  from: string;
  to: string;
  zone: string;
  /** The beginning of an apply id, or part of a client's name or address. */ q: string;
};
type Entry = {
  id: bigint;
  at: Date;
  source: 'opening' | 'fee';
  cents: Cents;
  applyId: string;
  kind: KindName;
  platform: Platform | null;
  publicId: string;
  username: string;
};

const within = `(m.src in ('opening', 'fee') or m.dst in ('opening', 'fee'))
  and m.at >= $1::timestamptz and m.at < $2::timestamptz`;

/** A search: what stands in front of the statement, and the condition; nothing where nothing is searched. */
function searchFor(q: string, values: unknown[]): { before: string; condition: string } {
  if (q === '') return { before: '', condition: '' };
  const write = (value: unknown) => `$${values.push(value)}`;
  const id = spoken(q);
  const begins = `apply_id >= ${write(id)} and apply_id < ${write(`${id}\u{10ffff}`)}`;
  const { found, walked } = holding(['name', 'email'], q, write);
  const everybody = `(select count(*) from named) > ${veryCommonName}`;
  return {
    before: `with named as materialized (select id from clients where ${found} limit ${veryCommonName + 1}) `,
    // Requests are looked at one by one only where any of them begins so.
    condition: ` and ((select count(*) > 0 from (select from requests where ${begins} limit 1) any_request)
      and (select true from requests where id = m.request and ${begins})
      or not (${everybody}) and m.client in (select id from named) or (${everybody})
        and (select true from clients where id = m.client and ${walked}))`,
  };
}

type Slice = { up: boolean; after: string; skip: number; limit: number };

function entriesOf(db: Database, { from, to, zone, q }: Span, { up, after, skip, limit }: Slice): Promise<Entry[]> {
  const order = up ? 'm.at, m.id' : 'm.at desc, m.id desc';
  const values: unknown[] = [startOfDay(from, zone), endOfDay(to, zone)];
  const { before, condition } = searchFor(q, values);
  const beyond = /^\d{1,18}$/.test(after);
  const cursor = beyond
    ? ` and (m.at, m.id) ${up ? '>' : '<'} (select a.at, a.id from movements a where a.id = $${values.push(after)})`
    : '';
  return db.query<Entry>(
    skip === 0 ? `revenue.entries ${up} ${beyond} ${q && sortOf(q)} ${limit}` : '',
    `${before}select m.id, m.at, case when 'opening' in (m.src, m.dst) then 'opening'
     else 'fee' end as source, revenue_of(m.src, m.dst, m.amount) as cents,
       r.apply_id as "applyId", r.kind, r.platform, u.public_id as "publicId", u.name as username
     from (select * from movements m where ${within}${condition}${cursor}
       order by ${order} limit ${Number(limit)} offset ${Number(skip)}) m
     join requests r on r.id = m.request join clients u on u.id = m.client order by ${order}`,
    values,
  );
}

async function countOf(db: Database, { from, to, zone, q }: Span): Promise<number> {
  const values: unknown[] = [startOfDay(from, zone), endOfDay(to, zone)];
  const { before, condition } = searchFor(q, values);
  const rows = await db.query<{ count: number }>(
    `revenue.entries_count ${q && sortOf(q)}`,
    `${before}select count(*)::int as count
     from (select from movements m where ${within}${condition} limit ${deepest + 1}) found`,
    values,
  );
  return rows[0]!.count;
}

function allEntries(db: Database, span: Span, up: boolean): AsyncGenerator<Entry> {
  return inBatches((last, limit) => entriesOf(db, span, { up, after: String(last?.id ?? ''), skip: 0, limit }));
}

function asEntry({ id, cents, platform, publicId, username, ...row }: Entry) {
  return { ...row, _id: String(id), amount: cents, adType: platform, userId: { _id: publicId, username } };
}

const columns: readonly SheetColumn<Entry>[] = [
  { header: words.at, type: 'time', value: (row) => row.at },
  { header: words.source, type: 'text', value: (row) => words.sourceOf(row.source, row.cents < 0n) },
  { header: words.amount, type: 'money', value: (row) => row.cents },
  { header: words.applyId, type: 'text', value: (row) => row.applyId },
  { header: words.kind, type: 'text', value: (row) => words.thing(row.kind, row.platform) },
  { header: words.client, type: 'text', value: (row) => row.username },
];
