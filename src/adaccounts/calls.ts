/** What differs between the three platforms as data: their calls. One set of screens reads this table. */
import type { Cents } from '#kernel/money.ts';
import {
  approveBingAd,
  approveFacebookAd,
  approveGoogleAd,
  getApprovedBingAds,
  getApprovedFacebookAds,
  getApprovedGoogleAds,
  getBingAds,
  getFacebookAds,
  getGoogleAds,
  getPendingBingAds,
  getPendingFacebookAds,
  getPendingGoogleAds,
} from './adaccounts.api.ts';
import type { FacebookAd, GoogleAd } from './adaccounts.wire.ts';

export const calls = {
  Google: { list: getGoogleAds, pending: getPendingGoogleAds, approved: getApprovedGoogleAds, judge: approveGoogleAd },
  Bing: { list: getBingAds, pending: getPendingBingAds, approved: getApprovedBingAds, judge: approveBingAd },
  Facebook: {
    list: getFacebookAds,
    pending: getPendingFacebookAds,
    approved: getApprovedFacebookAds,
    judge: approveFacebookAd,
  },
} as const;

type Shared = Omit<GoogleAd, 'adsDetails'>;
type Detail = { deposit: Cents; gmail?: string; timezone?: string; domain?: string; outlookMail?: string };

/** An application of any platform, as the screens read it. */
export type Ad = Shared & { adsDetails?: readonly Detail[] } & Partial<Omit<FacebookAd, keyof Shared>>;

/** The rows of a list's answer. */
export function adsIn(answer: { readonly ads: readonly Ad[] }): readonly Ad[] {
  return answer.ads;
}

export function idOf(ad: Ad): string {
  return ad._id;
}
