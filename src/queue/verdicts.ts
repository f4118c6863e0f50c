/** What a verdict on a request needs, for the form and its button; the server judges by the same rule. */
import { claimedBy, evidenceLine, keptBy } from '#chain/evidence.words.ts';
import { directionOf, takesWhatArrives } from '#kinds/facts.ts';
import type { Deed } from '#kinds/kind.ts';
import { kindNamed, type Kind } from '#kinds/kinds.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, fromDollars, plainAmount, sum, usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { words as shared } from '#requests/requests.words.ts';
import { isUnfinished, nothingSaid, refusalToDecide, type Said } from '#requests/requests.ts';
import { paidToUs } from '#signals/signals.ts';
import { signalsApart } from '#signals/apart.ts';
import { creditOf, flagsOf as oddOf, isTickFor } from '#topups/arrived.ts';
import { factsOf, flagOf as oddAddress, isEarly, refusalToPayEarly, toldBeside } from '#withdrawals/warnings.ts';
import type { getQueue } from './queue.api.ts';
import { words } from './queue.words.ts';

export type QueuedRequest = OutputOf<typeof getQueue>['requests'][number];
export type Verdict = 'approve' | 'reject';
/** What was typed, with what arrived. */
export type Typed = Said & { received: string };

export const nothingTyped: Typed = { ...nothingSaid, received: '' };

/** What an approval begins with: where the chain says for good that another amount arrived, that one. */
export function proposedFor(row: QueuedRequest, verdict: Verdict): Typed {
  const credit = verdict === 'approve' && takesWhatArrives(kindNamed(row.kind)) ? creditOf(row) : undefined;
  return credit ? { ...nothingTyped, received: credit.receivedMoney, remarks: credit.remarks } : nothingTyped;
}

export function needsOf(row: QueuedRequest): Kind['approvalNeeds'] {
  return row.destination?.takesTwo ? 'nothing' : kindNamed(row.kind).approvalNeeds;
}

/** Ready sentences that fit every one of them. */
export function sharedReasons(rows: readonly QueuedRequest[]): readonly string[] {
  const [first = [], ...others] = [...new Set(rows.map(({ kind }) => kind))].map(
    (kind) => kindNamed(kind).words.reasons,
  );
  return first.filter((reason) => others.every((reasons) => reasons.includes(reason)));
}

/** The amount of a row: what was credited, not what was announced, where another amount arrived. */
export function amountOf(row: Pick<QueuedRequest, 'receivedMoney' | 'amount'>): Cents {
  return row.receivedMoney ?? row.amount;
}

/** What approving does in the world, by the kind's own words; with what arrived, where that was typed. */
export function deedOf(row: QueuedRequest, typed: Typed = nothingTyped): string {
  // Where two agree first, nothing is sent with this verdict yet.
  if (row.destination?.takesTwo) return words.agreeToPay(usd(amountOf(row)), row.userId.username);
  return kindNamed(row.kind).words.deed(whatOf(row, typed));
}

export function rejectionOf(row: QueuedRequest): string {
  return words.rejectThis(usd(amountOf(row)), row.userId.username);
}

/** What the button of an approval does: not the deed where the portal only writes down that it was done. */
export function approvalOf(row: QueuedRequest, typed: Typed): string {
  const { recorded } = kindNamed(row.kind).words;
  return recorded && !row.destination?.takesTwo ? recorded(whatOf(row, typed)) : deedOf(row, typed);
}

function whatOf(row: QueuedRequest, typed: Typed): Deed {
  return {
    client: row.userId.username,
    amountCents: row.amount,
    totalCents: row.totalCost,
    receivedCents: receivedOf(typed) ?? row.receivedMoney,
    spentCents: row.spent ?? undefined,
    adsId: row.adsId,
    accounts: accountsOf(row).length,
  };
}

/** What is known of each account that an order names. */
export function accountsOf({ details }: Pick<QueuedRequest, 'details'>): string[] {
  const { rows = [], deposits = [] } = details as { rows?: Record<string, unknown>[]; deposits?: number[] };
  return rows.map((row, place) => {
    const told = Object.values(row).filter((text) => typeof text === 'string' && text !== '');
    return [...told, usd(fromDollars(deposits[place] ?? 0))].join(' · ');
  });
}

