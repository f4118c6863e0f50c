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

/** The first account that a share names and that is none of these. */
export function strangeAmong(text: string, own: readonly string[]): string | undefined {
  const known = new Set(own.map(normalisedAdsId));
  return adsIdsNamed(text).find((adsId) => !known.has(normalisedAdsId(adsId)));
}
