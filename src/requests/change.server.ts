/**
 * A change is one thing done to one client's money: a call that asks for one or more requests, or one verdict on a
 * request. Any number of changes become one call of the database function `change`, which does each of them entirely or
 * not at all; this file turns changes into its arrays and shares the round trip among callers.
 */
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import { batching } from '#server/batching.server.ts';
import { Batch } from './batch.server.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Leg } from '#kinds/postings.ts';
import type { Platform } from '#platforms/platforms.ts';

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
  outcome: 'done' | 'replayed' | 'key_reused' | 'closed' | 'decided' | 'taken' | 'missing' | 'busy' | 'short';
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

type Row = {
  outcome: Outcome['outcome'];
  blamed: string | null;
  purse: bigint;
  made: bigint[] | null;
  share: bigint | null;
  made_at: Date;
};

/** Makes these changes in one round trip; each is done or not by itself, and answers in its place. */
export async function makeChanges(db: Database, changes: readonly Change[]): Promise<Outcome[]> {
  const rows = await db.query<Row>('requests.change', statement, new Batch(changes).values());
  return rows.map((row) => ({
    outcome: row.outcome,
    blamed: row.blamed,
    purse: row.purse,
    made: row.made ?? [],
    share: row.share,
    at: row.made_at,
  }));
}

/**
 * Makes one asking in a round trip that it shares with whoever else is asking for something. A verdict is never
 * batched: the database looks for open requests on an account before it makes the batch, and would not see those of the
 * same batch.
 */
export function makeChange(db: Database, change: Change & { ask: object }): Promise<Outcome> {
  const make = db.once('requests.change', () =>
    batching((changes: readonly Change[]) => makeChanges(db, changes), {
      most: 128,
      conflictKeys,
      repeatSingly: wasRolledBack,
    }),
  );
  return make(change);
}

/** Two changes with one of these names in common have to be made one after the other. */
function conflictKeys(change: Change): string[] {
  const names = change.claims.flat();
  if (change.ask) names.push(change.ask.attempt);
  if (change.transition) names.push(`request ${change.transition.request}`);
  return names;
}

/**
 * An error with an SQLSTATE came from PostgreSQL, so that nothing of the batch was written. A lost connection says
 * nothing.
 */
function wasRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}
