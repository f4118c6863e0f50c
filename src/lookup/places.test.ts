/** A movement's ends and what was ordered are read as people name them. */
import { expect, test } from 'vitest';
import { words as order } from '#adaccounts/adaccounts.words.ts';
import { places } from '#ledger/ledger.ts';
import { words as queue } from '#queue/queue.words.ts';
import { nameOfPlace } from './places.ts';
import { words } from './story.words.ts';

test('every place of the ledger has a name that is not the ledger’s', () => {
  const own = Object.keys(places).filter((place) => place !== 'ad account');
  expect(Object.keys(words.request.places).toSorted()).toEqual(own.toSorted());
  for (const place of own) expect(nameOfPlace(place)).not.toBe(place);
});

test('an ad account is called by its platform and its Ads ID', () => {
  expect(nameOfPlace('Google ad account 124-456-7891')).toBe('Google 124-456-7891');
});

test('who decides an order reads the payment mode that its client chose', () => {
  expect(order.paymentModes).toEqual({ monthly: 'Monthly VIP', oneByOne: 'Pay One-by-One' });
  expect(queue.choices).toMatchObject(order.paymentModes);
});
