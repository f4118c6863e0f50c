/**
 * A share is a client's wish that somebody with a Gmail address may work in an ad account. The agency's admins carry it
 * out with the platform; the portal logs it and tells them.
 */
import { normalisedAdsId } from '#kernel/ids.ts';

/** An order opens several accounts, whose Ads IDs are shown joined; a share may name all of them. */
export function adsIdsNamed(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Which of the accounts that a share names is none of these, from 1; 0 where all are. */
export function strangeAmong(text: string, own: readonly string[]): number {
  const known = new Set(own.map(normalisedAdsId));
  return adsIdsNamed(text).findIndex((adsId) => !known.has(normalisedAdsId(adsId))) + 1;
}
