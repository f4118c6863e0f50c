/**
 * What the chain says about a transfer, in one line: for admins beside a top-up, for its client as steps of its way.
 */
import { centsOf, usd, type Cents } from '#kernel/money.ts';
import { mostPlaces, unitsOf, unitsOfText } from './amounts.ts';
import { notSeenYetMs } from './verdict.ts';
import type { Evidence, SeenByClient } from './evidence.api.ts';

type Said = { text: string; tone: 'good' | 'bad' | 'wait' };

/** The top-up that the evidence is about; or the withdrawal, which was `sent`. */
export type Claimed = { readonly announced: Cents; readonly askedAt: Date; readonly sent?: boolean };

/** What of a request its evidence is read with. */
export type About = {
  readonly amount: Cents;
  readonly createdAt: Date;
  readonly decidedAt?: Date | null;
  /** Of a withdrawal: where it was to be sent. */
  readonly destination?: object | undefined;
};

export function claimedBy({ amount, createdAt, decidedAt, destination }: About): Claimed {
  // What was paid out is claimed by whoever says so, with the decision.
  return destination === undefined
    ? { announced: amount, askedAt: createdAt }
    : { announced: amount, askedAt: decidedAt ?? new Date(), sent: true };
}

export const words = {
  lookUp: 'Look it up',
  chain: 'On the chain',
  title: 'What the chain says',
  text: 'Every look at this transfer, newest first. A transfer is final when no fork can take it back.',
  none: 'Nobody looked yet.',
  lost: 'A fork took back the transfer that this was approved with. The chain does not have it since',
  checkedAt: 'Looked at',
  says: 'It says',
  sender: 'From',
  recipient: 'To',
  block: 'Block',
  nodes: 'Nodes asked',
  lookAgain: 'Look again',
  lookAgainAt: (applyId: string) => `Look again at ${applyId}`,
  lookFailed: 'The chain could not be read. Please try again.',
  notChecked: 'Not checked',
  notSeenYet: 'Not seen yet',
  notFound: 'Not found on the chain',
  nodeDown: 'Not checked: no node gave a reliable answer',
  failed: 'The transfer failed: nothing was moved',
  wrongToken: 'Not USDT: no transfer of the real token is in it',
  wrongRecipient: (recipient: string) => `Not our address: it went to ${recipient}`,
  wrongPayee: (recipient: string) => `Another recipient: it went to ${recipient}`,
  paid: (amount: string, to: string) => `Paid: ${amount} to ${to}`,
  paidAmount: (amount: string, to: string) => `${amount} to ${to}`,
  payoutRefused: (line: string) => `This transfer did not pay the client. ${line}.`,
  arrivalAsks: (line: string) => `The chain does not say that this amount arrived. ${line}.`,
  creditedBefore: (applyId: string) => `This transfer was credited as ${applyId}: it can’t pay a withdrawal as well.`,
  paidBefore: (applyId: string) => `This transfer paid ${applyId} already: one transfer pays one withdrawal.`,
  payoutUnread: (network: string) =>
    `This is no transaction hash of ${network}, so the chain cannot say that it was paid. Please check it.`,
  payoutAsks: (line: string) => `The chain does not say that this was paid. ${line}.`,
  credited: 'It counts for another top-up already',
  paidAnother: 'It paid another withdrawal already',
  beforeAsked: 'sent before this was asked for',
  tooOld: (when: string) => `Too old: ${when}`,
  matches: (amount: string, from: string) => `Matches: ${amount} from ${from}`,
  matchesFinal: 'Matches, final',
  arrived: (amount: string, from: string) => `${amount} from ${from}`,
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  noWholeCent: (arrived: string) => `No whole cent: ${arrived}`,
  before: (span: string) => `${span} before the claim`,
  after: (span: string) => `${span} after the claim`,
  minutes: (count: number) => (count === 0 ? 'less than 1 min' : `${count} min`),
  hours: (count: number) => `${count} h`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  final: 'final',
  ofNeeded: (confirmations: number, needed: number) => `${Math.min(confirmations, needed)} of ${needed}`,
  oneOf: (lines: number) => `one of ${lines} transfers to us`,

  // To the client
  clientNotSeen: 'Your transfer has not been seen on the chain yet',
  clientSeen: (confirmations: number, needed: number) =>
    `Transfer seen, ${Math.min(confirmations, needed)} of ${needed} confirmations`,
  clientFinal: 'Transfer is final',

  // Beside a rejection
  isOurs: 'This transfer arrived at our address. Rejecting credits it to nobody.',

  // Proposed for an approval
  because: (arrived: string, announced: string) => `${arrived} arrived instead of ${announced}.`,
} as const;

/** The one line about it. */
export function evidenceLine(evidence: Evidence | null | undefined, claimed: Claimed, now: Date): Said {
  if (!evidence) return { text: words.notChecked, tone: 'wait' };
  const { final, confirmations, needed } = evidence;
  return lineOf(evidence, claimed, now, final ? words.final : words.ofNeeded(confirmations ?? 0, needed));
}

