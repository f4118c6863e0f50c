/** What a client is told of an ad account that runs low. */
import { usd, type Cents } from '#kernel/money.ts';
import type { Runway } from '#ledger/runway.ts';
import { accountText, adAccountText, type Platform } from '#platforms/platforms.ts';
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

/** Warns of whoever set it, who may have typed the account's nickname. */
export function ruleNotice(account: Named, by: string, { putCents, dayCents }: { putCents: Cents; dayCents: Cents }) {
  return `${by} set a refill rule for your ${adAccountText(account)}: ${usd(putCents)} at a time, at most ${usd(dayCents)} a day.`;
}

export const ruleMail = {
  subject: 'A refill rule was set',
  warning: 'If nobody of you did, stop it, change your password and write to us at once.',
  label: 'Open the ad account',
};

export function refilledNotice(account: Named, { totalCents, feeCents }: { totalCents: Cents; feeCents: Cents }) {
  return `Your refill rule asked for ${usd(totalCents)}, with the fee of ${usd(feeCents)}, into your ${accountText(account)}.`;
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
