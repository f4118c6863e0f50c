/** SQL of ad accounts as their clients and admins look at them. Private to accounts/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { deepest } from '#kernel/page.ts';
import { loadsAccount } from '#kinds/facts.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import { openMicros } from '#ledger/ledger.server.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import { kindsInSql, replacing } from '#requests/kinds.server.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Write } from '#server/like.server.ts';
import { conditionsOf, nameOf, pageOf } from './search.store.server.ts';

export type AccountRow = {
  id: bigint;
  client: ClientId;
  publicId: string;
  adsId: string;
  key: string;
  platform: Platform;
  state: AccountState;
  nickname: string;
  balanceCents: Cents;
  feeLeftCents: Cents;
  /** All that it spent, and what of the money in it is spent and not settled; null where nobody knows. */
  spentMicros: Micros | null;
  openMicros: Micros | null;
  /** The last day of which spend is known, YYYY-MM-DD. */
  spentUntil: string | null;
  openedAt: Date;
  closedAt: Date | null;
  applyId: string;
  openedBy: string | null;
  lastDepositAt: Date | null;
  clientPublicId: string;
  clientName: string;
  clientEmail: string;
};

export type AccountList = {
  /** Undefined for everybody's. */
  client: bigint | undefined;
  platform: Platform | '';
  state: AccountState | '';
  /** A part of an Ads ID or of a nickname, a whole id; of everybody's also a part of a client's name or address. */
  q: string;
  /** Oldest first. */
  up: boolean;
  page: number;
  limit: number;
  after: string;
};

const funding = kindsInSql(loadsAccount);

/**
 * How many of the newest lines of an account its last deposit is looked for among: what was asked for and taken back
 * costs its client nothing, and a page of accounts reads this much of each.
 */
const mostLines = 200;

/** What is shown of the accounts `a`, one look-up an account. */
const shown = `a.id, a.client, a.public_id as "publicId", a.ads_id as "adsId", a.key, a.platform, a.state, a.nickname,
  b.balance as "balanceCents", b.fee_left as "feeLeftCents", ${openMicros} as "openMicros",
  case when t.last_day is not null then t.micros end as "spentMicros", t.last_day::text as "spentUntil",
  a.opened_at as "openedAt", a.closed_at as "closedAt",
  o.apply_id as "applyId", c.public_id as "clientPublicId", c.name as "clientName", c.email as "clientEmail",
  (select name from people where id = o.decided_by) as "openedBy",
  (select r.decided_at from (
     select request, amount_cents from request_lines where ad_account = a.id order by request desc limit ${mostLines}) l
   join requests r on r.id = l.request
   where l.amount_cents > 0 and r.kind in (${funding}) and r.state = 'Approved'
   order by l.request desc limit 1) as "lastDepositAt"`;

const beside = `join balances b on b.account = 'ad:' || a.id left join spend_totals t on t.ad_account = a.id
  join requests o on o.id = a.request
  join clients c on c.id = a.client`;

/** A page of ad accounts; one round trip. */
export function listAccounts(db: Database, list: AccountList): Promise<AccountRow[]> {
  const values: unknown[] = [];
  const write: Write = (value) => `$${values.push(value)}`;
  const order = list.up ? 'asc' : 'desc';
  return db.query<AccountRow>(
    `accounts.list ${nameOf(list)} ${order} ${list.after === ''}`,
    `select ${shown} from (${pageOf(list, order, write)}) a ${beside} order by a.id ${order}`,
    values,
  );
}

/** How many there are, counted to one more than pages can reach; one round trip. */
export async function countAccounts(db: Database, list: AccountList): Promise<number> {
  const values: unknown[] = [];
  const { tables, where } = conditionsOf({ ...list, up: false }, deepest + 1, [], (value) => `$${values.push(value)}`);
  const counting = async () => {
    const rows = await db.query<{ count: number }>(
      `accounts.count ${nameOf(list)}`,
      `${tables.length > 0 ? `with recursive ${tables.join(', ')} ` : ''}select count(*)::int as count
       from (select from ad_accounts where ${where} limit ${deepest + 1}) found`,
      values,
    );
    return rows[0]!.count;
  };
  const { client, platform, state, q } = list;
  return cachedCount(db, `accounts ${client} ${platform} ${state} ${q}`, counting, { search: q });
}

/** What is in all of them together, exactly; undefined where they are more than pages can reach. One round trip. */
export async function sumAccounts(db: Database, list: AccountList): Promise<Cents | undefined> {
  const values: unknown[] = [];
  const { tables, where } = conditionsOf({ ...list, up: false }, deepest + 1, [], (value) => `$${values.push(value)}`);
  const [row] = await db.query<{ count: number; cents: Cents }>(
    `accounts.sum ${nameOf(list)}`,
    // One look-up an account: balances are never read as a whole.
    `${tables.length > 0 ? `with recursive ${tables.join(', ')} ` : ''}select count(*)::int as count,
       coalesce(sum((select balance from balances where account = 'ad:' || found.id)), 0)::bigint as cents
     from (select id from ad_accounts where ${where} limit ${deepest + 1}) found`,
    values,
  );
  return row!.count > deepest ? undefined : row!.cents;
}

/** The account with this id, where it is this client's; anybody's for an admin. */
export async function findAccount(
  db: Database,
  publicId: string,
  client: bigint | undefined,
): Promise<AccountRow | undefined> {
  const rows = await db.query<AccountRow>(
    'accounts.one',
    `select ${shown} from ad_accounts a ${beside} where a.public_id = $1 and ($2::bigint is null or a.client = $2)`,
    [publicId, client ?? null],
  );
  return rows[0];
}

