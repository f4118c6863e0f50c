/** What a client is told when an ad account changed its state: a notice for the bell, and a mail with what it means. */
import { usd, type Cents } from '#kernel/money.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import { remainingOf, type Funds } from '#ledger/spending.ts';
import { accountText, type Platform } from '#platforms/platforms.ts';

type Told = {
  readonly platform: Platform;
  readonly adsId: string;
  readonly nickname: string;
};

const happened: Record<AccountState, string> = {
  Active: 'runs again',
  Suspended: 'was suspended by the platform',
  Appealed: 'is under appeal',
  Lost: 'could not be saved',
  Replaced: 'was replaced by another one',
  Closed: 'was closed',
};

/** `Your Google ad account 123-456 was suspended by the platform.` The subject of the mail, too. */
export function stateNotice(account: Told, state: AccountState): string {
  return `Your ${accountText(account)} ${happened[state]}.`;
}

/** To the client, where an admin began it. */
export function replacementNotice(account: Told): string {
  return `We are preparing another account in place of your ${accountText(account)}.`;
}

/** To the client, where an admin began it. */
export function refundNotice(account: Told, amountCents: Cents): string {
  return `We are taking ${usd(amountCents)} out of your ${accountText(account)}, back to your wallet.`;
}

export function refundMail(account: Told, amountCents: Cents, { name, reason }: { name: string; reason: string }) {
  const subject = refundNotice(account, amountCents);
  const lines = [
    `Hello ${name},`,
    subject,
    'It is set aside until the refund is decided, and we tell you then. You can take the refund back while it waits: the money then stays in the account.',
    'What your agency says about it:',
  ];
  return { subject, lines, quote: reason };
}

/**
 * What it means for the client's money, and what happens next. Theirs is what is left, where that is known: what was
 * spent the platform has.
 */
export function meaningOf(
  { balanceCents, leftCents = balanceCents }: { balanceCents: Cents; leftCents?: Cents | undefined },
  state: AccountState,
): string {
  const money = moneyText(balanceCents, leftCents);
  switch (state) {
    case 'Active':
      return 'You can use it and make deposits as before.';
    case 'Suspended':
      return leftCents > 0n
        ? `${money} Until it runs again it takes no deposits. You can appeal, and we pass your words on to the platform. You can ask for another account, which gets this money without a second fee. Or you can have it refunded to your wallet.`
        : `${money} Until it runs again it takes no deposits. You can appeal, and we pass your words on to the platform. Or you can ask for another account in its place.`;
    case 'Appealed':
      return `${money} An appeal is under way, and we tell you what the platform says. You need not wait: you can ask for another account in its place${leftCents > 0n ? ', or for a refund' : ''}.`;
    case 'Lost':
      return leftCents > 0n
        ? `${money} On its page, ask for another account, which gets this money without a second fee. Or ask for a refund to your wallet.`
        : `${money} You can order another account whenever you like.`;
    case 'Replaced':
      return 'Its money moved to the account that replaces it, without a second fee.';
    case 'Closed':
      return 'No money is left in it. Its page stays, with all that happened.';
  }
}

function moneyText(balanceCents: Cents, leftCents: Cents): string {
  if (leftCents <= 0n) return 'No money is left in it.';
  return leftCents < balanceCents
    ? `${usd(leftCents)} is left in it after what it spent, and stays yours on our books.`
    : `The ${usd(balanceCents)} you put into it stays yours on our books.`;
}

/** To each admin who wants such mails. A name may hold any sentence; an account has none that poses as ours. */
export function appealMail(account: Told & { readonly clientEmail: string }, text: string) {
  const { platform, adsId, clientEmail } = account;
  return {
    subject: `Appeal for ${platform} ad account ${adsId} of ${clientEmail}`,
    lines: [
      `${clientEmail} asks you to appeal for the suspended ${platform} ad account ${adsId}. Pass it on to the platform, and write on the page of the account what it answers. The client’s words:`,
    ],
    quote: text,
  };
}

/** The mail to one of the client's people; `reason` is quoted word for word. */
export function stateMail(
  account: Told & Funds,
  state: AccountState,
  { name, reason }: { name: string; reason: string },
) {
  const subject = stateNotice(account, state);
  return {
    subject,
    lines: [
      `Hello ${name},`,
      subject,
      meaningOf({ ...account, leftCents: remainingOf(account) }, state),
      ...(reason === '' ? [] : ['What your agency says about it:']),
    ],
    ...(reason === '' ? {} : { quote: reason }),
  };
}
