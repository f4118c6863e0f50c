/** SQL of rules that refill ad accounts, and of what they did. Private to runway/. */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { kindNames } from '#kinds/kinds.ts';
import { listsOf, wholeList } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import { mostRefusals } from './refill.ts';

export type Rule = {
  account: bigint;
  client: ClientId;
  belowDays: number;
  putCents: Cents;
  dayCents: Cents;
  leaveCents: Cents;
  setBy: PersonId;
  setByName: string;
  setAt: Date;
  stoppedAt: Date | null;
  stoppedWhy: string | null;
};

const columns = `f.ad_account as account, f.client, f.below_days as "belowDays", f.put_cents as "putCents",
  f.day_cents as "dayCents", f.leave_cents as "leaveCents", f.set_by as "setBy", f.set_at as "setAt",
  (select name from people where id = f.set_by) as "setByName", f.stopped_at as "stoppedAt",
  f.stopped_why as "stoppedWhy"`;

export async function ruleOf(db: Database, account: bigint): Promise<Rule | undefined> {
  const rows = await db.query<Rule>('refill.rule', `select ${columns} from refill_rules f where ad_account = $1`, [
    account,
  ]);
  return rows[0];
}

const waitingKeys = listsOf({ kinds: kindNames, states: ['Pending'] }).flatMap(({ key, hasLines }) =>
  hasLines ? [key] : [],
);

/**
 * SQL that reads the requests of a client that wait about an account, both given as SQL. Begun at what waits, which is
 * little: everything that was ever asked about an account may be much.
 */
const waitingAbout = (client: string, account: string) =>
  `select from unnest(array[${waitingKeys.join(', ')}]) k (key)
   cross join lateral (${wholeList(client, 'k.key')}) r join request_lines l on l.request = r.id
   where l.ad_account = ${account}`;

/**
 * Those that may act on this day: they have not yet, their account runs, nothing about it waits, and nobody has
 * disabled their client, whose money then stays where it is, and who has not left.
 */
export function rulesDue(db: Database, day: string): Promise<Rule[]> {
  return db.query<Rule>(
    'refill.due',
    `select ${columns} from refill_rules f join ad_accounts a on a.id = f.ad_account and a.state = 'Active'
     join clients c on c.id = f.client and c.disabled_at is null and c.closed_at is null
     where f.stopped_at is null
       and not exists (select from refills d where d.ad_account = f.ad_account and d.day = $1::date)
       and not exists (${waitingAbout('f.client', 'f.ad_account')})
     order by f.ad_account`,
    [day],
  );
}

type NewRule = Pick<Rule, 'account' | 'client' | 'belowDays' | 'putCents' | 'dayCents' | 'leaveCents' | 'setBy'>;

export async function saveRule(tx: Database, rule: NewRule): Promise<void> {
  const { account, client, belowDays, putCents, dayCents, leaveCents, setBy } = rule;
  await tx.query(
    'refill.save',
    `insert into refill_rules (ad_account, client, below_days, put_cents, day_cents, leave_cents, set_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (ad_account) do update set below_days = $3, put_cents = $4, day_cents = $5, leave_cents = $6,
       set_by = $7, set_at = clock_timestamp(), stopped_at = null, stopped_why = null`,
    [account, client, belowDays, putCents, dayCents, leaveCents, setBy],
  );
}

/** Whether it ran until now. */
export async function stopRule(tx: Database, account: bigint, why: string | null): Promise<boolean> {
  const rows = await tx.query(
    'refill.stop',
    `update refill_rules set stopped_at = now(), stopped_why = $2
     where ad_account = $1 and stopped_at is null returning ad_account`,
    [account, why],
  );
  return rows.length > 0;
}

/** Whether the rule still says this, of a client who may ask; until the end of the transaction nobody changes it. */
export async function holdRule(tx: Database, { account, setAt }: Rule): Promise<boolean> {
  const rows = await tx.query<{ setAt: Date }>(
    'refill.hold',
    `select f.set_at as "setAt" from refill_rules f
     join clients c on c.id = f.client and c.disabled_at is null and c.closed_at is null
     where f.ad_account = $1 and f.stopped_at is null for share of f`,
    [account],
  );
  return rows[0]?.setAt.getTime() === setAt.getTime();
}

/** What is in the client's wallet, and what its refills came to on this day; read where the wallet is locked. */
export async function walletAndDay(
  tx: Database,
  client: ClientId,
  day: string,
): Promise<{ walletCents: Cents; putCents: Cents }> {
  const rows = await tx.query<{ walletCents: Cents; putCents: Cents }>(
    'refill.wallet',
    `select b.balance as "walletCents", (
       select coalesce(sum(r.amount_cents), 0)::bigint from refill_rules f
       join refills d on d.ad_account = f.ad_account and d.day = $2::date join requests r on r.id = d.request
       where f.client = $1) as "putCents"
     from balances b where b.account = 'wallet:' || $1::bigint`,
    [client, day],
  );
  return rows[0]!;
}

/** Whether another request about the account waits, which its client or an admin has asked for meanwhile. */
export async function waitsBeside(tx: Database, { account, client }: Rule, request: bigint | null): Promise<boolean> {
  const rows = await tx.query('refill.beside', `${waitingAbout('$1', '$2')} and r.id is distinct from $3 limit 1`, [
    client,
    account,
    request,
  ]);
  return rows.length > 0;
}

type Done = { account: bigint; day: string; request?: bigint; refusal?: string };

/** Whether nothing had been done on that day. A refill that was done by another node breaks the key. */
export async function writeRefusal(tx: Database, { account, day, refusal }: Done): Promise<boolean> {
  const rows = await tx.query(
    'refill.refused',
    `insert into refills (ad_account, day, refusal) values ($1, $2::date, $3)
     on conflict do nothing returning day`,
    [account, day, refusal],
  );
  return rows.length > 0;
}

export async function writeRefill(tx: Database, { account, day, request }: Done): Promise<void> {
  await tx.query('refill.asked', 'insert into refills (ad_account, day, request) values ($1, $2::date, $3)', [
    account,
    day,
    request,
  ]);
}

type RefillRow = { day: string; applyId: string | null; refusal: string | null; rejected: boolean };

/** The latest, newest first; since the rule was set, where that is asked. */
export function refillsOf(db: Database, account: bigint, most: number, since: Date | null): Promise<RefillRow[]> {
  return db.query<RefillRow>(
    'refill.list',
    `select d.day::text as day, r.apply_id as "applyId", d.refusal, coalesce(r.state = 'Rejected', false) as rejected
     from refills d left join requests r on r.id = d.request
     where d.ad_account = $1 and ($3::timestamptz is null or d.at >= $3) order by d.day desc limit $2`,
    [account, most, since],
  );
}

/** Why the rule has to stop: what was said last of so many refusals in a row. */
export async function lastRefusal(db: Database, rule: Rule): Promise<string | undefined> {
  const rows = await refillsOf(db, rule.account, mostRefusals, rule.setAt);
  if (rows.length < mostRefusals || rows.some(({ refusal, rejected }) => refusal === null && !rejected))
    return undefined;
  return rows[0]!.refusal ?? 'The deposit was rejected.';
}
