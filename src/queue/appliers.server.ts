/**
 * Everything that can wait for a second admin, and what confirming it leads to: the one registry that the inbox and
 * `confirm-action` read.
 */
import type { AdminRole } from '#kernel/access.ts';
import { usd } from '#kernel/money.ts';
import { kindNamed, kinds, labelOf, type KindName } from '#kinds/kinds.ts';
import { life, type Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import { networkApplier } from '#network/network.server.ts';
import type { Applier, Proposal } from '#proposals/proposals.server.ts';
import { confirmAs } from '#requests/calls.server.ts';
import { notWaiting, shownState } from '#requests/requests.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { roleApplier } from '#settings/adminrole.server.ts';
import { invitationApplier } from '#settings/admins.server.ts';
import { pricesApplier } from '#settings/clientprices.server.ts';
import { settingsApplier } from '#settings/settings.handlers.server.ts';
import { insistOnSpend } from '#spend/unseen.server.ts';
import { insistOnArrival } from '#topups/arrived.server.ts';
import { insistOnPayout } from '#withdrawals/sent.server.ts';

/** What a proposed verdict says of its request. */
type OfRequest = {
  verdict: Verdict;
  of: { kind: KindName; platform: Platform | null; client: string; amountCents: string };
  fill?: { transactionId?: string; receivedCents?: string };
};
type Asked = Parameters<typeof insistOnArrival>[1];
const verdictOf = ({ payload }: Proposal) => payload as OfRequest;

const verdictApplier: Applier = {
  kind: 'verdict',
  summary: (proposal) => {
    const { verdict, of } = verdictOf(proposal);
    const what = `${labelOf(of.kind, of.platform)} ${proposal.subject} of ${usd(BigInt(of.amountCents))} for ${of.client}`;
    return verdict === 'reverse'
      ? `The approval of ${what} would be reversed.`
      : `${what} would be ${verdict === 'pay' ? 'paid' : 'approved'}.`;
  },
  page: ({ subject }) => `/admin/requests/${subject}`,
  decidedBy: (proposal) => kindNamed(verdictOf(proposal).of.kind).decidedBy satisfies AdminRole,
  change: (proposal) => {
    const { verdict, fill } = verdictOf(proposal);
    return { before: { state: life[verdict].from }, after: { state: life[verdict].to, ...fill } };
  },
  droppedAs: (proposal) => {
    const { verdict, of } = verdictOf(proposal);
    return { action: `${of.kind}.${verdict === 'release' ? 'approve' : verdict}.dropped`, applyId: proposal.subject };
  },
  confirm: async (call, proposal, { at: seen = proposal.at, acknowledged }) => {
    const { subject } = proposal;
    // The proposal that was named, and no other that took its place.
    const asks = (request: Asked) => insistAnew(call, proposal, request, acknowledged);
    const { request } = await confirmAs(call, { kinds, applyId: subject, seen, asks });
    return { subject, state: shownState(request) };
  },
  notWaiting,
};

/** The second admin has not heard what the first one was asked, and was told of it by nobody: it is asked once more. */
async function insistAnew(call: Caller, proposal: Proposal, request: Asked, acknowledged: boolean): Promise<void> {
  const { verdict, fill } = verdictOf(proposal);
  const said = { applyId: proposal.subject, acknowledged };
  if (verdict === 'reverse') return insistOnSpend(call, 'reverse', said);
  const receivedCents = fill?.receivedCents === undefined ? undefined : BigInt(fill.receivedCents);
  await insistOnArrival(call, request, { receivedCents, acknowledged });
  await insistOnPayout(call, { ...said, transactionId: fill?.transactionId ?? '' });
  await insistOnSpend(call, 'approve', said);
}

/** The request that this proposal would approve or pay, by its apply id. */
export function approvedBy(proposal: Proposal): string | undefined {
  return applierOf(proposal) === verdictApplier && verdictOf(proposal).verdict !== 'reverse'
    ? proposal.subject
    : undefined;
}

const appliers: readonly Applier[] = [
  verdictApplier,
  networkApplier,
  settingsApplier,
  pricesApplier,
  invitationApplier,
  roleApplier,
];

export function applierOf({ kind }: Pick<Proposal, 'kind'>): Applier | undefined {
  return appliers.find((applier) => applier.kind === kind);
}

/** Which admins confirm it, besides those who may everything. */
export function confirmerOf(proposal: Proposal): AdminRole {
  return applierOf(proposal)?.decidedBy?.(proposal) ?? 'Admin';
}

/** Whose thing this id is, where it holds already and nothing about it waits. */
export async function applierKnowing(db: Database, id: string): Promise<Applier | undefined> {
  for (const applier of appliers) if (await applier.holds?.(db, id)) return applier;
  return undefined;
}
