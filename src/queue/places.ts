/** Where a movement takes money from and to, in the agency's words. */
import { normalisedAdsId } from '#kernel/ids.ts';
import { words } from './story.words.ts';

const { places, account } = words.request;

/**
 * The ledger knows an ad account by its Ads ID without dashes; people by the Ads ID as it was typed, if the request
 * says it.
 */
export function nameOfPlace(place: string, typed: string): string {
  const [, platform, key] = /^(\w+) ad account (.+)$/.exec(place) ?? [];
  if (platform === undefined || key === undefined) return places[place] ?? place;
  const adsIds = typed.split(',').map((each) => each.trim());
  return account(platform, adsIds.find((each) => normalisedAdsId(each) === key) ?? key);
}
