/** The SQL of single requests: private to this slice. Rows are written by `change` alone (change.server.ts). */
import type { Cents } from '#kernel/money.ts';
import { lockWallet } from '#ledger/ledger.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Fill } from '#kinds/kind.ts';
import type { Line } from './requests.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State, Verdict } from '#kinds/life.ts';
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
  /** As the admin typed it; several of one order are joined by `, `. */
  adsId: string | null;
  /** What it says of each ad account, in the order of the rows. */
  lines: Line[];
  transactionId: string | null;
  clientRemarks: string | null;
  /** The admin's remarks. */
  remarks: string | null;
  /** Values that are only shown and decide nothing. */
  details: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
  decidedBy: bigint | null;
  reversedAt: Date | null;
  reason: string | null;
  /** The Ads IDs of the accounts that it opened; present only where one request is loaded. */
  openedAs?: string | null;
};

/**
 * SQL for a request's Ads IDs in one text. Where one Ads ID took a whole order, every line names it, and it is said
 * once.
 */
export const adsIdOf = (request: string) =>
  `(select case when count(distinct l.ad_account) = 1 then min(l.ads_id)
   else string_agg(l.ads_id, ', ' order by l.n) end
    from request_lines l where l.request = ${request})`;

const linesOf = (request: string) =>
  `(select coalesce(json_agg(json_build_object('adsId', l.ads_id, 'email', l.email, 'timeZone', l.time_zone,
      'amountCents', l.amount_cents, 'feeCents', l.fee_cents, 'details', l.details) order by l.n), '[]')
    from request_lines l where l.request = ${request})`;

/** The select list that gives a `Request`; `r` is the table. */
export const requestColumns = `r.id, r.apply_id as "applyId", r.kind, r.platform, r.state, r.client, r.asked_by as "askedBy",
  r.amount_cents as "amountCents", r.fee_cents as "feeCents", r.opening_fee_cents as "openingFeeCents", r.total_cents as "totalCents",
  r.received_cents as "receivedCents", ${adsIdOf('r.id')} as "adsId", ${linesOf('r.id')} as lines,
  r.transaction_id as "transactionId", r.client_remarks as "clientRemarks",
  r.remarks, r.details, r.created_at as "createdAt", r.updated_at as "updatedAt", r.decided_at as "decidedAt", r.decided_by as "decidedBy",
  r.reversed_at as "reversedAt", r.reason`;

const openedAs = `(select string_agg(a.ads_id, ', ' order by a.place) from ad_accounts a
  where a.request = r.id) as "openedAs"`;

/** A verdict that waits for a second admin. */
export type ProposedVerdict = {
  verdict: Verdict;
  by: bigint;
  at: Date;
  details: { fill?: StoredFill; reason?: string };
};
type StoredFill = Omit<Fill, 'receivedCents'> & { receivedCents?: string };

export type Loaded = {
  request: Request;
  decidedByName: string | null;
  proposal: (ProposedVerdict & { publicId: string }) | null;
};

/** How a verdict on a request is named among the proposals. */
export const aboutRequest = (applyId: string) => ({ kind: 'verdict', subject: applyId }) as const;

/** Joins as `w` the verdict that waits for a second admin. */
export const proposed = `left join proposals w
  on w.kind = 'verdict' and w.subject = r.apply_id and w.state = 'Pending'`;

/** One request with everything that a verdict on it needs. */
export async function loadRequest(db: Database, applyId: string): Promise<Loaded | undefined> {
  type Row = Request & {
    decidedByName: string | null;
    proposedId: string | null;
    proposedBy: bigint;
    proposedAt: Date;
    proposedPayload: ProposedVerdict['details'] & { verdict: Verdict };
  };
  const [row] = await db.query<Row>(
    'requests.load',
    `select ${requestColumns}, ${openedAs}, (select name from people where id = r.decided_by) as "decidedByName",
       w.public_id as "proposedId", w.proposed_by as "proposedBy", w.at as "proposedAt", w.payload as "proposedPayload"
     from requests r ${proposed} where r.apply_id = $1`,
    [applyId],
  );
  if (!row) return undefined;
  const { decidedByName, proposedId, proposedBy, proposedAt, proposedPayload, ...request } = row;
  const proposal = proposedId && {
    publicId: proposedId,
    verdict: proposedPayload.verdict,
    by: proposedBy,
    at: proposedAt,
    details: proposedPayload,
  };
  return { request, decidedByName, proposal: proposal || null };
}

/** The requests of one attempt in their order, and the wallet after it: from these the first answer is given again. */
export async function loadAttempt(db: Database, attempt: string): Promise<{ requests: Request[]; wallet: Cents }> {
  const rows = await db.query<Request & { wallet: Cents }>(
    'requests.attempt',
    `select ${requestColumns}, coalesce(
       (select m.src_balance from movements m where m.request = r.id and m.step = 0 and m.src ^@ 'wallet:'
       order by m.leg desc limit 1),
       (select b.balance from balances b where b.account = 'wallet:' || r.client), 0) as wallet
     from requests r where r.attempt = $1 order by r.n`,
    [attempt],
  );
  const wallet = rows.at(-1)?.wallet ?? 0n;
  return { requests: rows.map(({ wallet: _, ...request }) => request), wallet };
}

/** The requests of these attempts, in no order. */
export function loadAttempts(db: Database, attempts: readonly string[]): Promise<Request[]> {
  return db.query<Request>(
    'requests.attempts',
    `select ${requestColumns} from requests r where r.attempt = any($1::uuid[])`,
    [attempts],
  );
}

/** Until when a request has to wait before it may be approved, or null. `letPass` as `change` takes it. */
export async function payableFrom(db: Database, request: bigint, letPass: string | null = null): Promise<Date | null> {
  const rows = await db.query<{ from: Date | null }>(
    'requests.payable_from',
    'select payable_from($1, $2::timestamptz) as from',
    [request, letPass],
  );
  return rows[0]!.from;
}

/**
 * Takes the client's lock as `change` does, for a step that moves nothing yet; false where the request is no longer in
 * `state`.
 */
export async function lockClient(tx: Database, client: bigint, request: bigint, state: State): Promise<boolean> {
  await lockWallet(tx, client);
  const rows = await tx.query('requests.still', 'select from requests where id = $1 and state = $2', [request, state]);
  return rows.length > 0;
}