export type StepRow = {
  state: AccountState;
  reason: string;
  word: string;
  note: string;
  by: string;
  source: 'typed' | 'list' | 'connection' | 'appeal' | 'replacement' | 'reversal';
  at: Date;
};

export function stepsOf(db: Database, account: bigint): Promise<StepRow[]> {
  return db.query<StepRow>(
    'accounts.steps',
    `select state, reason, word, note, person_name as by, source, at from ad_account_steps
     where ad_account = $1 order by id`,
    [account],
  );
}

type RequestRow = {
  applyId: string;
  kind: KindName;
  platform: Platform | null;
  state: State;
  amountCents: Cents;
  createdAt: Date;
  decidedAt: Date | null;
};

/** The latest 50 requests about an account, newest first, each with what it says of this one. */
export function requestsAbout(db: Database, account: bigint): Promise<RequestRow[]> {
  return db.query<RequestRow>(
    'accounts.requests',
    `select r.apply_id as "applyId", r.kind, r.platform, r.state, l.cents as "amountCents",
       r.created_at as "createdAt", r.decided_at as "decidedAt"
     from (
       (select request, sum(amount_cents)::bigint as cents from request_lines where ad_account = $1
         group by request order by request desc limit 50)
       union all
       -- Opened for another account, which is what the line of its request names.
       select a.request, o.amount_cents from ad_accounts a
       join requests o on o.id = a.request and o.kind in (${replacing})
       where a.id = $1) l
     join requests r on r.id = l.request order by r.id desc limit 50`,
    [account],
  );
}

export type NamedAccount = { publicId: string; key: string; state: AccountState };

/** The ad accounts of a platform with these Ads IDs; where one was opened again, the one that is open. */
export function accountsNamed(db: Database, platform: Platform, keys: readonly string[]): Promise<NamedAccount[]> {
  return db.query<NamedAccount>(
    'accounts.named',
    `select distinct on (key) public_id as "publicId", key, state from ad_accounts
     where platform = $1 and key = any ($2::text[]) order by key, closed_at is null desc, id desc`,
    [platform, keys],
  );
}

type Replacements = {
  replaces: { _id: string; adsId: string } | null;
  replacedBy: { _id: string; adsId: string } | null;
  replacement: { applyId: string; amount: Cents; createdAt: Date } | null;
};

/** The account that this one was opened for, the one that was opened for it, and the request for one that waits. */
export async function replacementsOf(db: Database, { id }: Pick<AccountRow, 'id'>): Promise<Replacements> {
  type Row = { is: 'replaces' | 'replacedBy' | 'waits'; _id: string; adsId: string; amount: Cents; at: Date };
  const rows = await db.query<Row>(
    'accounts.replacements',
    `select 'replaces' as is, old.public_id as _id, old.ads_id as "adsId", r.amount_cents as amount, r.created_at as at
     from ad_accounts a join requests r on r.id = a.request and r.kind in (${replacing})
     join request_lines l on l.request = r.id join ad_accounts old on old.id = l.ad_account where a.id = $1
     union all
     select case r.state when 'Pending' then 'waits' else 'replacedBy' end, coalesce(n.public_id, r.apply_id),
       coalesce(n.ads_id, ''), r.amount_cents, r.created_at
     from request_lines l
     join requests r on r.id = l.request and r.kind in (${replacing}) and r.state in ('Pending', 'Approved')
     left join ad_accounts n on n.request = r.id where l.ad_account = $1`,
    [id],
  );
  const named = (is: Row['is']) => rows.find((row) => row.is === is);
  const other = (row: Row | undefined) => (row ? { _id: row._id, adsId: row.adsId } : null);
  const waits = named('waits');
  return {
    replaces: other(named('replaces')),
    replacedBy: other(named('replacedBy')),
    replacement: waits ? { applyId: waits._id, amount: waits.amount, createdAt: waits.at } : null,
  };
}

/** Names an account of this client; undefined where it has none with this id. Answers what it was called before. */
export async function renameAccount(
  tx: Database,
  { publicId, client, nickname }: { publicId: string; client: bigint; nickname: string },
): Promise<string | undefined> {
  const rows = await tx.query<{ before: string }>(
    'accounts.rename',
    `update ad_accounts a set nickname = $3
     from (select id, nickname from ad_accounts where public_id = $1 and client = $2) before
     where a.id = before.id returning before.nickname as before`,
    [publicId, client, nickname],
  );
  return rows[0]?.before;
}

export type Step = { account: string; state: AccountState; reason: string; word: string; note: string };
export type Stepped = {
  outcome: 'done' | 'missing' | 'illegal' | 'money' | 'busy';
  account: bigint | null;
  client: bigint | null;
  before: AccountState | null;
  leftCents: Cents | null;
  at: Date | null;
};

/** Takes these steps in one round trip; each is done or not by itself, and answers in its place. */
export function takeSteps(
  tx: Database,
  call: { by: bigint; source: 'typed' | 'list' | 'connection' | 'appeal'; steps: readonly Step[] },
): Promise<Stepped[]> {
  const written = JSON.stringify({ ...call, by: String(call.by) });
  return tx.query<Stepped>(
    'accounts.step',
    'select outcome, account, client, before, left_cents as "leftCents", at from step_ad_accounts($1, $2)',
    [written, tx.vouch(written)],
  );
}
