/** SQL of what ad accounts spent. Private to spend/. */
import { deepest } from '#kernel/page.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import { openMicros } from '#ledger/ledger.server.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';
import { escapeLike } from '#server/like.server.ts';

export type SpendDay = {
  /** YYYY-MM-DD, of the account's own time zone. */
  day: string;
  micros: Micros;
  /** Whether the platform changes it no more. */
  final: boolean;
};

/** What is known now of an account's days in this span, both included, oldest first; one round trip. */
export function daysOf(db: Database, account: bigint, from: string, to: string): Promise<SpendDay[]> {
  return db.query<SpendDay>(
    'spend.days',
    `select day::text as day, micros, final from (
       select distinct on (d.day) d.day, d.micros, d.final from spend_days d
       where d.ad_account = $1 and d.day between $2::date and $3::date order by d.day, d.id desc) latest
     where micros is not null order by day`,
    [account, from, to],
  );
}

export type SeenRow = {
  kind: KindName;
  isImported: boolean;
  lastDay: string | null;
  missing: number;
  firstMissing: string | null;
  early: number;
  firstEarly: string | null;
  loweredMicros: Micros;
  now: Date;
};

/** SQL: the accounts of the request's client whose money its account has now. */
const before = `select b.id from ad_accounts b
  where b.client = r.client and b.closed_at is not null and b.id <> p.ad_account and money_holder(b.id) = p.ad_account`;

/** SQL: nobody has read it since it was over everywhere and counted, though it was over two days ago. */
const early = `d.early and not read_early(now() - interval '48 hours', g.day::date)`;

/**
 * Of each account that money leaves with a verdict on a request in this state: its last known day; on how many days
 * before it nothing is known (the day it was opened on may stay so, unless another account had its Ads ID on it, and
 * what is settled was known whole); how many were read while they were still counted, and not since; by how much its
 * days were lowered; and whether its platform's spend is imported. It is the account that the request has opened, else
 * the one that it names; those before it, whose money it has, count with all of their days.
 */
export function seenOf(db: Database, applyId: string, kinds: readonly KindName[], state: State): Promise<SeenRow[]> {
  return db.query<SeenRow>(
    'spend.seen',
    `select r.kind, now() as now, t.last_day::text as "lastDay", u.*, exists (
       select from spend_imports i where i.platform = r.platform and i.source <> 'undo'
         and not exists (select from spend_imports u where u.undoes = i.id)) as "isImported",
       (select coalesce(sum(least(w.lowered, w.most - w.latest)), 0)::bigint from (
         select coalesce(sum(greatest(v.had - v.micros, 0)) filter (
             where v.source <> 'connection' and v.at > now() - interval '30 days'), 0) as lowered,
           max(v.micros) as most, (array_agg(v.micros order by v.id desc))[1] as latest
         from (
           select d.id, d.ad_account, d.day, coalesce(d.micros, 0) as micros, i.source, i.at,
             lag(coalesce(d.micros, 0)) over (partition by d.ad_account, d.day order by d.id) as had
           from spend_days d join spend_imports i on i.id = d.import
           where d.ad_account = p.ad_account or d.ad_account in (${before})) v
         group by v.ad_account, v.day) w) as "loweredMicros"
     from requests r
     cross join lateral (
       select a.id from ad_accounts a where a.request = r.id
       union
       select l.ad_account from request_lines l
       where l.request = r.id and not exists (select from ad_accounts a where a.request = r.id)) p (ad_account)
     left join spend_totals t on t.ad_account = p.ad_account
     cross join lateral (
       select count(*) filter (where d.micros is null)::int as missing,
         min(g.day) filter (where d.micros is null)::date::text as "firstMissing",
         count(*) filter (where ${early})::int as early,
         min(g.day) filter (where ${early})::date::text as "firstEarly"
       from ad_accounts a
       cross join lateral own_days_of(a.id) o
       cross join generate_series((a.opened_at at time zone 'UTC')::date
           + case when o.first > (a.opened_at at time zone 'UTC')::date then 0 else 1 end,
         case when a.id = p.ad_account then t.last_day else (a.closed_at at time zone 'UTC')::date - 1 end,
         interval '1 day') g (day)
       left join lateral (
         select d.micros, d.early from spend_days d
         where d.ad_account = a.id and d.day = g.day::date order by d.id desc limit 1) d on true
       where a.client = r.client and (a.id = p.ad_account or a.id in (${before}))
         and not exists (select from settled_months s
           where s.ad_account = a.id and s.month = date_trunc('month', g.day)::date)) u
     where r.apply_id = $1 and r.kind = any ($2::text[]) and r.state = $3 and r.amount_cents > 0`,
    [applyId, kinds, state],
  );
}

