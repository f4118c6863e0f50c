/** Verdicts that wait for a second admin: proposals about requests, written under the lock of what they are about. */
import { refuse } from '#kernel/refusal.ts';
import { sendsMoney } from '#kinds/facts.ts';
import type { Fill } from '#kinds/kind.ts';
import { kindNamed, type Kind } from '#kinds/kinds.ts';
import type { Verdict } from '#kinds/life.ts';
import { propose, takeProposal } from '#proposals/proposals.server.ts';
import type { Database } from '#server/database.server.ts';
import { clientById } from '#users/clients.server.ts';
import { anotherProposal, leftForGood, letsPass, notWaiting, paymentWaits, waitsBefore } from './requests.ts';
import {
  aboutRequest,
  loadRequest,
  lockClient,
  payableFrom,
  type Loaded,
  type ProposedVerdict,
  type Request,
} from './requests.store.server.ts';

/** Thrown where somebody else decided after the request was read and before it was locked. */
export class TooLate extends Error {}

type Said = {
  verdict: Verdict;
  person: bigint;
  fill: Fill;
  reason?: string | undefined;
  why?: (() => string | undefined) | undefined;
};

/** Verdicts that a payout which should still wait may not get. */
const sendsOut: readonly Verdict[] = ['approve', 'release', 'pay'];

/** Stores what another admin has to confirm. */
export async function proposeVerdict(
  tx: Database,
  { request, verdict, person, ...said }: Said & { request: Request },
): Promise<void> {
  if (!(await lockClient(tx, request.client, request.id, request.state))) throw new TooLate();
  const { kind, platform, amountCents, receivedCents } = request;
  if (sendsOut.includes(verdict) && sendsMoney(kindNamed(kind))) {
    const from = await payableFrom(tx, request.id, letsPass(said.fill) ? 'now' : null);
    if (from) refuse(waitsBefore(kindNamed(kind), from));
  }
  const { name, closedAt } = (await clientById(tx, request.client))!;
  if (verdict === 'reverse' && closedAt !== null) refuse(leftForGood);
  // What the inbox shows of it; it can be stored because a request that waits does not change.
  const of = { kind, platform, client: name, amountCents: said.fill.receivedCents ?? receivedCents ?? amountCents };
  await propose(tx, {
    ...aboutRequest(request.applyId),
    payload: { verdict, of, ...saidOf(said) },
    reason: said.reason ?? said.why?.(),
    by: person,
  });
}

/** Under the lock, refuses what would pay a second time, or give back, what another admin says that they have paid. */
export async function refuseWhatIsPaid(
  tx: Database,
  { client, id, state, applyId }: Request,
  { verdict, person }: { verdict: Verdict; person: bigint },
): Promise<void> {
  if (verdict !== 'pay' && verdict !== 'takeBack') return;
  if (!(await lockClient(tx, client, id, state))) throw new TooLate();
  const { proposal } = (await loadRequest(tx, applyId))!;
  if (proposal?.verdict === 'pay' && (verdict === 'takeBack' || proposal.by !== person)) refuse(paymentWaits);
}

/** What waits for a second admin. A correction that an admin asked for counts as a proposal to approve it. */
export function waitingVerdict({ request, proposal }: Loaded, kind: Kind): ProposedVerdict | undefined {
  if (proposal) return proposal;
  if (request.state !== 'Pending' || kind.askedBy !== 'admin') return undefined;
  return { verdict: 'approve', by: request.askedBy!, at: request.createdAt, details: {} };
}

/**
 * Under the lock, takes the proposal that the admin saw: meanwhile it may have been discarded, or another one made.
 * `seen` is null for a correction, which is its own proposal.
 */
export async function takeWaiting(
  tx: Database,
  { client, id, state, applyId, kind }: Request,
  seen: Loaded['proposal'],
  person: bigint,
): Promise<void> {
  if (!(await lockClient(tx, client, id, state))) throw new TooLate();
  const { proposal } = (await loadRequest(tx, applyId))!;
  if (proposal?.publicId !== seen?.publicId) refuse(proposal ? anotherProposal : notWaiting);
  if (!seen) return;
  const named = { ...aboutRequest(applyId), publicId: seen.publicId };
  await takeProposal(tx, named, person, notWaiting, kindNamed(kind).decidedBy);
}

/** What a proposal and a decision record store of the admin's words. */
export function saidOf({ fill, reason }: Pick<Said, 'fill' | 'reason'>) {
  const { receivedCents, ...words } = fill;
  return {
    fill: { ...words, ...(receivedCents === undefined ? {} : { receivedCents: receivedCents.toString() }) },
    ...(reason ? { reason } : {}),
  };
}