/** Details of a request that stand elsewhere beside it, or that only the portal reads. */
const toldElsewhere = ['rows', 'deposits', 'rate', 'topupBasisPoints', 'networkName', 'networkAddress', 'payway'];

/** Whether somebody paid it through a link of its client's: they read why it was rejected. */
export function isByLink({ details }: Pick<QueuedRequest, 'details'>): boolean {
  return details['paylink'] !== undefined;
}

/** Who asked for it, as its story begins: a stranger, where it was paid through a paylink. */
export function askerOf(row: Pick<QueuedRequest, 'askedBy' | 'details' | 'userId'>): string {
  return isByLink(row) ? words.payer : (row.askedBy ?? row.userId.username);
}

/** Whatever else a request keeps, for whoever decides it: the licence of an order, the month that is settled. */
export function detailsOf({ askedBy, details }: Pick<QueuedRequest, 'askedBy' | 'details'>): [string, unknown][] {
  const elsewhere = askedBy === null ? toldElsewhere : [...toldElsewhere, 'reason'];
  return Object.entries(details).filter(([name, value]) => !elsewhere.includes(name) && isWorthTelling(value));
}

export function isWorthTelling(value: unknown): boolean {
  return (
    value !== '' &&
    value !== null &&
    value !== undefined &&
    value !== 0 &&
    !(Array.isArray(value) && value.length === 0)
  );
}

/** The amount that a verdict moves in the world, with what was typed: what was spent of it is not loaded once more. */
export function movedBy(row: QueuedRequest, typed: Typed): Cents {
  const [amount, spent] = [receivedOf(typed) ?? amountOf(row), row.spent ?? 0n];
  return amount > spent ? amount - spent : 0n;
}

/** Subtotals of what has to be moved, in words: `$65.50 in · $20.00 out`; with what arrived, where that was typed. */
export function sumsOf(
  rows: readonly QueuedRequest[],
  typedOf: (row: QueuedRequest) => Typed = () => nothingTyped,
): string {
  const sums = (['in', 'out', 'moved'] as const).map((direction) => {
    const those = rows.filter(({ kind }) => directionOf(kindNamed(kind)) === direction);
    return those.length === 0 ? '' : words.sums[direction](usd(sum(those.map((row) => movedBy(row, typedOf(row))))));
  });
  return sums.filter((each) => each !== '').join(' · ');
}

/** All that is odd about it, which whoever approves it has to have looked at. */
export function flagsOf(row: QueuedRequest, now: Date): string[] {
  const address = oddAddress(row.destination);
  return [...(address === undefined ? [] : [address]), ...oddOf(row, now)];
}

/**
 * Whether the chain speaks against crediting it: whoever approves it has ticked that they looked, and tells the server
 * so. Of a payout it is told again of the transfer that is named with the verdict.
 */
export function isTicked(row: QueuedRequest, now: Date, typed: Typed): boolean {
  return takesWhatArrives(kindNamed(row.kind)) && isTickFor(row, now, receivedOf(typed) ?? null);
}

/**
 * Everything that the card says against approving it as it stands. Where a node was asked, only what matches passes.
 */
export function warningsOf(row: QueuedRequest, now: Date): string[] {
  const { waits, own, duplicates, evidence, destination, signals = [] } = row;
  const seen = evidence && evidenceLine(evidence, claimedBy(row), now);
  const beside = destination ? factsOf(destination, signals, now).filter(({ warns }) => warns) : [];
  return [
    ...(waits ? [words.waitsShort(waits.verdict, waits.by)] : []),
    ...(own ? [words.ownRequest] : []),
    ...duplicates.map((twin) => words.seenBefore(twin.applyId, twin.username, twin.same)),
    ...(seen && seen.tone !== 'good' ? [seen.text] : []),
    ...[...beside, ...signalsApart(row, toldBeside(destination))].map(({ text }) => text),
  ];
}

/** What was read of each when somebody said to have looked at it, by its apply id. */
export type Seen = ReadonlyMap<string, string>;

