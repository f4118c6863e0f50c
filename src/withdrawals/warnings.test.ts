import { expect, test } from 'vitest';
import type { Destination } from './destination.api.ts';
import { factsOf, refusalToPayEarly } from './warnings.ts';
import { words } from './withdrawals.words.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const to = (of: Partial<Destination>) =>
  ({
    addedAt: ago(7),
    askedSince: ago(7),
    payableFrom: ago(-17),
    passwordChangedAt: null,
    emailChangedAt: null,
    paidBefore: 0,
    ...of,
  }) as Destination;
const isNew = [{ code: 'newAddress', text: 'A new address, at which they were never paid.' }] as const;
const warnings = (of: Partial<Destination>, signals: Parameters<typeof factsOf>[1] = isNew) =>
  factsOf(to(of), signals, now)
    .filter(({ warns }) => warns)
    .map(({ text }) => text.replace(/ from .*/, ' from then.'));

test('that an address is new is said once, with until when it waits for that', () => {
  expect(warnings({})).toEqual(['A new address, at which they were never paid; payable from then.']);
  expect(warnings({ paidBefore: 2 }, [])).toEqual(['New address, payable from then.']);
  // Once it may be paid, or where something else holds it back longer, both stand there.
  expect(warnings({ payableFrom: null })).toEqual([isNew[0].text]);
  expect(warnings({ passwordChangedAt: ago(1) })).toEqual([
    'Password or e-mail address just changed, payable from then.',
    isNew[0].text,
  ]);
});

test('what the portal says to wait waits, however fast the clock of a browser is', () => {
  expect(warnings({ payableFrom: ago(1) })).toEqual(warnings({}));
  expect(refusalToPayEarly(to({ payableFrom: ago(1) }), '')).toMatchObject({ field: 'letPass' });
  expect(refusalToPayEarly(to({ payableFrom: ago(1) }), 'I called them.')).toBeUndefined();
  expect(refusalToPayEarly(to({ payableFrom: null }), '')).toBeUndefined();
});

test('where no address waits, neither the book nor a removal speaks of a wait', () => {
  const said = (hours: number) => `${words.bookText(hours)} ${words.removeText(hours)}`;
  expect(said(24)).toMatch(/after 24 hours.*counts as new and waits/);
  expect(said(0)).not.toMatch(/wait|new|at once/);
});
