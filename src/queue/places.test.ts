/** A movement's ends are read as people name them. */
import { expect, test } from 'vitest';
import { places } from '#ledger/ledger.ts';
import { nameOfPlace } from './places.ts';
import { words } from './story.words.ts';

test('every place of the ledger has a name that is not the ledger’s', () => {
  const own = Object.keys(places).filter((place) => place !== 'ad account');
  expect(Object.keys(words.request.places).toSorted()).toEqual(own.toSorted());
  for (const place of own) expect(nameOfPlace(place, '')).not.toBe(place);
});

test('an ad account is called by the Ads ID that was typed, or as the ledger knows it', () => {
  expect(nameOfPlace('Google ad account 1244567891', '124-456-7890, 124-456-7891')).toBe('Google 124-456-7891');
  expect(nameOfPlace('Bing ad account B0880', '')).toBe('Bing B0880');
});