/** Of the account that each of these requests is about: what it spent that is not settled; null where nobody knows. */
export function openSpendOf(
  db: Database,
  requests: readonly bigint[],
): Promise<{ request: bigint; open: Micros | null }[]> {
  return db.query<{ request: bigint; open: Micros | null }>(
    'spend.open_of_requests',
    `select l.request, ${openMicros} as open from request_lines l
     left join spend_totals t on t.ad_account = l.ad_account where l.request = any ($1::bigint[])`,
    [requests],
  );
}

export type EarlierDay = { day: string; micros: Micros | null; at: Date; import: string };

/**
 * What was said of a day, and is not what is said now: newest day first, oldest value first. What a connection read
 * while the day ran is left out: it grows every hour.
 */
export function earlierDaysOf(db: Database, account: bigint, from: string, to: string): Promise<EarlierDay[]> {
  return db.query<EarlierDay>(
    'spend.earlier_days',
    `select d.day::text as day, d.micros, i.at, i.public_id as import
     from (
       select d.*, last_value(d.micros) over (partition by d.day order by d.id
         rows between unbounded preceding and unbounded following) as now
       from spend_days d where d.ad_account = $1 and d.day between $2::date and $3::date) d
     join spend_imports i on i.id = d.import
     where d.micros is distinct from d.now and (i.source <> 'connection' or i.at >= d.day + interval '2 days')
     order by d.day desc, d.id limit 100`,
    [account, from, to],
  );
}

export type GivenDay = {
  key: string;
  day: string;
  micros: Micros;
  final: boolean;
  /** The platform still counts for it, and says so; of a connection that lowers nothing that is known by then. */
  partial: boolean;
  /** The platform did not name the day, which lowers nothing either. */
  silent?: boolean;
};
export type KeptDay = {
  outcome: 'new' | 'changes' | 'again' | 'same' | 'settled' | 'before' | 'missing';
  /** The public id of the ad account. */
  account: string | null;
  before: Micros | null;
  /** The apply id of what settled its month. */
  settlement: string | null;
};

type KnownDay = {
  key: string;
  day: string;
  micros: Micros;
  final: boolean;
  /** Whether it was read before it was over everywhere and counted. */
  early: boolean;
};

/** The accounts that an import of these Ads IDs means, in a span of days, both ends included. */
type Meant = [platform: string, keys: readonly string[], from: string, to: string];
const meant = `select distinct on (key) id, key from ad_accounts where platform = $1 and key = any ($2::text[])
  order by key, closed_at is null desc, id desc`;

/** What is known of them. */
export function knownDays(db: Database, ...of: Meant): Promise<KnownDay[]> {
  return db.query<KnownDay>(
    'spend.known_days',
    `select a.key, d.day::text as day, d.micros, d.final, d.early from (${meant}) a
     cross join lateral (
       select distinct on (o.day) o.day, o.micros, o.final, o.early from spend_days o
       where o.ad_account = a.id and o.day between $3::date and $4::date order by o.day, o.id desc) d
     where d.micros is not null`,
    of,
  );
}

type SettledMonth = { key: string; month: string; settlement: string };

/** Which of their months, as YYYY-MM, were settled, and by what. */
export function settledMonths(db: Database, ...of: Meant): Promise<SettledMonth[]> {
  return db.query<SettledMonth>(
    'spend.settled_months',
    `select a.key, to_char(m.month, 'YYYY-MM') as month, r.apply_id as settlement from (${meant}) a
     join settled_months m on m.ad_account = a.id and m.month between date_trunc('month', $3::date)::date and $4::date
     join requests r on r.id = m.request`,
    of,
  );
}

