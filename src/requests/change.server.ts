/**
 * A change is one thing done to one client's money: a call that asks for one or more requests, or one verdict on a
 * request. It says who wants what. It does not say what moves: the database knows the postings of every kind. The
 * database function `change` takes any number of changes in one call and does each of them entirely or not at all; this
 * file lets several callers share that round trip. Fields without a value are left out of the call's text, because
 * every byte of it is written, vouched for and read for every order.
 */
import type { KindName } from '#kinds/kinds.ts';
import type { Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Cents } from '#kernel/money.ts';
import { batching } from '#server/batching.server.ts';
import type { Database } from '#server/database.server.ts';
import { heldBack } from '#server/held.server.ts';

/** What a request says about one ad account; `key` names an open one of the client's. */
export type NewLine = {
  ads_id?: string | undefined;
  key?: string | undefined;
  email?: string | undefined;
  time_zone?: string | undefined;
  amount_cents: Cents;
  fee_cents: Cents;
  details?: object | undefined;
};

/** A request that is to be made. A total that is left out is completed with the fee's share that the lock computes. */
export type NewRequest = {
  apply_id: string;
  platform?: Platform | undefined;
  amount_cents: Cents;
  fee_cents: Cents;
  opening_fee_cents: Cents;
  total_cents?: Cents | undefined;
  transaction_id?: string | undefined;
  client_remarks?: string | undefined;
  details: object;
  /** What only one request may have at a time, such as a transaction id. */
  claim?: string | undefined;
  lines: readonly NewLine[];
};

export type AskChange = {
  client: bigint;
  /** Null for the payer of a pay link. */
  by: bigint | null;
  kind: KindName;
  /** Approved as soon as it is made. */
  at_once?: true | undefined;
  /** The attempt's name and the digest of its content, both written as a uuid. */
  attempt: string;
  content: string;
  requests: readonly NewRequest[];
  /** Refused where so many requests of this kind wait already; only kinds without platforms have such a limit. */
  most_pending?: number | undefined;
};

export type DecideChange = {
  client: bigint;
  by: bigint;
  request: bigint;
  verdict: Verdict;
  transaction_id?: string | undefined;
  remarks?: string | undefined;
  received?: Cents | undefined;
  reason?: string | undefined;
  /**
   * When an admin gave a reason to send money that should still wait: a change of password or address after that moment
   * counts again. 'now' is the moment of this call.
   */
  let_pass?: string | undefined;
  /** What the decision record keeps of the admin's words. */
  said: object;
  /** The ad accounts that an approval opens: one for the whole order, or one a line. */
  ads?: readonly { ads_id: string; key: string; public_id: string; nickname: string }[] | undefined;
};

type Change = AskChange | DecideChange;

export type Outcome = {
  outcome:
    | 'done'
    | 'replayed'
    | 'key_reused'
    | 'closed'
    | 'crowded'
    | 'decided'
    | 'waits'
    | 'taken'
    | 'missing'
    | 'inactive'
    | 'running'
    | 'changed'
    | 'busy'
    | 'short'
    | 'fee';
  /** Names the account that is missing, inactive or short, or the claim that is taken. */
  blamed: string | null;
  /** The client's spendable wallet after this change. */
  wallet: Cents;
  /** The internal numbers of the requests that were inserted. */
  made: bigint[];
  /** The fee share of the first request, where the lock computed one. */
  share: Cents | null;
  at: Date;
};

/**
 * Makes these changes in one round trip. Each is done or not independently of the others; the outcomes are in the same
 * order.
 */
export async function makeChanges(db: Database, changes: readonly Change[]): Promise<Outcome[]> {
  if (db.writes.held) throw heldBack();
  const text = JSON.stringify(changes, bigintsAsDigits);
  const rows = await db.query<Omit<Outcome, 'made'> & { made: bigint[] | null }>(
    'requests.change',
    'select outcome, blamed, wallet, made, share, made_at as at from change($1, $2)',
    [text, db.vouch(text)],
  );
  return rows.map((row) => ({ ...row, made: row.made ?? [] }));
}

/** Internal numbers and amounts are far below 2^53. */
function bigintsAsDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/**
 * Makes one asking, in a batch with whoever else is asking for something. A verdict is never batched: the database
 * looks for open requests on an account before it makes the batch, and would not see those of the same batch.
 */
export function makeChange(db: Database, asking: AskChange): Promise<Outcome> {
  const make = db.once('requests.change', () =>
    batching((askings: readonly AskChange[]) => makeChanges(db, askings), {
      most: 128,
      conflictKeys,
      repeatSingly: wasRolledBack,
    }),
  );
  return make(asking);
}

/**
 * Two askings with one of these keys in common are made one after the other, in different batches, because the database
 * does not see the other requests of a batch when it counts.
 */
function conflictKeys({ attempt, requests, client, kind, most_pending: most }: AskChange): string[] {
  const counted = most === undefined ? [] : [`${kind} ${client}`];
  return [attempt, ...counted, ...requests.flatMap(({ claim }) => claim ?? [])];
}

/**
 * Whether nothing of the batch was written: an error with an SQLSTATE came from PostgreSQL, which has rolled it back.
 * After a lost connection nobody knows.
 */
function wasRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(?!08|57|25)[0-9A-Z]{5}$/.test(code);
}