/** Why it is not decided together with others, or undefined. */
export function leftOutAs(row: QueuedRequest, verdict: Verdict, seen: Seen): string | undefined {
  return isSeen(row, verdict, seen) ? undefined : againstMany(row, verdict)[0];
}

/** Whether somebody has looked at it as it is: what is said of it since is not taken in by that. */
export function isSeen(row: QueuedRequest, verdict: Verdict, seen: Seen): boolean {
  return decidedAlone(row, verdict) === undefined && seen.get(row.applyId) === readOf(row, verdict);
}

/** What whoever looks at it reads; how far its transfer is changes all the time. */
export function readOf({ evidence, ...row }: QueuedRequest, verdict: Verdict): string {
  const still = evidence ? { evidence: { ...evidence, confirmations: null } } : {};
  return againstMany({ ...row, ...still }, verdict).join(' ');
}

/** Why nobody's look takes it in: it is decided on its own, or not by this admin. */
export function decidedAlone(row: QueuedRequest, verdict: Verdict): string | undefined {
  if (row.waits) return words.waitsShort(row.waits.verdict, row.waits.by);
  if (verdict === 'reject') return keptBy(row.evidence);
  return neverByThem(row) ?? (isEarly(row.destination) ? words.waitsToBePaid : undefined);
}

/** Why this admin can't approve it, whatever they say with it. */
export function neverByThem({ own, destination }: QueuedRequest): string | undefined {
  if (own) return words.ownRequest;
  return destination?.own ? paidToUs : undefined;
}

/** All that whoever says to have looked at it has to have read; a flag that a warning says whole is said once. */
export function againstMany(row: QueuedRequest, verdict: Verdict): string[] {
  const [alone, now] = [decidedAlone(row, verdict), new Date()];
  if (alone !== undefined || verdict === 'reject') return alone === undefined ? [] : [alone];
  const warnings = warningsOf(row, now);
  const flags = flagsOf(row, now).filter((flag) => !warnings.some((text) => text.startsWith(flag)));
  return [...new Set([...flags, ...warnings])];
}

/** Why an admin asked for it; where a client could have, too, that stands in the place of the client's note. */
export function whyOf({ askedBy, details, clientRemarks }: QueuedRequest): string {
  return askedBy === null ? '' : String(details['reason'] ?? clientRemarks);
}

function receivedOf({ received }: Typed): Cents | undefined {
  return centsOf(plainAmount(received));
}

export function refusalOfVerdict(row: QueuedRequest, verdict: Verdict, typed: Typed): Refusal | undefined {
  const received = receivedOf(typed);
  const asksAdsIds = verdict === 'approve' && needsOf(row) === 'adsId' && typed.adsId.trim() !== '';
  if (asksAdsIds && isUnfinished(typed.adsId, accountsOf(row).length)) return invalid('adsId', shared.adsIdMissing);
  if (verdict === 'approve' && typed.received.trim() !== '' && (received === undefined || received === 0n)) {
    return {
      code: 'input.invalid',
      message: 'Please enter an amount from 0.01 to 1,000,000.00.',
      status: 400,
      field: 'receivedMoney',
    };
  }
  const early = verdict === 'approve' ? refusalToPayEarly(row.destination, typed.letPass) : undefined;
  if (early) return early;
  return refusalToDecide(
    kindNamed(row.kind),
    verdict === 'approve' && row.destination?.takesTwo ? 'release' : verdict,
    { adsId: typed.adsId, transactionId: typed.transactionId, remarks: typed.remarks, receivedCents: received },
    row.amount,
  );
}

/**
 * One item of `decide-requests`. Approving says something only where another amount arrived: its field is shown with
 * that one.
 */
export function itemOf(row: QueuedRequest, verdict: Verdict, typed: Typed) {
  const { adsId, transactionId, remarks, received, letPass, acknowledged } = typed;
  const { applyId } = row;
  if (verdict === 'reject') return { applyId, remarks };
  const receivedMoney = plainAmount(received);
  const more = {
    ...(receivedMoney === '' ? {} : { receivedMoney, remarks }),
    ...(letPass.trim() === '' ? {} : { letPass }),
    ...(acknowledged ? { acknowledged } : {}),
  };
  return { applyId, adsId, transactionId, ...more };
}
