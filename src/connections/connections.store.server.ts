/** SQL of connections to platforms. Private to connections/. */
import type { AccountState } from '#ledger/accountlife.ts';
import type { HeardAccount } from '#platforms/connection.server.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';

export type Fault = { adsId: string; message: string };
type Outcome = 'done' | 'partly' | 'failed';
export type ConnectionRow = {
  platform: Platform;
  startedAt: Date | null;
  endedAt: Date | null;
  goodAt: Date | null;
  nextAt: Date;
  waitsUntil: Date | null;
  outcome: Outcome | null;
  message: string;
  accounts: number;
  steps: number;
  days: number;
  lefts: number;
  faults: Fault[];
};

export function connectionRows(db: Database): Promise<ConnectionRow[]> {
  return db.query<ConnectionRow>(
    'connections.rows',
    `select platform, started_at as "startedAt", ended_at as "endedAt", good_at as "goodAt", next_at as "nextAt",
       waits_until as "waitsUntil", outcome, message, accounts, steps, days, lefts, faults
     from connections order by platform`,
  );
}

/**
 * Whether it is time to ask this platform; it always is before the first time. None is put off for longer than a day:
 * what lies further ahead was written before the database's clock went back.
 */
export async function isDue(db: Database, platform: Platform): Promise<boolean> {
  const rows = await db.query(
    'connections.due',
    `select from connections where platform = $1 and next_at > now() and next_at <= now() + interval '25 hours'`,
    [platform],
  );
  return rows.length === 0;
}

export async function beginRun(db: Database, platform: Platform): Promise<void> {
  await db.query(
    'connections.begin',
    `insert into connections (platform, started_at) values ($1, now())
     on conflict (platform) do update set started_at = now()`,
    [platform],
  );
}

export type Ended = Pick<ConnectionRow, 'outcome' | 'message' | 'accounts' | 'steps' | 'days' | 'lefts' | 'faults'> & {
  /** In how many seconds to ask again, and for how many the platform wants to be left alone. */
  pauseSeconds: number;
  retrySeconds: number | undefined;
};

export async function endRun(db: Database, platform: Platform, ended: Ended): Promise<void> {
  await db.query(
    'connections.end',
    `update connections set ended_at = now(), good_at = case when $2 = 'done' then now() else good_at end, outcome = $2,
       message = $3, accounts = $4, steps = $5, days = $6, lefts = $7, faults = $8,
       next_at = now() + make_interval(secs => $9), waits_until = now() + make_interval(secs => $10),
       failing_since = case when $2 = 'failed' then coalesce(failing_since, now()) end,
       told_at = case when $2 = 'failed' then told_at end
     where platform = $1`,
    [
      platform,
      ended.outcome,
      ended.message,
      ended.accounts,
      ended.steps,
      ended.days,
      ended.lefts,
      JSON.stringify(ended.faults.slice(0, 200)),
      ended.pauseSeconds,
      ended.retrySeconds,
    ],
  );
}

/** Of these platforms, those that have failed for six hours, and of which nobody was told; from now on somebody is. */
export function newlyBroken(tx: Database, on: readonly Platform[]): Promise<{ platform: Platform; message: string }[]> {
  return tx.query(
    'connections.broken',
    `update connections set told_at = now()
     where platform = any ($1) and failing_since < now() - interval '6 hours' and told_at is null
     returning platform, message`,
    [on],
  );
}

/** Lets the next look run it; what the platform asked for stays. */
export async function askSoon(db: Database, platform: Platform): Promise<void> {
  await db.query(
    'connections.soon',
    `insert into connections (platform) values ($1)
     on conflict (platform) do update set next_at = greatest(now(), connections.waits_until)`,
    [platform],
  );
}

/** The refresh token that the platform gave in place of this one of the settings. */
export async function tokenFor(db: Database, platform: Platform, given: Buffer): Promise<string | undefined> {
  const rows = await db.query<{ token: string }>(
    'connections.token',
    'select token from connections where platform = $1 and token_of = $2 and token is not null',
    [platform, given],
  );
  return rows[0]?.token;
}

export async function keepToken(db: Database, platform: Platform, given: Buffer, token: string): Promise<void> {
  await db.query('connections.keep_token', 'update connections set token = $3, token_of = $2 where platform = $1', [
    platform,
    given,
    token,
  ]);
}

/** An account of ours, and what the platform said of it before. */
export type OwnAccount = {
  publicId: string;
  adsId: string;
  key: string;
  state: AccountState;
  isOpen: boolean;
  /**
   * The first day on which it may have spent in any time zone, YYYY-MM-DD, the first that is its own, and where it was
   * taken back, the last.
   */
  opened: string;
  since: string;
  until: string | null;
  before: string | null;
  /** As the platform said it when it did; empty before. */
  currency: string;
  askedAt: Date | null;
};

