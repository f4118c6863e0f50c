/** The SQL of single requests: private to this slice. Rows are written by `change` alone (change.server.ts). */
import type { Cents } from '#kernel/money.ts';
import { accountName } from '#ledger/ledger.ts';
import type { Database } from '#server/database.server.ts';
import type { Fill } from '#kinds/kind.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State, Verdict } from '#kinds/life.ts';
import type { Portion } from '#kinds/postings.ts';
import type { Platform } from '#platforms/platforms.ts';

export type Request = {
  /** Internal number; never leaves the server. */
  id: bigint;
  applyId: string;
  kind: KindName;
  platform: Platform | null;
  state: State;
  client: bigint;
  /** Null for the payer of a pay link. */
  askedBy: bigint | null;
  amountCents: Cents;
  feeCents: Cents;
  openingFeeCents: Cents;
  totalCents: Cents;
  receivedCents: Cents | null;
  /** The ledger account of the ad account that a deposit or refund is about. */
  account: string | null;
  /** As the admin typed it; joined by `, ` for an application with several. */
  adsId: string | null;
  transactionId: string | null;
  clientRemarks: string | null;
  /** The admin's. */
  remarks: string | null;
  /** What is only shown, and each row's deposit of an order. */
  details: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
  decidedBy: bigint | null;
  reversedAt: Date | null;
  reason: string | null;
};

/** The select list that gives a `Request`; `r` is the table. */
export const requestColumns = `r.id, r.apply_id as "applyId", r.kind, r.platform, r.state, r.client, r.asked_by as "askedBy",
  r.amount_cents as "amountCents", r.fee_cents as "feeCents", r.opening_fee_cents as "openingFeeCents", r.total_cents as "totalCents",
  r.received_cents as "receivedCents", r.account, r.ads_id as "adsId", r.transaction_id as "transactionId", r.client_remarks as "clientRemarks",
  r.remarks, r.details, r.created_at as "createdAt", r.updated_at as "updatedAt", r.decided_at as "decidedAt", r.decided_by as "decidedBy",
  r.reversed_at as "reversedAt", r.reason`;

/** A verdict that waits for a second admin. */
export type Proposal = { verdict: Verdict; by: bigint; at: Date; details: { fill?: StoredFill; reason?: string } };
type StoredFill = Omit<Fill, 'receivedCents'> & { receivedCents?: string };

export type Loaded = { request: Request; decidedByName: string | null; proposal: Proposal | null };

/**
 * Joins as `w` the verdict that waits for a second admin: the last word said, while it can still be made. That an
 * approved request stays approved is an approval nobody has to confirm: it ends a reversal that waited.
 */
export const proposed = `left join lateral (
    select d.verdict, d.person, d.proposed, d.at, d.details from decisions d where d.request = r.id order by d.id desc limit 1) w
    on w.proposed and (w.verdict = 'reverse') = (r.state = 'Approved')`;

/** One request with what a verdict on it has to know. */
export async function loadRequest(db: Database, applyId: string): Promise<Loaded | undefined> {
  type Row = Request & {
    decidedByName: string | null;
    proposedVerdict: Verdict | null;
    proposedBy: bigint;
    proposedAt: Date;
    proposedDetails: Proposal['details'];
  };
  const [row] = await db.query<Row>(
    'requests.load',
    `select ${requestColumns}, (select name from people where id = r.decided_by) as "decidedByName",
       w.verdict as "proposedVerdict", w.person as "proposedBy", w.at as "proposedAt", w.details as "proposedDetails"
     from requests r ${proposed} where r.apply_id = $1`,
    [applyId],
  );
  if (!row) return undefined;
  const { decidedByName, proposedVerdict, proposedBy, proposedAt, proposedDetails, ...request } = row;
  const proposal = proposedVerdict && {
    verdict: proposedVerdict,
    by: proposedBy,
    at: proposedAt,
    details: proposedDetails,
  };
  return { request, decidedByName, proposal };
}

/** The requests of one attempt in their order, and the wallet after it: the first answer, told again. */
export async function loadAttempt(db: Database, attempt: string): Promise<{ requests: Request[]; wallet: Cents }> {
  const rows = await db.query<Request & { wallet: Cents }>(
    'requests.attempt',
    `select ${requestColumns}, coalesce(
       (select m.src_balance from movements m where m.request = r.id and m.step = 0 and m.src ^@ 'wallet:' order by m.leg desc limit 1),
       (select b.balance from balances b where b.account = 'wallet:' || r.client), 0) as wallet
     from requests r where r.attempt = $1 order by r.n`,
    [attempt],
  );
  const wallet = rows.at(-1)?.wallet ?? 0n;
  return { requests: rows.map(({ wallet: _, ...request }) => request), wallet };
}

/** What an application's ad accounts were given when it was approved, and which of them are open. */
export async function loadOpened(db: Database, request: bigint): Promise<{ portions: Portion[]; open: string[] }> {
  const moved = await db.query<Portion>(
    'requests.opened',
    `select '' as "adsId", m.dst as account, m.amount as "amountCents", m.fee as "feeCents"
     from movements m where m.request = $1 and m.step = 1 and m.dst ^@ 'ad:' order by m.leg`,
    [request],
  );
  const open = await db.query<{ account: string }>(
    'requests.opened accounts',
    'select account from balances where request = $1 and not closed order by account',
    [request],
  );
  return { portions: moved, open: open.map((row) => row.account) };
}

export async function writeDecision(
  tx: Database,
  decision: { request: bigint; person: bigint; verdict: Verdict; proposed: boolean; details: object },
): Promise<void> {
  await tx.query(
    'requests.decision',
    'insert into decisions (request, person, verdict, proposed, details) values ($1, $2, $3, $4, $5)',
    [decision.request, decision.person, decision.verdict, decision.proposed, JSON.stringify(decision.details)],
  );
}

/**
 * Takes the client's lock as `change` would, for a step that moves nothing yet; false where the request has left
 * `state`.
 */
export async function lockClient(tx: Database, client: bigint, request: bigint, state: State): Promise<boolean> {
  await tx.query('requests.lock', 'select lock_wallet($1, $2)', [accountName('wallet', client), client]);
  const rows = await tx.query('requests.still', 'select from requests where id = $1 and state = $2', [request, state]);
  return rows.length > 0;
}
