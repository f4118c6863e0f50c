/** What a client is told when a request was decided: a notice for the bell, and a mail. */
import { chargesAtOnce, replacesAccount, sendsMoney, setsAside, undoesInWallet } from '#kinds/facts.ts';
import { kindNamed, type Kind, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { platformAt, type Platform } from '#platforms/platforms.ts';

type Decided = {
  readonly kind: KindName;
  readonly platform: Platform | null;
  readonly state: State;
  readonly applyId: string;
  readonly amountCents: Cents;
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
  readonly adsId: string | null;
  readonly openedAs?: string | null | undefined;
  readonly transactionId: string | null;
  /** What an admin said about it. */
  readonly remarks: string | null;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
};

const verbs: Partial<Record<State, string>> = {
  'To pay': 'was approved and is being paid',
  Approved: 'was approved',
  Rejected: 'was rejected',
  Reversed: 'was reversed',
};

/** `Your deposit of $50.00 into your Google ad account was approved (DP-7K3Q-X2MF).` The subject of the mail, too. */
export function noticeOf(request: Decided): string {
  const { askedBy, words } = kindNamed(request.kind);
  const summary = words.summary(request);
  if (askedBy === 'admin' && request.state === 'Approved')
    return `A ${summary} was posted to your wallet (${request.applyId}).`;
  return `Your ${summary} ${verbs[request.state] ?? 'was changed'} (${request.applyId}).`;
}

type DecisionMail = {
  subject: string;
  lines: string[];
  quote?: string;
  facts: [string, string][];
  next: string;
  button: { label: string; url: string };
  applyId: string;
};

type Around = {
  readonly username: string;
  readonly walletCents: Cents;
  /** The platforms that are switched on. */
  readonly on: ReadonlySet<string>;
  /** Whether an admin asked for it in place of its client. */
  readonly begun?: boolean;
};

/**
 * The mail to its client: what was decided, about how much, what the wallet holds now, what comes next, and a link to
 * the request. `quote` is what an admin said, word for word.
 */
export function mailOf(request: Decided, around: Around): DecisionMail {
  const kind = kindNamed(request.kind);
  const { username, walletCents, on } = around;
  // A correction has its reason from the moment it was asked for.
  const { reason: asked } = request.details;
  const said = request.state === 'Reversed' ? request.reason : request.remarks;
  const quote = said ?? (typeof asked === 'string' ? asked : undefined);
  const text = noticeOf(request);
  return {
    subject: text,
    lines: [`Hello ${username},`, text, ...(quote ? ['The reason given:'] : [])],
    ...(quote ? { quote } : {}),
    facts: [...factsOf(request, kind), ['Wallet balance now', usd(walletCents)]],
    next: nextOf(request, kind, around),
    button: { label: 'Open it in the portal', url: clientPageOf(request, on) },
    applyId: request.applyId,
  };
}

function factsOf(request: Decided, kind: Kind): [string, string][] {
  const { amountCents, totalCents, receivedCents, state, transactionId } = request;
  const adsId = request.openedAs ?? request.adsId;
  return [
    ['Amount', usd(receivedCents ?? amountCents)],
    ...(totalCents === amountCents || receivedCents !== null
      ? []
      : [['Total with fees', usd(totalCents)] as [string, string]]),
    ...(adsId !== null && (!kind.opens || state === 'Approved') ? [['Ads ID', adsId] as [string, string]] : []),
    ...(sendsMoney(kind) && state === 'Approved' && transactionId !== null
      ? [['Transaction ID', transactionId] as [string, string]]
      : []),
  ];
}

/** What its client can do now, or what comes next. */
function nextOf(request: Decided, kind: Kind, { on, begun }: Around): string {
  const { state } = request;
  if (state === 'To pay') return 'We send the money next. You get another e-mail with the transaction ID.';
  if (state === 'Approved') return kind.words.next;
  if (state === 'Reversed') return `${reversedText(kind)} Please write to us if you have a question.`;
  if (kind.askedBy === 'admin') return 'Nothing was moved. You do not have to do anything.';
  if (isPaidByAnother(request)) return 'The payer can pay again through your paylink while it is open.';
  if (begun) return stillIn(request);
  if (!isSentAgain(request)) return `${backText(request, kind)}${askAnew}`;
  if (isPaused(request, on))
    return `${backText(request, kind)}${request.platform} is paused. You can ask again once we offer it again.`;
  return `${backText(request, kind)}You can correct it and send it again: the form is filled in.`;
}

/** Whether its platform is switched off: the forms and lists of it are not there then. */
export function isPaused({ platform }: Pick<Decided, 'platform'>, on: ReadonlySet<string>): boolean {
  return platform !== null && !on.has(platform);
}

/** Its client did not ask for it, so that nothing is theirs to correct. */
function stillIn({ amountCents }: Decided): string {
  const nothing = 'We asked for this ourselves, so you do not have to do anything.';
  return amountCents > 0n ? `${nothing} ${usd(amountCents)} is still in the ad account.` : nothing;
}

/** Said of what has no form: an account may run again by then, or be closed. */
const askAnew = 'While the ad account is not active, you can ask for another one on its page.';

function backText({ amountCents, totalCents }: Decided, kind: Kind): string {
  if (chargesAtOnce(kind) && totalCents > 0n) return `${usd(totalCents)} went back to your wallet. `;
  return setsAside(kind) && amountCents > 0n ? `${usd(amountCents)} went back to the ad account. ` : '';
}

/** Whether its client can send it again in a form: not what a payer sent, nor what an account's page asks for. */
export function isSentAgain(request: Pick<Decided, 'kind' | 'details'>): boolean {
  const kind = kindNamed(request.kind);
  return kind.askedBy !== 'admin' && !replacesAccount(kind) && !isPaidByAnother(request);
}

/** Whether somebody paid it through a paylink of its client. */
function isPaidByAnother({ details }: Pick<Decided, 'details'>): boolean {
  return typeof details['paylink'] === 'string';
}

/** The statement is of the wallet: where that stays as it is, the ad account tells. */
function reversedText(kind: Kind): string {
  return undoesInWallet(kind)
    ? 'Your statement shows what was moved back.'
    : 'Your wallet did not change. The page of the ad account shows what was moved back.';
}

/**
 * The page of the client area that shows this request alone, opened where it can be opened; of corrections, their list.
 * What stands on a platform that is switched off has no such page: then it is what was written about the request.
 */
export function clientPageOf(request: Pick<Decided, 'kind' | 'platform' | 'applyId'>, on: ReadonlySet<string>): string {
  const { kind, platform, applyId } = request;
  const { askedBy, page } = kindNamed(kind);
  const at = page(platform);
  if (askedBy === 'admin') return at;
  return isPaused(request, on) && platformAt(at) ? `/messages/${applyId}` : `${at}?q=${applyId}&open=true`;
}
