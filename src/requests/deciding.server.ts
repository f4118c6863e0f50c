/**
 * Deciding: one verdict on one request, made once. The request is loaded, the verdict is checked, and then one
 * transaction holds the change of money, the decision record and whatever the caller writes with it (audit rows,
 * notices, mails).
 *
 * Where a second admin is needed (`approvals: 2`), the first verdict is only proposed: nothing changes until another
 * admin confirms it. A newer proposal replaces an older one; a rejection or cancellation needs none, and ends it.
 */
import pg from 'pg';
import { normalisedAdsId, type ClientId, type PersonId } from '#kernel/ids.ts';
import { invalid, notFound, Refused, refuse, insist, wrongRole, type Refusal } from '#kernel/refusal.ts';
import { Unconfirmed } from '#server/away.server.ts';
import type { Database } from '#server/database.server.ts';
import { onStandby } from '#server/standby.server.ts';
import { ownProposal } from '#proposals/proposals.ts';
import { sendsMoney } from '#kinds/facts.ts';
import type { Fill } from '#kinds/kind.ts';
import type { Kind } from '#kinds/kinds.ts';
import { life, type State, type Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import {
  alreadyDecided,
  anotherProposal,
  letsPass,
  notToPay,
  notWaiting,
  paidTooEarly,
  refusalToDecide,
  refusalToTakeBack,
  shownState,
  verdictOf,
} from './requests.ts';
import { loadRequest, type Loaded, type Request } from './requests.store.server.ts';
import { proposeVerdict, refuseWhatIsPaid, takeWaiting, TooLate, waitingVerdict } from './proposing.server.ts';
import { changeByVerdict, fillOf } from './verdictchange.server.ts';

/** What the caller writes in the transaction of the verdict, after it; when `waits`, only the proposal has changed. */
export type Also = (
  tx: Database,
  after: Request,
  how: { verdict: Verdict; before: State; waits: boolean; person: bigint; reason?: string },
) => Promise<void>;

export type Decided = { request: Request; waits: boolean };

type Naming = {
  kinds: readonly Kind[];
  applyId: string;
  also?: Also;
  /** What the admin is asked before it is done, once nothing else is wrong with it. */
  asks?: ((request: Request) => Promise<void>) | undefined;
  /** Why a second admin is needed; shown in the inbox. */
  why?: (() => string | undefined) | undefined;
};

/** How many admins a verdict needs; a function where that depends on the request and on what was said of it. */
type Approvals = 1 | 2 | ((request: Request, fill: Fill) => 1 | 2);

/** An admin approves or rejects. `platform` and `adsId`, where given, have to name the same request. */
export async function decide(
  db: Database,
  {
    verdict: action,
    admin,
    fill: typed = {},
    approvals = 1,
    ...named
  }: Naming & {
    platform?: Platform;
    adsId?: string;
    verdict: 'approve' | 'reject';
    admin: bigint;
    fill?: Fill;
    approvals?: Approvals;
  },
): Promise<Decided> {
  insist(refusalBeforeTheLook(named.kinds, action, typed, approvals));
  const { loaded, kind } = await find(db, named);
  const { state } = loaded.request;
  const fill = await fillOf(db, loaded.request, kind, action, typed);
  const needed = numberOf(approvals, loaded.request, fill);
  const verdict = verdictOf(kind, action, { state, approvals: needed });
  const refusal = refusalToDecide(kind, verdict, fill, loaded.request.amountCents);
  // What is missing is said first; that a transfer was named too early, only if the request still waits.
  if (refusal !== paidTooEarly) insist(refusal);
  await insistOnState(db, loaded, kind, verdict);
  insist(refusal);
  // Only approving is refused to the admin who asked: rejecting is how they take it back.
  if (action === 'approve') insist(refusalToOwn(loaded.request, kind, admin));
  await named.asks?.(loaded.request);
  return act(db, {
    loaded,
    kind,
    verdict,
    person: admin,
    fill,
    waits: action === 'approve' && needed === 2,
    also: named.also,
    why: named.why,
  });
}

/**
 * An admin has sent the money that two admins agreed on, and names the transfer. Where it should wait again since then,
 * sending it all the same takes two admins once more (`passesByTwo`).
 */
export async function pay(
  db: Database,
  { admin, fill: typed, passesByTwo = false, ...named }: Naming & { admin: bigint; fill: Fill; passesByTwo?: boolean },
): Promise<Decided> {
  const { loaded, kind } = await find(db, named);
  const fill = await fillOf(db, loaded.request, kind, 'approve', typed);
  insist(refusalToDecide(kind, 'pay', fill, loaded.request.amountCents));
  await insistOnState(db, loaded, kind, 'pay');
  await named.asks?.(loaded.request);
  return act(db, {
    loaded,
    kind,
    verdict: 'pay',
    person: admin,
    fill,
    waits: passesByTwo && letsPass(fill),
    also: named.also,
    why: named.why,
  });
}

/**
 * A second admin confirms what waits: a proposed verdict, or a correction that another admin asked for. `seen` is the
 * time of the proposal that this admin saw; a proposal made since may say something else, and is refused. `only` is the
 * one verdict that the call is about, where it is not about any.
 */
export async function confirm(
  db: Database,
  { admin, seen, only, ...named }: Naming & { admin: bigint; seen?: Date | undefined; only?: 'approve' | undefined },
): Promise<Decided> {
  const { loaded, kind } = await find(db, named);
  const { request, proposal } = loaded;
  const own = waitingVerdict(loaded, kind);
  if (!own) {
    await insistOnState(db, loaded, kind, 'approve');
    refuse({ ...notWaiting, extra: { state: shownState(request) } });
  }
  await insistOnState(db, loaded, kind, only ?? own.verdict);
  if (own.by === admin) refuse(ownProposal);
  if (seen && seen.getTime() !== own.at.getTime()) refuse(anotherProposal);
  await named.asks?.(request);
  const { receivedCents, ...fill } = own.details.fill ?? {};
  return act(db, {
    loaded,
    kind,
    verdict: own.verdict,
    person: admin,
    fill: { ...fill, ...(receivedCents ? { receivedCents: BigInt(receivedCents) } : {}) },
    reason: own.details.reason,
    waits: false,
    confirms: proposal,
    also: named.also,
  });
}

/** One of the client's people takes a request of theirs back while it is Pending. */
export async function cancel(
  db: Database,
  { client, person, ...named }: Naming & { client: ClientId; person: PersonId },
): Promise<Decided> {
  const { loaded, kind } = await find(db, named);
  if (loaded.request.client !== client) throw new Refused(notFound);
  await insistOnState(db, loaded, kind, 'cancel');
  insist(refusalToTakeBack(loaded.request, kind));
  return act(db, { loaded, kind, verdict: 'cancel', person, fill: {}, waits: false, also: named.also });
}

/** An admin undoes an approval that was a mistake: the opposite is posted today. */
export async function reverse(
  db: Database,
  { admin, reason, approvals = 1, ...named }: Naming & { admin: bigint; reason: string; approvals?: Approvals },
): Promise<Decided> {
  const { loaded, kind } = await find(db, named);
  if (reason.trim() === '') throw new Refused(invalid('reason', 'Please enter a reason for the reversal.'));
  await insistOnState(db, loaded, kind, 'reverse');
  await named.asks?.(loaded.request);
  return act(db, {
    loaded,
    kind,
    verdict: 'reverse',
    person: admin,
    fill: {},
    reason: reason.trim(),
    waits: numberOf(approvals, loaded.request) === 2,
    also: named.also,
  });
}

function numberOf(approvals: Approvals, request: Request, fill: Fill = {}): 1 | 2 {
  return typeof approvals === 'function' ? approvals(request, fill) : approvals;
}

/** What is missing whatever request the id names: a call that can't succeed is told so before "not found". */
function refusalBeforeTheLook(
  kinds: readonly Kind[],
  verdict: 'approve' | 'reject',
  fill: Fill,
  approvals: Approvals,
): Refusal | undefined {
  const [kind, ...others] = kinds;
  if (!kind || (verdict === 'approve' && others.length > 0)) return undefined;
  // Only the request tells whether a transfer has to be named yet.
  if (verdict === 'approve' && sendsMoney(kind) && approvals !== 1) return undefined;
  return refusalToDecide(kind, verdict, { ...fill, receivedCents: undefined }, 0n);
}

async function find(
  db: Database,
  { kinds, applyId, platform, adsId }: Naming & { platform?: Platform; adsId?: string },
): Promise<{ loaded: Loaded; kind: Kind }> {
  const loaded = await loadRequest(db, applyId.trim());
  const kind = kinds.find((one) => one.name === loaded?.request.kind);
  const { request } = loaded ?? {};
  if (!loaded || !request || !kind) throw new Refused(notFound);
  if (platform !== undefined && request.platform !== platform) throw new Refused(notFound);
  const adsIds = (request.adsId ?? '').split(',').map(normalisedAdsId);
  if (adsId !== undefined && !adsIds.includes(normalisedAdsId(adsId))) throw new Refused(notFound);
  return { loaded, kind };
}

async function insistOnState(db: Database, loaded: Loaded, kind: Kind, verdict: Verdict) {
  if (loaded.request.state === life[verdict].from) return;
  const again = await onStandby(db, (tx) => loadRequest(tx, loaded.request.applyId));
  if (!again || again.request.state === life[verdict].from)
    throw new Unconfirmed('What was decided was lost with its machine.');
  const { request, decidedByName } = again;
  // Only clients cancel, and clients read nobody's name beside a decision.
  const decidedBy = verdict === 'cancel' ? null : decidedByName;
  const extra = {
    state: shownState(request),
    ...(request.decidedAt ? { decidedBy, decidedAt: request.decidedAt.toISOString() } : {}),
  };
  if (verdict === 'reverse' && request.state !== 'Reversed')
    refuse({
      code: `${kind.name}.not_approved`,
      message: 'Only what was approved can be reversed.',
      status: 409,
      extra,
    });
  if (verdict === 'pay' && request.state === 'Pending') refuse({ ...notToPay, extra });
  refuse({ ...alreadyDecided(kind, request.state), extra });
}

/** Nobody decides what they asked for: admins can't approve their own corrections. */
function refusalToOwn(request: Request, kind: Kind, admin: bigint): Refusal | undefined {
  return kind.askedBy === 'admin' && request.askedBy === admin
    ? { code: 'request.own', message: 'Another admin has to decide this, as you asked for it.', status: 409 }
    : undefined;
}

type Act = {
  loaded: Loaded;
  kind: Kind;
  verdict: Verdict;
  person: bigint;
  fill: Fill;
  reason?: string | undefined;
  waits: boolean;
  /** The proposal that this admin saw and confirms; null for a correction, which is its own proposal. */
  confirms?: Loaded['proposal'];
  also: Also | undefined;
  why?: Naming['why'];
};

/**
 * PostgreSQL ends one of two transactions that wait for each other; that one did nothing wrong, so it is tried again.
 */
async function act(db: Database, acting: Act, tries = 3): Promise<Decided> {
  try {
    return await db.transaction((tx) => actIn(tx, acting));
  } catch (error) {
    if (tries > 1 && ['40P01', '40001'].includes((error as { code?: string }).code ?? ''))
      return act(db, acting, tries - 1);
    // The database knows whose work a kind is, and has the last word.
    if (error instanceof pg.DatabaseError && error.code === '42501' && error.message.endsWith('not theirs.'))
      refuse(wrongRole);
    if (error instanceof TooLate) {
      const again = await loadRequest(db, acting.loaded.request.applyId);
      await insistOnState(db, again!, acting.kind, acting.verdict);
    }
    throw error;
  }
}

async function actIn(tx: Database, acting: Act): Promise<Decided> {
  const { loaded, verdict, person, reason, waits, confirms, also } = acting;
  const { request } = loaded;
  await (confirms === undefined ? refuseWhatIsPaid(tx, request, acting) : takeWaiting(tx, request, confirms, person));
  if (waits) await proposeVerdict(tx, { ...acting, request });
  else await changeByVerdict(tx, { ...acting, request });
  const after = waits ? request : (await loadRequest(tx, request.applyId))!.request;
  await also?.(tx, after, { verdict, before: request.state, waits, person, ...(reason ? { reason } : {}) });
  return { request: after, waits };
}
