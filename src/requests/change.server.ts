/**
 * A change is one thing done to one client's money: a call that asks for one or more requests, or one verdict on a request.
 * Any number of changes become one call of the database function `change`, which does each of them entirely or not at all;
 * this file turns changes into its arrays and shares the round trip among callers.
 */
import type { Cents } from '#kernel/money.ts';
import { accountName, keepsBalance, placeOf } from '#ledger/ledger.ts';
import type { Database } from '#server/database.server.ts';
import { together } from '#server/together.server.ts';
import { jsonOf } from './json.ts';
import type { KindName, Leg, Platform, State } from './requests.ts';

/** A row of `requests` to be; a null fee or total is completed by the lock's share. */
export type NewRequest = {
  apply_id: string;
  kind: KindName;
  platform: Platform | null;
  state: State;
  asked_by: bigint | null;
  amount_cents: Cents;
  fee_cents: Cents;
  opening_fee_cents: Cents;
  total_cents: Cents | null;
  account: string | null;
  ads_id: string | null;
  transaction_id: string | null;
  client_remarks: string | null;
  details: object;
  decided_by: bigint | null;
};

export type Transition = {
  request: bigint;
  from: State;
  to: State;
  by: bigint;
  /** Forget what this request has claimed. */
  frees: boolean;
  /** Refuse while other requests on its ad accounts are open. */
  quiet: boolean;
  opens: readonly { account: string; adsId: string }[];
  /** Ad accounts to close, which have to be empty by then. */
  closes: readonly string[];
  transactionId?: string | undefined;
  adsId?: string | undefined;
  remarks?: string | undefined;
  receivedCents?: Cents | undefined;
  reason?: string | undefined;
  details?: object | undefined;
};

export type Change = {
  client: bigint;
  /** Of each request to be inserted, or once of the request that a transition is about. */
  legs: readonly (readonly Leg[])[];
  claims: readonly (readonly string[])[];
  /** `attempt` and `content` are digests in the form of a uuid. */
  ask?: { attempt: string; content: string; rows: readonly NewRequest[] };
  transition?: Transition;
};

export type Outcome = {
  outcome: 'done' | 'replayed' | 'key_reused' | 'decided' | 'taken' | 'missing' | 'busy' | 'short';
  /** The account that is missing or short, or the claim that is taken. */
  blamed: string | null;
  /** The client's spendable wallet after this change. */
  purse: Cents;
  /** The internal numbers of the requests that were inserted. */
  made: bigint[];
  /** The fee share of the first request, where the lock computed one. */
  share: Cents | null;
  at: Date;
};

const statement = `select outcome, blamed, purse, made, share, made_at from change(
  $1::bigint[], $2::uuid[], $3::uuid[], $4::bigint[], $5::request_state[], $6::int[], $7::int[], $8::boolean[],
  $9::text[], $10::bigint[], $11::boolean[], $12::int[], $13::int[], $14::json,
  $15::int[], $16::smallint[], $17::smallint[], $18::text[], $19::text[], $20::int[], $21::int[], $22::bigint[], $23::bigint[],
  $24::int[], $25::int[], $26::text[], $27::int[], $28::int[], $29::text[], $30::json)`;

type Row = { outcome: Outcome['outcome']; blamed: string | null; purse: bigint; made: bigint[] | null; share: bigint | null; made_at: Date };

/** Makes these changes in one round trip; each is done or not by itself, and answers in its place. */
export async function makeChanges(db: Database, changes: readonly Change[]): Promise<Outcome[]> {
  const rows = await db.query<Row>('requests.change', statement, arraysOf(changes));
  return rows.map((row) => ({ outcome: row.outcome, blamed: row.blamed, purse: row.purse, made: row.made ?? [], share: row.share, at: row.made_at }));
}

const shared = new WeakMap<Database, (change: Change) => Promise<Outcome>>();

/** Makes one change in a round trip that it shares with whoever else is changing something. */
export function makeChange(db: Database, change: Change): Promise<Outcome> {
  let make = shared.get(db);
  if (!make) {
    make = together((changes: readonly Change[]) => makeChanges(db, changes), { most: 128, apart: rivals, replay: wasRolledBack });
    shared.set(db, make);
  }
  return make(change);
}

/** Two changes with one of these names in common have to be made one after the other. */
function rivals(change: Change): string[] {
  const names = change.claims.flat();
  if (change.ask) names.push(change.ask.attempt);
  if (change.transition) names.push(`request ${change.transition.request}`);
  return names;
}