/** `standing` says how far it is, or nothing. */
function lineOf(evidence: Evidence, claimed: Claimed, now: Date, standing: string): Said {
  const { verdict, amount, lines } = evidence;
  const matches = claimed.sent ? words.paid : words.matches;
  const other = shortAddress((claimed.sent ? evidence.recipient : evidence.sender) ?? '');
  const rest = [whenOf(evidence, claimed), ...(lines > 1 ? [words.oneOf(lines)] : []), standing].filter(
    (part) => part !== '',
  );
  const told = (text: string, tone: Said['tone']): Said => ({ text: [text, ...rest].join(', '), tone });
  switch (verdict) {
    case 'Verified':
      return told(matches(usdtText(amount), other), 'good');
    case 'Confirming':
      return told(matches(usdtText(amount), other), 'wait');
    case 'Different':
      return told(differenceIn(evidence, claimed, other), 'bad');
    case 'TooOld':
      return { text: words.tooOld([amountIn(evidence, claimed, other), ...rest].join(', ')), tone: 'bad' };
    case 'WrongToken':
      return { text: words.wrongToken, tone: 'bad' };
    case 'WrongRecipient':
      return {
        text: (claimed.sent ? words.wrongPayee : words.wrongRecipient)(shortAddress(evidence.recipient ?? '')),
        tone: 'bad',
      };
    case 'Failed':
      return { text: words.failed, tone: 'bad' };
    case 'Credited':
      return { text: claimed.sent ? words.paidAnother : words.credited, tone: 'bad' };
    case 'NotFound':
      return now.getTime() - claimed.askedAt.getTime() < notSeenYetMs
        ? { text: words.notSeenYet, tone: 'wait' }
        : { text: words.notFound, tone: 'bad' };
    case 'NodeDown':
      return { text: words.nodeDown, tone: 'wait' };
  }
}

/**
 * What the chain says against crediting it, which whoever does so all the same has to have looked at. How far the
 * transfer is stands beside it, as that changes while one looks. Where money is on its way to us, or here, it says how
 * much: what is credited has to be that, whether it is what was announced (null), what is proposed, or named.
 */
export function againstIt(
  evidence: Evidence | null | undefined,
  claimed: Claimed,
  now: Date,
  credited: Cents | null | undefined = evidence?.receivedMoney,
): string | undefined {
  if (!evidence) return undefined;
  const amount = credited ?? claimed.announced;
  const saysHowMuch = ['Verified', 'Confirming', 'Different'].includes(evidence.verdict);
  if (saysHowMuch && isWhatArrived(evidence, amount)) return undefined;
  const said = saysHowMuch ? ({ ...evidence, verdict: 'Different' } as const) : evidence;
  const { text, tone } = lineOf(said, { ...claimed, announced: amount }, now, '');
  return tone === 'bad' ? text : undefined;
}

/** Said of a rejection of money that is here for good and counts for nothing else. */
export function keptBy(evidence: Evidence | null | undefined): string | undefined {
  const here = evidence?.final && (evidence.verdict === 'Verified' || evidence.verdict === 'Different');
  return here ? words.isOurs : undefined;
}

/** How far it is, to its client. */
export function seenLine({ state, confirmations, needed }: SeenByClient): string {
  if (state === 'NotSeen') return words.clientNotSeen;
  return state === 'Final' ? words.clientFinal : words.clientSeen(confirmations, needed);
}

/** `T…pTv8`: enough to see that it is the same one, never enough to pay to. */
function shortAddress(address: string): string {
  return `${address.startsWith('0x') ? '0x' : address.slice(0, 1)}…${address.slice(-4)}`;
}

/** A chain takes more than anybody may announce. */
const mostDigits = 12;

/** `1,000.00` of `1000`; more places than two stay. */
export function usdtText(amount: string | null): string {
  const cents = centsOf(amount ?? '', mostDigits);
  if (cents !== undefined) return usd(cents).slice(1);
  const [whole = '', ...places] = (amount ?? '').split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...places].join('.');
}

/** How much arrived, or was paid; and by how much that is not what was announced. */
function amountIn(evidence: Evidence, claimed: Claimed, other: string): string {
  if (!isWhatArrived(evidence, claimed.announced)) return differenceIn(evidence, claimed, other);
  return (claimed.sent ? words.paidAmount : words.arrived)(usdtText(evidence.amount), other);
}

function differenceIn({ amount }: Evidence, { announced, sent }: Claimed, other: string): string {
  const cents = centsOf(amount ?? '0', mostDigits);
  const moved = (sent ? words.paidAmount : words.arrived)(usdtText(amount ?? '0'), other);
  if (cents === undefined) return words.noWholeCent(moved);
  const more = cents - announced;
  return `${more > 0n ? words.more(usd(more)) : words.less(usd(-more))}: ${moved}`;
}

function whenOf({ at, verdict }: Evidence, { askedAt, sent }: Claimed): string {
  if (!at) return '';
  if (sent) return verdict === 'TooOld' ? words.beforeAsked : '';
  const minutes = Math.round((askedAt.getTime() - at.getTime()) / 60_000);
  const span = Math.abs(minutes);
  const text =
    span < 60
      ? words.minutes(span)
      : span < 48 * 60
        ? words.hours(Math.floor(span / 60))
        : words.days(Math.floor(span / 1440));
  return minutes >= 0 ? words.before(text) : words.after(text);
}

/** Its whole cents where they are final, else all of it. */
function isWhatArrived({ receivedMoney, amount }: Evidence, credited: Cents): boolean {
  if (receivedMoney !== null) return credited === receivedMoney;
  return amount !== null && unitsOfText(amount, mostPlaces) === unitsOf(credited, mostPlaces);
}
