/**
 * Asking: a handler says which kind of request its caller wants, in which rows, and at which price. The kind itself
 * (kinds/deposit.ts) declares price and postings. Handlers call `ask` through `askFor` of calls.server.ts, and decide
 * through `decideAs`, as deposits/deposits.server.ts does.
 *
 * Rules about money are checked by the database under the client's lock; whatever is not possible is thrown as a
 * `Refused`. Asking is one round trip, shared with whoever else is asking; all rows of one call are made or none.
 */
import { hash, randomUUID } from 'node:crypto';
import { normalisedAdsId, type ClientId, type PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { notFound, notSignedIn, Refused, type Refusal } from '#kernel/refusal.ts';
import { claimOfTransfer } from '#network/transferids.ts';
import { feesOfLines } from '#kinds/application.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import {
  makeChange,
  makeChanges,
  type AskChange,
  type NewLine,
  type NewRequest,
  type Outcome,
} from './change.server.ts';
import { sortedJson } from './sortedjson.ts';
import { prefixOf, type Kind } from '#kinds/kinds.ts';
import type { Price } from '#kinds/postings.ts';
import type { Platform } from '#platforms/platforms.ts';
import { refusalOf } from './outcomes.server.ts';
import type { Line, OrderLine } from './requests.ts';
import { loadAttempt, loadAttempts, type Request } from './requests.store.server.ts';

export type Row = {
  price: Price;
  platform?: Platform | undefined;
  /** An open ad account of this client, in whatever form somebody typed it. */
  adsId?: string | undefined;
  /** What an order says of each account; the order's amount is the sum of these. */
  lines?: readonly OrderLine[] | undefined;
  transactionId?: string | undefined;
  /** What only one request may have at a time, where that is not the whole transaction. */
  claim?: string | undefined;
  clientRemarks?: string | undefined;
  details?: object;
};

type Asking = {
  kind: Kind;
  client: ClientId;
  /** The person who asks; undefined for the payer of a pay link. */
  askedBy?: PersonId | undefined;
  /** The caller's `Idempotency-Key`; without one every call is a new attempt. */
  key?: string | undefined;
  /** What the attempt consists of: the validated fields and the file's digest. */
  content: unknown;
  rows: readonly Row[];
  /** How many of this kind a client may have waiting, where that is limited. */
  mostPending?: number;
  /** Approved as soon as it is made: an admin's correction where no second admin is needed. */
  atOnce?: boolean;
  /**
   * Writes rows that belong to it, such as a proof image, in the same transaction; a replay does not write them again.
   * The wallet is what is left in it.
   */
  also?: (tx: Database, requests: readonly Request[], wallet: Cents) => Promise<void>;
};

export type Asked = { requests: Request[]; wallet: Cents; replayed: boolean };

/** Makes the requests of one call, all or none, and answers them with the wallet after it. */
export async function ask(db: Database, asking: Asking, tries = 3): Promise<Asked> {
  const change = changeOf(asking);
  try {
    const { outcome, requests } =
      asking.also || asking.atOnce ? await askWith(db, asking, change) : await askShared(db, asking, change);
    if (outcome.outcome === 'replayed') return { ...(await loadAttempt(db, change.attempt)), replayed: true };
    return { requests, wallet: outcome.wallet, replayed: false };
  } catch (error) {
    if (tries > 1 && passes(error)) return ask(db, asking, tries - 1);
    throw error;
  }
}

/** Makes each of these on its own, all in one round trip; undefined in the place of each that was not possible. */
export async function askEach(tx: Database, askings: readonly Asking[]): Promise<(Request | undefined)[]> {
  const changes = askings.map(changeOf);
  const made = await makeChanges(tx, changes);
  return changes.map(({ requests }, n) =>
    made[n]!.outcome === 'done' ? asRequest(requests[0]!, 0, askings[n]!, made[n]!) : undefined,
  );
}

type Tried = { outcome: Outcome; requests: Request[] };

async function askShared(db: Database, asking: Asking, change: AskChange): Promise<Tried> {
  return judge(asking, change, await makeChange(db, change));
}

/** An asking that writes rows of other tables too needs a transaction of its own, so it is not batched. */
async function askWith(db: Database, asking: Asking, change: AskChange): Promise<Tried> {
  return db.transaction(async (tx) => {
    const [made] = await makeChanges(tx, [change]);
    const { outcome, requests } = judge(asking, change, made!);
    if (outcome.outcome !== 'replayed') await asking.also?.(tx, requests, outcome.wallet);
    return { outcome, requests };
  });
}

function judge(asking: Asking, { requests }: AskChange, outcome: Outcome): Tried {
  if (outcome.outcome === 'replayed') return { outcome, requests: [] };
  if (outcome.outcome === 'closed')
    throw new Refused(asking.askedBy !== undefined && asking.kind.askedBy === 'client' ? notSignedIn : accountClosed);
  if (outcome.outcome !== 'done') throw new Refused(refusalOf(asking.kind, outcome));
  return { outcome, requests: requests.map((row, n) => asRequest(row, n, asking, outcome)) };
}