type ImportSource = 'file' | 'connection';

export type NewImport = {
  by: bigint;
  publicId: string;
  platform: string;
  /** What an admin sent, or what a connection read. */
  source: ImportSource;
  fileName: string;
  /** SHA-256, in hexadecimal digits. */
  fileDigest: string;
};

export const undoneBefore: Refusal = { code: 'spend.undone', message: 'This import was undone before.', status: 409 };

/** Keeps these days as part of an import; one round trip. Each answers in its place; none where it was undone. */
export function keepDays(tx: Database, of: NewImport, days: readonly GivenDay[]): Promise<KeptDay[]> {
  const written = JSON.stringify({
    by: String(of.by),
    public_id: of.publicId,
    platform: of.platform,
    source: of.source,
    file_name: of.fileName,
    file_digest: of.fileDigest,
    days: days.map((day) => ({ ...day, micros: String(day.micros) })),
  });
  return tx.query<KeptDay>('spend.import', 'select outcome, account, before, settlement from import_spend($1, $2)', [
    written,
    tx.vouch(written),
  ]);
}

type ImportRow = {
  publicId: string;
  platform: Platform;
  source: ImportSource;
  fileName: string;
  by: string;
  at: Date;
  /** What of it was new or changed something. */
  days: number;
  accounts: number;
  firstDay: string | null;
  lastDay: string | null;
  undoneBy: string | null;
  undoneAt: Date | null;
};

type ImportList = { q: string; source: string; up: boolean; page: number; limit: number; after: string };

/** Imports from this source, whose id, name or importer are like this; all where it is empty. */
const importsOf = (source: string, like: string) =>
  `i.source <> 'undo' and (${source} = '' or i.source = ${source}) and (${like} = '' or i.file_name ilike ${like} or i.public_id ilike ${like} or i.person_name ilike ${like})`;

/** Imports, newest first, or oldest first (`up`); one round trip. */
export function listImports(db: Database, { q, source, up, page, limit, after }: ImportList): Promise<ImportRow[]> {
  const [order, beyond] = up ? ['asc', '>'] : ['desc', '<'];
  return db.query<ImportRow>(
    `spend.imports ${order}`,
    `select i.public_id as "publicId", i.platform, i.source, i.file_name as "fileName", i.person_name as by, i.at,
       i.days, i.accounts, i.first_day::text as "firstDay", i.last_day::text as "lastDay",
       u.person_name as "undoneBy", u.at as "undoneAt"
     from (
       select * from spend_imports i where ${importsOf('$5', '$4')}
         and ($3 = '' or id ${beyond} (select id from spend_imports where public_id = $3))
       order by id ${order} limit $1 offset $2) i
     left join spend_imports u on u.undoes = i.id
     order by i.id ${order}`,
    [limit, after === '' ? (page - 1) * limit : 0, after, q === '' ? '' : `%${escapeLike(q)}%`, source],
  );
}

/** How many there are, counted to one more than pages can reach. */
export async function countImports(db: Database, q: string, source: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'spend.count_of_imports',
    `select count(*)::int as count from (
       select from spend_imports i where ${importsOf('$2', '$1')} limit ${deepest + 1}) i`,
    [q === '' ? '' : `%${escapeLike(q)}%`, source],
  );
  return rows[0]!.count;
}

type Undone = {
  outcome: 'done' | 'missing' | 'undone' | 'settled';
  changed: number;
  unknown: number;
  settlement: string | null;
};

/** Takes an import back. */
export async function undoImport(tx: Database, call: { by: bigint; import: string; publicId: string }) {
  const written = JSON.stringify({ by: String(call.by), import: call.import, public_id: call.publicId });
  const rows = await tx.query<Undone>(
    'spend.undo',
    'select outcome, changed, unknown, settlement from undo_spend($1, $2)',
    [written, tx.vouch(written)],
  );
  return rows[0]!;
}
