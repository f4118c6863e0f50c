/** What a client is told when a request was decided: a notice for the bell, and a mail. */
import { sendsMoney } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Cents } from '#kernel/money.ts';
import type { Platform } from '#platforms/platforms.ts';

type Decided = {
  readonly kind: KindName;
  readonly platform: Platform | null;
  readonly state: State;
  readonly applyId: string;
  readonly amountCents: Cents;
  readonly receivedCents: Cents | null;
  readonly adsId: string | null;
  readonly openedAs?: string | null | undefined;
  readonly transactionId: string | null;
  /** What an admin said to it. */
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

/** The mail to the client of that name; `quote` is what an admin said, word for word. */
export function mailOf(
  request: Decided,
  username: string,
): { subject: string; lines: string[]; quote?: string; applyId: string } {
  const { opens } = kindNamed(request.kind);
  const adsId = request.openedAs ?? request.adsId;
  const brought = opens && request.state === 'Approved' && adsId !== null ? [`Ads ID: ${adsId}`] : [];
  if (sendsMoney(kindNamed(request.kind)) && request.state === 'Approved' && request.transactionId !== null)
    brought.push(`Transaction ID: ${request.transactionId}`);
  // A correction brings its reason along from the moment it was asked for.
  const { reason: asked } = request.details;
  const said = request.state === 'Reversed' ? request.reason : request.remarks;
  const quote = said ?? (typeof asked === 'string' ? asked : undefined);
  const text = noticeOf(request);
  return {
    subject: text,
    lines: [`Hello ${username},`, text, ...brought, ...(quote ? ['The reason given:'] : [])],
    ...(quote ? { quote } : {}),
    applyId: request.applyId,
  };
}

/**
 * Where the client area shows this request and nothing else, opened where it can be opened; of corrections, their list.
 */
export function clientPageOf({ kind, platform, applyId }: Pick<Decided, 'kind' | 'platform' | 'applyId'>): string {
  const { askedBy, page } = kindNamed(kind);
  return askedBy === 'admin' ? page(platform) : `${page(platform)}?q=${applyId}&open=true`;
}