/** Those that are open, and those that ended so lately that their platform may still correct what they spent. */
export function ownAccounts(db: Database, platform: Platform): Promise<OwnAccount[]> {
  return db.query<OwnAccount>(
    'connections.own',
    `select distinct on (a.key) a.public_id as "publicId", a.ads_id as "adsId", a.key, a.state,
       a.closed_at is null as "isOpen", ((a.opened_at - interval '12 hours') at time zone 'UTC')::date::text as opened,
       o.first::text as since, o.last::text as until, c.word as before, coalesce(c.currency, '') as currency,
       c.asked_at as "askedAt"
     from ad_accounts a cross join lateral own_days_of(a.id) o
     left join connected_accounts c on c.platform = a.platform and c.key = a.key
     where a.platform = $1 and (a.closed_at is null or a.closed_at > now() - interval '21 days')
     order by a.key, a.closed_at is null desc, a.id desc`,
    [platform],
  );
}

export type Shown = HeardAccount & { key: string };

/**
 * What the platform shows now; what it showed before and shows no more is gone since now. Of what it shows in a way
 * that can’t be read, by its key, nothing changes.
 */
export async function keepShown(
  db: Database,
  platform: Platform,
  shown: readonly Shown[],
  unread: readonly string[],
): Promise<void> {
  await db.query(
    'connections.shown',
    `insert into connected_accounts (platform, key, ads_id, name, word, reason, currency, time_zone, seen_at)
     select $1, s.key, s."adsId", s.name, s.word, s.reason, s.currency, s."timeZone", now()
     from jsonb_to_recordset($2::jsonb) as s (key text, "adsId" text, name text, word text, reason text, currency text,
       "timeZone" text)
     on conflict (platform, key) do update set ads_id = excluded.ads_id, name = excluded.name, word = excluded.word,
       reason = excluded.reason, time_zone = excluded.time_zone, seen_at = excluded.seen_at, gone_since = null,
       currency = case excluded.currency when '' then connected_accounts.currency else excluded.currency end`,
    [platform, JSON.stringify(shown)],
  );
  await db.query(
    'connections.gone',
    `update connected_accounts set gone_since = now()
     where platform = $1 and gone_since is null and key <> all ($2::text[])`,
    [platform, [...shown.map(({ key }) => key), ...unread]],
  );
}

/** `currency` is what their spend is in, where that says it. */
export async function keepAsked(
  db: Database,
  platform: Platform,
  asked: readonly { key: string; currency: string }[],
): Promise<void> {
  await db.query(
    'connections.asked',
    `update connected_accounts c set asked_at = now(),
       currency = case a.currency when '' then c.currency else a.currency end
     from unnest($2::text[], $3::text[]) as a (key, currency) where c.platform = $1 and c.key = a.key`,
    [platform, asked.map(({ key }) => key), asked.map(({ currency }) => currency)],
  );
}

export type ShownRow = {
  platform: Platform;
  adsId: string;
  name: string;
  word: string;
  reason: string;
  currency: string;
  timeZone: string;
  seenAt: Date;
  goneSince: Date | null;
  /** The account of ours, if it is one. */
  account: string | null;
  state: AccountState | null;
};

export const mostShown = 200;

/** Shown by the platform, and no account of ours; at most 200 a platform. */
export function unknownAccounts(db: Database): Promise<ShownRow[]> {
  return db.query<ShownRow>(
    'connections.unknown',
    `select * from (
       select ${columns}, null as account, null as state,
         row_number() over (partition by c.platform order by c.key) as n
       from connected_accounts c where c.gone_since is null
         and not exists (select from ad_accounts a where a.platform = c.platform and a.key = c.key)) u
     where u.n <= ${mostShown} order by u.platform, u.n`,
  );
}

const columns = `c.platform, c.ads_id as "adsId", c.name, c.word, c.reason, c.currency, c.time_zone as "timeZone",
  c.seen_at as "seenAt", c.gone_since as "goneSince"`;

/** Open accounts of ours, with what their platform says of them. */
export function shownOfOurs(db: Database): Promise<ShownRow[]> {
  return db.query<ShownRow>(
    'connections.ours',
    `select ${columns}, a.public_id as account, a.state from connected_accounts c
     join ad_accounts a on a.platform = c.platform and a.key = c.key and a.closed_at is null
     order by c.platform, a.id`,
  );
}

type HiddenRow = {
  platform: Platform;
  account: string;
  adsId: string;
  state: AccountState;
  goneSince: Date | null;
};

/** Open accounts of ours that the platform does not show, or no longer; at most 200 a platform. */
export function hiddenAccounts(db: Database): Promise<HiddenRow[]> {
  return db.query<HiddenRow>(
    'connections.hidden',
    `select * from (
       select a.platform, a.public_id as account, a.ads_id as "adsId", a.state, c.gone_since as "goneSince",
         row_number() over (partition by a.platform order by c.gone_since desc nulls last, a.id) as n
       from connections k
       join ad_accounts a on a.platform = k.platform and a.closed_at is null and a.state not in ('Lost', 'Replaced')
       left join connected_accounts c on c.platform = a.platform and c.key = a.key
       where (k.good_at is not null or exists (select from connected_accounts s where s.platform = k.platform))
         and (c.key is null or c.gone_since is not null)) h
     where h.n <= ${mostShown} order by h.platform, h.n`,
  );
}
