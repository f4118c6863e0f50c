/** What the database is told of a verdict, and how the admin's words are stored. */
import * as z from 'zod/mini';
import { normalisedAdsId } from '#kernel/ids.ts';
import { refuse, Refused } from '#kernel/refusal.ts';
import { keptTransferId } from '#network/transferids.ts';
import { sendsMoney, takesWhatArrives } from '#kinds/facts.ts';
import type { Fill } from '#kinds/kind.ts';
import type { Kind } from '#kinds/kinds.ts';
import { life, type Verdict } from '#kinds/life.ts';
import { mostNickname, nickname } from '#ledger/nickname.ts';
import { authorGone } from '#proposals/proposals.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import { stillMay } from '#users/admins.server.ts';
import { makeChanges, type DecideChange } from './change.server.ts';
import { saidOf, TooLate } from './proposing.server.ts';
import { refusalOf } from './outcomes.server.ts';
import { letsPass, waitsBefore } from './requests.ts';
import { payableFrom, type Request } from './requests.store.server.ts';

type Telling = {
  request: Request;
  kind: Kind;
  verdict: Verdict;
  person: bigint;
  fill: Fill;
  reason?: string | undefined;
  /** The proposal that is confirmed, where one is. */
  confirms?: { at: Date } | null | undefined;
};

/** Carries out one verdict; throws `TooLate` where somebody else was faster. */
export async function changeByVerdict(tx: Database, telling: Telling): Promise<void> {
  const { kind, verdict, request } = telling;
  // A correction counts as its author's proposal, so its author must still be allowed to decide.
  if (verdict === 'approve' && kind.askedBy === 'admin' && !(await stillMay(tx, request.askedBy!, kind.decidedBy)))
    refuse(authorGone);
  const [outcome] = await makeChanges(tx, [changeOf(telling)]);
  if (outcome!.outcome === 'decided') throw new TooLate();
  if (outcome!.outcome === 'waits') refuse(waitsBefore(kind, await payableFrom(tx, request.id)));
  // `short` would tell a client to pay in money. Here the client has spent it, and there is nothing to take back.
  if (verdict === 'reverse' && outcome!.outcome === 'short')
    refuse({
      code: `${kind.name}.short`,
      message: 'The money is no longer there, so this cannot be reversed.',
      status: 409,
    });
  if (outcome!.outcome !== 'done') throw new Refused(refusalOf(kind, outcome!));
}

/** The change for a verdict. What it moves is not part of it: that follows from the kind. */
function changeOf({ request, kind, verdict, person, fill, reason, confirms }: Telling): DecideChange {
  return {
    client: request.client,
    by: person,
    request: request.id,
    verdict,
    said: saidOf({ fill, reason }),
    transaction_id: kind.approvalNeeds === 'transactionId' ? fill.transactionId?.trim() || undefined : undefined,
    remarks: fill.remarks?.trim() || undefined,
    // A proposal that was stored before `keptFill` said so may still name an amount for a kind that takes none.
    received: life[verdict].event === 'approve' && takesWhatArrives(kind) ? fill.receivedCents : undefined,
    reason,
    let_pass: letsPass(fill) ? (confirms?.at.toISOString() ?? 'now') : undefined,
    ...(life[verdict].event === 'approve' && kind.opens
      ? { ads: adsToOpen(kind.opens, request, fill.adsId ?? '') }
      : {}),
  };
}

/**
 * Of what an admin says with a verdict on such a request, what the verdict does something with. The rest is not kept:
 * to the second admin, and in the record of the decision, it would say something else than what is done. A transfer's
 * hash is kept in a form in which it is found again, in case somebody names the same transfer for a top-up.
 */
export function keptFill(kind: Kind, action: 'approve' | 'reject', fill: Fill): Fill {
  const { remarks, transactionId, adsId, receivedCents, letPass } = fill;
  const isYes = action === 'approve';
  const isHash = sendsMoney(kind) && transactionId !== undefined;
  return {
    remarks,
    // What is rejected was sent by no transfer: one that is named all the same may be somebody's top-up.
    ...(isYes && kind.approvalNeeds === 'transactionId'
      ? { transactionId: isHash ? keptTransferId(transactionId) : transactionId }
      : {}),
    ...(isYes && kind.opens ? { adsId } : {}),
    // Only money from outside can arrive with another amount than was asked for.
    ...(isYes && takesWhatArrives(kind) ? { receivedCents } : {}),
    ...(isYes && sendsMoney(kind) ? { letPass } : {}),
  };
}

/**
 * The same once the request is known. A page may be older than the end of its wait: what waits no more is not let pass,
 * nor by two. Whoever names no transfer was told that two have to agree, and asks for that.
 */
export async function fillOf(
  db: Database,
  { id }: Request,
  ...[kind, action, typed]: Parameters<typeof keptFill>
): Promise<Fill> {
  const fill = keptFill(kind, action, typed);
  if (!letsPass(fill) || !fill.transactionId?.trim() || (await payableFrom(db, id)) !== null) return fill;
  return { ...fill, letPass: undefined };
}

function adsToOpen(opens: NonNullable<Kind['opens']>, request: Request, typed: string) {
  const adsIds = opens(typed, request.lines.length);
  if ('code' in adsIds) throw new Refused(adsIds);
  // One account for several lines has as many names, and so none.
  const isEach = adsIds.length === request.lines.length;
  return adsIds.map((adsId, at) => ({
    ads_id: adsId,
    key: normalisedAdsId(adsId),
    public_id: newId('AA'),
    nickname: isEach ? namedIn(request.lines[at]!) : '',
  }));
}

/** What its client called it in the order, as far as a nickname may be so long. */
function namedIn({ details }: Request['lines'][number]): string {
  const { accountName } = details as { accountName?: unknown };
  if (typeof accountName !== 'string') return '';
  const { success, data } = z.safeDecode(nickname, accountName.slice(0, mostNickname).replace(/[\ud800-\udbff]$/, ''));
  return success ? data : '';
}