/** An error with an SQLSTATE came from PostgreSQL, so that nothing of the batch was written. A lost connection says nothing. */
function wasRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}

// Turning changes into arrays. Positions are PostgreSQL's: they begin with 1.

function arraysOf(changes: readonly Change[]): unknown[] {
  const accounts = new Accounts();
  const c = { client: [] as bigint[], attempt: [] as (string | null)[], content: [] as (string | null)[], request: [] as (bigint | null)[], from: [] as (string | null)[], wallet: [] as number[], last: [] as number[], quiet: [] as boolean[] };
  const r = { change: [] as number[], at: [] as (number | null)[], rows: [] as object[] };
  const m = { request: [] as (number | null)[], legs: [] as Leg[], srcAt: [] as (number | null)[], dstAt: [] as (number | null)[] };
  const k = { change: [] as number[], request: [] as (number | null)[], key: [] as string[] };
  const o = { change: [] as number[], at: [] as number[], adsId: [] as (string | null)[] };
  const transitions: object[] = [];
  for (const [place, change] of changes.entries()) {
    const { client, ask, transition } = change;
    const first = r.rows.length;
    c.client.push(client);
    c.attempt.push(ask?.attempt ?? null);
    c.content.push(ask?.content ?? null);
    c.request.push(transition?.request ?? null);
    c.from.push(transition?.from ?? null);
    c.wallet.push(accounts.at(accountName('wallet', client), client)!);
    c.quiet.push(transition?.quiet ?? false);
    for (const [n, row] of (ask?.rows ?? []).entries()) {
      r.change.push(place + 1);
      r.at.push(row.account === null ? null : accounts.at(row.account, client));
      r.rows.push({ n, ...row });
    }
    for (const [n, legs] of change.legs.entries()) {
      for (const leg of legs) {
        m.request.push(ask ? first + n + 1 : null);
        m.legs.push(leg);
        m.srcAt.push(accounts.at(leg.src, client));
        m.dstAt.push(accounts.at(leg.dst, client));
      }
    }
    c.last.push(m.legs.length);
    for (const [n, keys] of change.claims.entries()) {
      for (const key of keys) {
        k.change.push(place + 1);
        k.request.push(ask ? first + n + 1 : null);
        k.key.push(key);
      }
    }
    if (transition) {
      for (const { account, adsId } of [...transition.opens, ...transition.closes.map((closing) => ({ account: closing, adsId: null }))]) {
        o.change.push(place + 1);
        o.at.push(accounts.at(account, client)!);
        o.adsId.push(adsId);
      }
      transitions.push(transitionRow(place + 1, transition));
    }
  }
  const legs = m.legs;
  return [
    list(c.client), texts(c.attempt), texts(c.content), list(c.request), texts(c.from), list(c.wallet), list(c.last), list(c.quiet),
    texts(accounts.names), list(accounts.owners), list(accounts.names.map((name) => placeOf(name) === 'ad account')),
    list(r.change), list(r.at), jsonOf(r.rows),
    list(m.request), list(legs.map((leg) => leg.step)), list(legs.map((leg) => leg.leg)), texts(legs.map((leg) => leg.src)), texts(legs.map((leg) => leg.dst)),
    list(m.srcAt), list(m.dstAt), list(legs.map((leg) => leg.amount)), list(legs.map((leg) => leg.fee)),
    list(k.change), list(k.request), texts(k.key),
    list(o.change), list(o.at), texts(o.adsId),
    transitions.length > 0 ? jsonOf(transitions) : null,
  ];
}

function transitionRow(change: number, { to, by, frees, transactionId, adsId, remarks, receivedCents, reason, details }: Transition) {
  return { change, state: to, by, frees, transaction_id: transactionId, ads_id: adsId, remarks, received_cents: receivedCents, reason, details };
}

/** The accounts with a running balance that a batch touches, each once. */
class Accounts {
  readonly names: string[] = [];
  readonly owners: bigint[] = [];
  readonly #places = new Map<string, number>();

  at(account: string, client: bigint): number | null {
    if (!keepsBalance(account)) return null;
    // Two clients that name one ad account each look at it with their own eyes: it is there for its owner only.
    const name = `${client} ${account}`;
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.names.push(account);
      this.owners.push(client);
      this.#places.set(name, place);
    }
    return place;
  }
}

/** PostgreSQL's array literals; written here because these are the busiest lines of the portal. */
function list(values: readonly (bigint | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

function texts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`)).join(',')}}`;
}
