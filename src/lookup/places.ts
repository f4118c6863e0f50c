/** Where a movement takes money from and to, in the agency's words. */
import { words } from './story.words.ts';

const { places, account } = words.request;

export function nameOfPlace(place: string): string {
  const [, platform, adsId] = /^(\w+) ad account (.+)$/.exec(place) ?? [];
  return platform && adsId ? account(platform, adsId) : (places[place] ?? place);
}
