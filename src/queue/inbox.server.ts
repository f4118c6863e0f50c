/** What waits for a second admin, as its inbox shows it. */
import { usd } from '#kernel/money.ts';
import { labelOf } from '#kinds/kinds.ts';
import type { Proposal } from '#proposals/proposals.server.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { applierOf } from './appliers.server.ts';

/** `person` is who looks: whoever wants something can't confirm it. */
export function asProposal(proposal: Proposal, person: bigint) {
  const applier = applierOf(proposal)!;
  return {
    _id: proposal.publicId,
    kind: proposal.kind,
    subject: proposal.subject,
    summary: applier.summary(proposal),
    reason: proposal.reason ?? '',
    by: proposal.byName,
    byEmail: proposal.byEmail,
    own: proposal.by === person,
    at: proposal.at,
    page: applier.page(proposal),
  };
}

export function asOwnProposal(row: ListedRequest, asker: { name: string; email: string } | undefined, person: bigint) {
  const { applyId, details, createdAt, amountCents, askedBy } = row;
  return {
    _id: applyId,
    kind: 'correction',
    subject: applyId,
    summary: `A ${labelOf(row.kind, row.platform)} of ${usd(amountCents)} for ${row.person.username} would be made.`,
    reason: String(details['reason'] ?? ''),
    by: asker?.name ?? '',
    byEmail: asker?.email ?? '',
    own: askedBy === person,
    at: createdAt,
    page: `/admin/requests/${applyId}`,
  };
}
