/** The inbox of what waits for a second admin: who wants what, and the second admin's yes or no. */
import { record } from '#audit/audit.server.ts';
import { inJson } from '#kernel/json.ts';
import { usd } from '#kernel/money.ts';
import { reached } from '#kernel/page.ts';
import { insist, notFound, refuse, wrongRole } from '#kernel/refusal.ts';
import { kindNamed, kinds, labelOf } from '#kinds/kinds.ts';
import { confirmAction, dropProposal } from '#proposals/proposals.api.ts';
import { refusedMail } from '#proposals/proposals.mails.server.ts';
import { dropOne, proposalNamed, waitingProposals, type Proposal } from '#proposals/proposals.server.ts';
import { noProposal, refusalToDrop } from '#proposals/proposals.ts';
import { confirmAs, decideAs } from '#requests/calls.server.ts';
import { kindsOfAdmins } from '#requests/hidden.ts';
import { findRequest, listRequests, type ListedRequest } from '#requests/list.server.ts';
import { anotherProposal, shownState } from '#requests/requests.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { signalsAbout } from '#signals/signals.server.ts';
import { mailboxOf } from '#users/admins.server.ts';
import { peopleNamed } from '#users/people.server.ts';
import { addressesOf } from '#withdrawals/destinations.server.ts';
import { applierKnowing, applierOf, approvedBy, confirmerOf } from './appliers.server.ts';
import { getProposals } from './inbox.api.ts';
import { countProposals, decides, inboxCount } from './inbox.counts.server.ts';

