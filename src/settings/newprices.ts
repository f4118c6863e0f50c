/**
 * What a client is told when their own prices changed: what they pay now, and what they paid until then. Why it was
 * done is written for admins, and no client reads it.
 */
import { dateText } from '#kernel/clock.ts';
import { percent, usd } from '#kernel/money.ts';
import type { Settings } from './settings.ts';

/** What a client pays: a price of their own, or everybody's. */
export type Paid = Pick<Settings, 'openingFeeCents' | 'topupBasisPoints'>;

/** One whole sentence; undefined where the client pays what they paid before. */
export function newPricesNotice(before: Paid, after: Paid): string | undefined {
  const [fee, rate] = [after.openingFeeCents, after.topupBasisPoints];
  const parts = [
    ...(fee === before.openingFeeCents
      ? []
      : [`an opening fee of ${usd(fee)} (until now ${usd(before.openingFeeCents)})`]),
    ...(rate === before.topupBasisPoints
      ? []
      : [`a top-up fee of ${percent(rate)} (until now ${percent(before.topupBasisPoints)})`]),
  ];
  return parts.length === 0 ? undefined : `From now on you pay ${parts.join(' and ')}.`;
}

/** To one of the client's people; `today` on the agency's calendar. */
export function newPricesMail(notice: string, today: string, name: string) {
  return {
    subject: 'Your fees have changed',
    lines: [
      `Hello ${name},`,
      notice,
      `This holds for every order and deposit that you ask for from now on, ${dateText(today)}. What you asked for before keeps its price.`,
    ],
  };
}
