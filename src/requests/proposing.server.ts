/** Verdicts that wait for a second admin: proposals about requests, written under the lock of what they are about. */
import { refuse } from '#kernel/refusal.ts';
import { sendsMoney } from '#kinds/facts.ts';
import type { Fill } from '#kinds/kind.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { life, type Verdict } from '#kinds/life.ts';
import { discardProposal, propose, takeProposal } from '#proposals/proposals.server.ts';
import type { Database } from '#server/database.server.ts';
import { clientById } from '#users/clients.server.ts';
import { anotherProposal, letsPass, notWaiting, waitsBefore } from './requests.ts';
import {
  aboutRequest,
  loadRequest,
  lockClient,
  payableFrom,
  type Loaded,
  type Request,
} from './requests.store.server.ts';

/** Somebody else decided between the look and the lock. */
export class TooLate extends Error {}

type Said = {
  verdict: Verdict;
  person: bigint;
  fill: Fill;
  reason?: string | undefined;
  why?: (() => string | undefined) | undefined;
};

/** What a payout that has to wait may not be given; that an approval stands is said of what was paid already. */
const sendsOut: readonly Verdict[] = ['approve', 'release', 'pay'];

/** Writes down what another admin has to confirm, or that an approval stands which somebody wanted undone. */
export async function proposeVerdict(
  tx: Database,
  { request, verdict, person, ...said }: Said & { request: Request },
): Promise<void> {
  if (!(await lockClient(tx, request.client, request.id, request.state))) throw new TooLate();
  const kind = kindNamed(request.kind);
  if (sendsOut.includes(verdict) && sendsMoney(kind) && request.state === life[verdict].from) {
    const from = await payableFrom(tx, request.id, letsPass(said.fill) ? 'now' : null);
    if (from) refuse(waitsBefore(kind, from));
  }
  const about = aboutRequest(request.applyId);
  if (request.state !== life[verdict].to) {
    const { kind, platform, amountCents, receivedCents } = request;
    // What the inbox says about it. A request that waits does not change.
    const { name } = (await clientById(tx, request.client))!;
    const of = { kind, platform, client: name, amountCents: receivedCents ?? amountCents };
    await propose(tx, {
      ...about,
      payload: { verdict, of, ...saidOf(said) },
      reason: said.reason ?? said.why?.(),
      by: person,
    });
  } else if (!(await discardProposal(tx, about, person))) refuse(notWaiting);
}

/**
 * Takes the proposal that was looked at, under the lock: meanwhile it may have been discarded, or proposed anew. `seen`
 * is null for a correction, which is its own proposal.
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
  const role = kindNamed(kind).decidedBy;
  if (seen) await takeProposal(tx, { kind: aboutRequest(applyId).kind, id: seen.publicId, role }, person, notWaiting);
}

/** What a proposal and a decision record keep of what was said. */
export function saidOf({ fill, reason }: Pick<Said, 'fill' | 'reason'>) {
  const { receivedCents, ...words } = fill;
  return {
    fill: { ...words, ...(receivedCents === undefined ? {} : { receivedCents: receivedCents.toString() }) },
    ...(reason ? { reason } : {}),
  };
}