export const inboxHandlers = [
  handle(getProposals, async ({ session, app }) => {
    const [{ proposals, corrections }, counted] = await Promise.all([
      oldestWaiting(app.db),
      countProposals(app.db, session.person),
    ]);
    const approving = [...proposals.flatMap((one) => approvedBy(one) ?? []), ...corrections.map((row) => row.applyId)];
    const [askers, holding, signals] = await Promise.all([
      peopleNamed(
        app.db,
        corrections.flatMap(({ askedBy }) => askedBy ?? []),
      ),
      holdingNow(app.db, proposals),
      signalsAbout(app.db, approving, addressesOf(app.db, approving)),
    ]);
    const told = (applyId: string | undefined) => {
      const lit = signals.get(applyId ?? '');
      return lit ? { signals: lit } : {};
    };
    const waiting = [
      ...proposals.map((one) => ({ ...asProposal(one, session, holding.get(one.kind)), ...told(approvedBy(one)) })),
      ...corrections.map((row) => ({
        ...asOwnProposal(row, askers.get(row.askedBy ?? 0n), session),
        ...told(row.applyId),
      })),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const { total, mine } = inboxCount(counted, session);
    return { message: 'Proposals fetched successfully', proposals: waiting, ...reached(total), mine };
  }),

  handle(confirmAction, async (call) => {
    const proposal = await proposalNamed(call.app.db, call.query.id);
    const applier = proposal && applierOf(proposal);
    // What is no proposal may be the id of an admin who was invited before; a correction is judged by its kind below.
    const by = applier ? confirmerOf(proposal) : call.query.id.startsWith('US-') ? 'Admin' : 'Support';
    if (!decides(call.session, by)) refuse(wrongRole);
    if (applier) {
      const { at = proposal.at } = call.query;
      if (proposal.state === 'Pending' && at.getTime() !== proposal.at.getTime()) refuse(anotherProposal);
      const { subject, state } = await applier.confirm(call, proposal, call.query);
      return { message: 'Confirmed.', applyId: subject, state };
    }
    const holding = await applierKnowing(call.app.db, call.query.id);
    if (holding) return refuse(holding.notWaiting);
    const { request } = await confirmAs(call, { kinds, applyId: call.query.id, seen: call.query.at });
    return { message: 'Confirmed.', applyId: request.applyId, state: shownState(request) };
  }),

  handle(dropProposal, async (call) => {
    const { query, body, session, app, from } = call;
    const proposal = await proposalNamed(app.db, query.id);
    if (!proposal) return dropCorrection(call);
    const applier = applierOf(proposal)!;
    if (!decides(session, confirmerOf(proposal))) refuse(wrongRole);
    const own = proposal.by === session.person;
    insist(refusalToDrop(own, body.reason));
    await app.db.transaction(async (tx) => {
      if (!(await dropOne(tx, proposal, session.person))) refuse(noProposal);
      const dropped = applier.droppedAs(proposal);
      const about = dropped.applyId && (await findRequest(tx, { applyId: dropped.applyId }));
      const before = { ...applier.change(proposal, undefined), proposedBy: proposal.byName };
      const after = { reason: body.reason };
      const subject = about ? about.client : undefined;
      await record(tx, { ...dropped, subject, actor: session.person, from, before, after });
      // The address that stands in the proposal may be a thief's by now.
      const to = own ? undefined : await mailboxOf(tx, proposal.by);
      if (to) await queueMail(tx, refusedMail(to, session.username, applier.summary(proposal), body.reason));
    });
    app.events.hint('admins', 'request');
    return { message: own ? 'Taken back.' : 'Refused.', _id: proposal.publicId };
  }),
];

/** Each waits for a person; more than these are not listed, only counted. */
const mostListed = 200;

/** The oldest of what waits, whichever of the two it is. */
async function oldestWaiting(db: Database): Promise<{ proposals: Proposal[]; corrections: ListedRequest[] }> {
  const [proposals, { rows: corrections }] = await Promise.all([
    waitingProposals(db, mostListed),
    // A correction that waits for a second admin is a request already, and its own proposal.
    listRequests(db, { kinds: kindsOfAdmins, states: ['Pending'], sort: 'createdAt', limit: mostListed }),
  ]);
  const times = [...proposals.map(({ at }) => at), ...corrections.map(({ createdAt }) => createdAt)];
  const last = times.toSorted((one, other) => one.getTime() - other.getTime())[mostListed - 1];
  const isListed = (at: Date) => last === undefined || at <= last;
  return {
    proposals: proposals.filter(({ at }) => isListed(at)),
    corrections: corrections.filter(({ createdAt }) => isListed(createdAt)),
  };
}

/** What holds now of all that somebody wants to change, by the kind of proposal. */
async function holdingNow(db: Database, proposals: readonly Proposal[]): Promise<Map<string, unknown>> {
  const named = [...new Map(proposals.map((proposal) => [proposal.kind, applierOf(proposal)]))];
  return new Map(
    await Promise.all(named.map(async ([kind, applier]) => [kind, await applier?.holding?.(db)] as const)),
  );
}

/** A correction is a request: who asked for it takes it back, another admin rejects it. About others nothing waits. */
async function dropCorrection(call: Call<typeof dropProposal>) {
  const { query, body, session, app } = call;
  const row = await findRequest(app.db, { applyId: query.id });
  if (!row && !(await applierKnowing(app.db, query.id))) return refuse(notFound);
  if (!row || !kindsOfAdmins.includes(row.kind)) return refuse(noProposal);
  const own = row.askedBy === session.person;
  insist(refusalToDrop(own, body.reason));
  const remarks = body.reason.trim() === '' ? 'Taken back.' : body.reason;
  await decideAs(call, { kinds, applyId: row.applyId, verdict: 'reject', fill: { remarks } });
  return { message: own ? 'Taken back.' : 'Refused.', _id: row.applyId };
}

function asProposal(proposal: Proposal, session: AdminSession, holding: unknown) {
  const applier = applierOf(proposal)!;
  const { before, after } = applier.change(proposal, holding);
  const own = proposal.by === session.person;
  const decidedBy = confirmerOf(proposal);
  return {
    _id: proposal.publicId,
    kind: proposal.kind,
    subject: proposal.subject,
    summary: applier.summary(proposal),
    reason: proposal.reason ?? '',
    by: proposal.byName,
    byEmail: proposal.byEmail,
    own,
    decidedBy,
    mayConfirm: !own && decides(session, decidedBy),
    mayDrop: decides(session, decidedBy),
    before: inJson(before) ?? null,
    after: inJson(after) ?? null,
    at: proposal.at,
    page: applier.page(proposal),
  };
}

function asOwnProposal(row: ListedRequest, asker: { name: string; email: string } | undefined, session: AdminSession) {
  const { applyId, details, createdAt, amountCents, askedBy } = row;
  const { decidedBy } = kindNamed(row.kind);
  const [own, mine] = [askedBy === session.person, decides(session, decidedBy)];
  return {
    _id: applyId,
    kind: 'correction',
    subject: applyId,
    summary: `A ${labelOf(row.kind, row.platform)} of ${usd(amountCents)} for ${row.person.username} would be made.`,
    reason: String(details['reason'] ?? ''),
    by: asker?.name ?? '',
    byEmail: asker?.email ?? '',
    own,
    decidedBy,
    mayConfirm: mine && !own,
    mayDrop: mine,
    before: null,
    after: null,
    at: createdAt,
    page: `/admin/requests/${applyId}`,
  };
}
