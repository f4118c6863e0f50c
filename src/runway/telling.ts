/** What a client is told of an ad account that runs low. */
import { usd } from '#kernel/money.ts';
import type { Runway } from '#ledger/runway.ts';
import { accountText, type Platform } from '#platforms/platforms.ts';
import { whenText } from './when.ts';

type Named = { readonly platform: Platform; readonly adsId: string; readonly nickname: string };

/** The subject of the mail, too. */
export function lowNotice(account: Named & { readonly runway: Runway }, today: string): string {
  const { remainingCents = 0n, emptyOn } = account.runway;
  const left = `Your ${accountText(account)} has ${usd(remainingCents)} left`;
  return emptyOn === undefined ? `${left}.` : `${left} and will be empty ${whenText(emptyOn, today)} at this pace.`;
}

export function lowMail(account: Named & { readonly runway: Runway }, today: string, name: string) {
  return {
    subject: lowNotice(account, today),
    lines: [
      `Hello ${name},`,
      lowNotice(account, today),
      'The pace is the average of what we know of its last seven full days. On its page you can make a deposit, and choose when we tell you.',
    ],
  };
}

export function stoppedNotice(account: Named, why: string): string {
  return `The refills of your ${accountText(account)} have stopped after three refusals. The last one: ${why}`;
}

export function stoppedMail(account: Named, why: string, name: string) {
  return {
    subject: `The refills of your ${accountText(account)} have stopped`,
    lines: [
      `Hello ${name},`,
      stoppedNotice(account, why),
      'This rule moves no more money. The page of the account shows what happened. Set the rule again once the reason is gone.',
    ],
  };
}
