/**
 * A change is one thing done to one client's money: a call that asks for one or more requests, or one verdict on a
 * request. It says who wants what; what moves is not said, as the database knows the postings of every kind. Any number
 * of changes are one call of its function `change`, which does each of them entirely or not at all; this file shares
 * the round trip among callers. What is not said is left out of the call's text, as each byte of it is written, vouched
 * for and read again for every order.
 */
import type { KindName } from '#kinds/kinds.ts';
import type { Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Cents } from '#kernel/money.ts';
import { batching } from '#server/batching.server.ts';
import type { Database } from '#server/database.server.ts';

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

/** A request to be; a total that is left out is completed by the lock's share of the fee. */
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
  /** What of it may exist once. */
  claim?: string | undefined;
  lines: readonly NewLine[];
};

export type AskChange = {
  client: bigint;
  /** Null for the payer of a pay link. */
  by: bigint | null;
  kind: KindName;
  /** Approved in the same breath. */
  at_once?: true | undefined;
  /** Digests in the form of a uuid. */
  attempt: string;
  content: string;
  requests: readonly NewRequest[];
  /** Only where fewer requests of this kind, which has no platforms, wait for a decision. */
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
  /** When an admin let a payout pass that should wait: what changed after that moment counts; 'now' is this one. */
  let_pass?: string | undefined;
  /** What the decision record keeps of what was said. */
  said: object;
  /** The ad accounts that an approval opens: one for the whole order, or one a line. */
  ads?: readonly { ads_id: string; key: string; public_id: string }[] | undefined;
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
    | 'short';
  /** The account that is missing, inactive or short, or the claim that is taken. */
  blamed: string | null;
  /** The client's spendable wallet after this change. */
  wallet: Cents;
  /** The internal numbers of the requests that were inserted. */
  made: bigint[];
  /** The fee share of the first request, where the lock computed one. */
  share: Cents | null;
  at: Date;
};

/** Makes these changes in one round trip; each is done or not by itself, and answers in its place. */
export async function makeChanges(db: Database, changes: readonly Change[]): Promise<Outcome[]> {
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
 * Makes one asking in a round trip that it shares with whoever else is asking for something. A verdict is never
 * batched: the database looks for open requests on an account before it makes the batch, and would not see those of the
 * same batch.
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
 * Two calls that share one of these keys are made one after the other, in batches of their own: the database does not
 * count the other requests of a batch.
 */
function conflictKeys({ attempt, requests, client, kind, most_pending: most }: AskChange): string[] {
  const counted = most === undefined ? [] : [`${kind} ${client}`];
  return [attempt, ...counted, ...requests.flatMap(({ claim }) => claim ?? [])];
}

/**
 * An error with an SQLSTATE came from PostgreSQL, so that nothing of the batch was written. A lost connection says
 * nothing.
 */
function wasRolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(?!08|57|25)[0-9A-Z]{5}$/.test(code);
}
