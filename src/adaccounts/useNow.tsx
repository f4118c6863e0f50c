import type { Platform } from '#platforms/platforms.ts';
import { useCall } from '#ui/call.tsx';
import type { getAds, getPendingAds } from './adaccounts.api.ts';
import { adsIn, idOf, type Ad } from './ads.ts';

type List = (typeof getAds | typeof getPendingAds)[Platform];

/**
 * An application that somebody looks at, as it is now: it may be decided meanwhile, and leave the list that it was
 * opened from. Until an answer is there, it is as it was seen.
 */
export function useNow(list: List, seen: Ad | undefined): Ad | undefined {
  const query = { q: seen?.applyId ?? '', state: 'all', limit: 1 };
  const { data } = useCall(list, { query }, { on: ['request'], enabled: seen !== undefined });
  return seen && ((data && adsIn(data).find((ad) => idOf(ad) === idOf(seen))) ?? seen);
}
