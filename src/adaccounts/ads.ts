/** Applications as the screens read them, of whatever platform. */
import { usd } from '#kernel/money.ts';
import type { LicenseOrder } from '#platforms/license.ts';
import type { Row } from '#platforms/order.ts';
import type { AnyAd } from './adaccounts.wire.ts';

type License = ReturnType<LicenseOrder['shown']>;
type Shared = Omit<AnyAd, 'adsDetails' | keyof License>;

export type Ad = Shared & { adsDetails?: readonly Row[] } & Partial<License>;

/** The rows of a list's answer. */
export function adsIn(answer: { readonly ads: readonly Ad[] }): readonly Ad[] {
  return answer.ads;
}

export function idOf(ad: Ad): string {
  return ad._id;
}

/** What a row says in one of its fields. */
export function textIn(row: Row, field: string): string {
  const text = row[field];
  return typeof text === 'string' ? text : '';
}

type Open = { readonly adsIds: readonly string[]; readonly inactive: readonly string[] };

/**
 * Of the accounts of an order those that are open, and those that take a deposit: others were closed or replaced since,
 * or are suspended. All of them, until that is known.
 */
export function openOf({ state, adsIds }: Pick<Ad, 'state' | 'adsIds'>, known: Open | undefined) {
  if (state !== 'Approved') return { open: [], takingMoney: [] };
  const open = known === undefined ? adsIds : adsIds.filter((adsId) => known.adsIds.includes(adsId));
  return { open, takingMoney: open.filter((adsId) => !known?.inactive.includes(adsId)) };
}

/** What is known of each account that was ordered; none of a monthly order. */
export function accountsOf({ adsDetails, ads }: Ad): string[] {
  return (adsDetails ?? ads ?? []).map(({ deposit, ...row }) =>
    [...Object.values(row).filter((text) => typeof text === 'string' && text !== ''), usd(deposit)].join(' · '),
  );
}
