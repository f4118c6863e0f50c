/** What a client is told when an ad account changed its state: a notice for the bell, and a mail with what it means. */
import { usd, type Cents } from '#kernel/money.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import type { Platform } from '#platforms/platforms.ts';

type Told = {
  readonly platform: Platform;
  readonly adsId: string;
  readonly nickname: string;
  readonly balanceCents: Cents;
};

/** `Google ad account 123-456 (Shoes)`, inside of a sentence. */
function accountText({ platform, adsId, nickname }: Told): string {
  return `${platform} ad account ${adsId}${nickname === '' ? '' : ` (${nickname})`}`;
}

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

/** What it means for the client's money, and what happens next. */
export function meaningOf({ balanceCents }: Pick<Told, 'balanceCents'>, state: AccountState): string {
  const money =
    balanceCents > 0n
      ? `The ${usd(balanceCents)} you put into it stays yours on our books.`
      : 'No money is left in it.';
  switch (state) {
    case 'Active':
      return 'You can use it and make deposits as before.';
    case 'Suspended':
      return `${money} We look into it with the platform; until then it takes no deposits. You can also ask for another account in its place, or for a refund.`;
    case 'Appealed':
      return `${money} We asked the platform to look at it again and tell you what it says.`;
    case 'Lost':
      return balanceCents > 0n
        ? `${money} Ask on its page for another account, which gets this money without a second fee, or for a refund to your wallet.`
        : `${money} You can order another account whenever you like.`;
    case 'Replaced':
      return 'Its money moved to the account that replaces it, without a second fee.';
    case 'Closed':
      return 'No money is left in it. Its page stays, with all that happened.';
  }
}

/** The mail to one of the client's people; `reason` is quoted word for word. */
export function stateMail(account: Told, state: AccountState, { name, reason }: { name: string; reason: string }) {
  const subject = stateNotice(account, state);
  return {
    subject,
    lines: [
      `Hello ${name},`,
      subject,
      meaningOf(account, state),
      ...(reason === '' ? [] : ['What your agency says about it:']),
    ],
    ...(reason === '' ? {} : { quote: reason }),
  };
}
