/** What a rule that refills an ad account may say, for the form and the server alike. */
import { usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';

export const mostRefillDays = 30;
/** After so many refusals in a row a rule stops. */
export const mostRefusals = 3;

export function refusalOfRule(
  { put, mostPerDay }: { put: Cents; mostPerDay: Cents },
  leastDepositCents: Cents,
): Refusal | undefined {
  if (put < leastDepositCents) return invalid('put', `The minimum deposit is ${usd(leastDepositCents)}.`);
  return mostPerDay < put
    ? invalid('mostPerDay', `This is less than one refill. Please enter at least ${usd(put)}.`)
    : undefined;
}

export const unverified: Refusal = {
  code: 'refill.email_unverified',
  message: 'Please confirm your e-mail address first. A rule that moves money needs a confirmed address.',
  status: 403,
};

/** The wallet pays the deposit with its fee, and keeps at least what the rule leaves. */
export function refusalToRefill(walletAfter: Cents, leave: Cents): Refusal | undefined {
  if (walletAfter >= leave) return undefined;
  return {
    code: 'refill.floor',
    message: `The wallet would fall below the ${usd(leave)} that the rule leaves in it.`,
    status: 402,
  };
}