/** Closing an account ends every session; this is for a call that came through a moment earlier. */
export const accountClosed: Refusal = { ...notFound, message: 'This account is closed.' };

/**
 * Whether trying again helps: after a deadlock, or where the random apply id exists already (one chance in a million).
 */
function passes(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === '40P01' || (code === '23505' && (constraint === 'requests_apply_id_key' || constraint === 'requests_once'))
  );
}

function changeOf(asking: Asking): AskChange {
  const { kind, client, askedBy, key, content, rows, mostPending, atOnce } = asking;
  return {
    client,
    by: askedBy ?? null,
    kind: kind.name,
    at_once: atOnce || undefined,
    attempt: key ? attemptOf(askedBy ?? `payer of ${client}`, key) : randomUUID(),
    content: digest(sortedJson([kind.name, askedBy, content])),
    requests: rows.map((row) => newRequest(kind, row)),
    most_pending: mostPending,
  };
}

/**
 * The name of an attempt. A key counts only for the person who asks, whoever's money it is about. Payers of pay links
 * have keys that the portal makes, which must not collide with any key that a client chose.
 */
function attemptOf(who: PersonId | `payer of ${ClientId}`, key: string): string {
  return digest(`${who} ${key}`);
}

/**
 * Whether this person has made a request with this key before. If so, what has changed since must not refuse it: it is
 * asked for again, which writes nothing and gives the first answer.
 */
export async function wasAttempted(db: Database, person: PersonId, key: string | undefined): Promise<boolean> {
  return key !== undefined && (await loadAttempt(db, attemptOf(person, key))).requests.length > 0;
}

/** What this person has made with these keys before. */
export function madeWith(db: Database, person: PersonId, keys: readonly string[]): Promise<Request[]> {
  return loadAttempts(
    db,
    keys.map((key) => attemptOf(person, key)),
  );
}

function newRequest(kind: Kind, row: Row): NewRequest {
  const { price, platform } = row;
  const transactionId = row.transactionId?.trim() || undefined;
  return {
    apply_id: newApplyId(kind, platform ?? null),
    platform,
    amount_cents: price.amountCents,
    fee_cents: price.feeCents,
    opening_fee_cents: price.openingFeeCents,
    total_cents: price.totalCents,
    transaction_id: transactionId,
    client_remarks: row.clientRemarks?.trim() || undefined,
    details: row.details ?? {},
    claim: kind.claim?.at === 'ask' && transactionId ? (row.claim ?? claimOfTransfer(transactionId)) : undefined,
    lines: linesOf(row),
  };
}

function linesOf({ price, adsId, lines = [] }: Row): NewLine[] {
  const { amountCents, feeCents } = price;
  if (adsId !== undefined)
    return [{ ads_id: adsId.trim(), key: normalisedAdsId(adsId), amount_cents: amountCents, fee_cents: feeCents }];
  const deposits = lines.map(({ depositCents }) => depositCents);
  const fees = feesOfLines(feeCents, deposits);
  return lines.map(({ email, timeZone, details }, place) => ({
    email,
    time_zone: timeZone || undefined,
    amount_cents: deposits[place]!,
    fee_cents: fees[place]!,
    details,
  }));
}

function newApplyId(kind: Kind, platform: Platform | null): string {
  return newId(prefixOf(kind, platform));
}

function asRequest(row: NewRequest, n: number, asking: Asking, { made, share, at }: Outcome): Request {
  const feeCents = share ?? row.fee_cents;
  const { askedBy = null, atOnce = false } = asking;
  const lines = row.lines.map((line) => ({ ...asLine(line), feeCents: Number(share ?? line.fee_cents) }));
  return {
    id: made[n]!,
    applyId: row.apply_id,
    kind: asking.kind.name,
    platform: row.platform ?? null,
    state: atOnce ? 'Approved' : 'Pending',
    client: asking.client,
    askedBy,
    amountCents: row.amount_cents,
    feeCents,
    openingFeeCents: row.opening_fee_cents,
    totalCents: row.total_cents ?? row.amount_cents + feeCents,
    receivedCents: null,
    adsId: lines[0]?.adsId ?? null,
    lines,
    transactionId: row.transaction_id ?? null,
    clientRemarks: row.client_remarks ?? null,
    remarks: null,
    details: row.details as Record<string, unknown>,
    createdAt: at,
    updatedAt: at,
    decidedAt: atOnce ? at : null,
    decidedBy: atOnce ? askedBy : null,
    reversedAt: null,
    reason: null,
  };
}

function asLine({ ads_id: adsId, email = '', time_zone: timeZone = '', ...line }: NewLine): Line {
  return {
    adsId: adsId ?? null,
    email,
    timeZone,
    amountCents: Number(line.amount_cents),
    feeCents: Number(line.fee_cents),
    details: (line.details ?? {}) as Line['details'],
  };
}

/** The same content gives the same digest, in whatever order its fields came; 128 bits in the form of a uuid. */
function digest(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}
