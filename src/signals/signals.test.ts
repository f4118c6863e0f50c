/** Each signal is lit by what it is about, and by nothing else. */
import { expect, test } from 'vitest';
import { signalCodes, signalsOf, type Known, type PaidAt, type Signal } from './signals.ts';

const now = new Date('2026-03-10T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const home = { device: 'Firefox on Windows', network: '203.0' };
const honest: Known = {
  paysOut: false,
  disabled: false,
  createdAt: now,
  amountCents: 50_037n,
  sendersClients: 0,
  sentAt: ago(0.1),
  differs: false,
  toOldAddress: false,
  pictureSeen: false,
  alsoClaimed: false,
  declaredByAnother: false,
  unsent: 0,
  firstCreditAt: ago(1),
  passwordChangedAt: ago(73),
  emailChangedAt: null,
  rejections: 2,
  recent: [home],
  earlier: [home],
};
const paidAt: PaidAt = {
  own: false,
  ofAnotherClient: false,
  looksLike: null,
  sentWith: null,
  paidBefore: 1,
  askedSince: ago(100),
  addedAt: ago(1),
};
const limit = 100_000n;
const lit = (part: Partial<Known>) => signalsOf({ ...honest, ...part }, [limit]).map(({ code }) => code);

test('what is ordinary carries none, and neither does a new client', () => {
  expect(lit({})).toEqual([]);
  expect(lit({ earlier: [], sentAt: null, firstCreditAt: null })).toEqual([]);
});

const cases: Record<Signal['code'], [lights: Partial<Known>, not: Partial<Known>]> = {
  disabled: [{ disabled: true }, { disabled: false }],
  sender: [{ sendersClients: 2 }, { sendersClients: 3 }],
  older: [{ sentAt: ago(25) }, { sentAt: ago(23) }],
  amount: [{ differs: true }, { differs: false }],
  oldAddress: [{ toOldAddress: true }, { toOldAddress: false }],
  picture: [{ pictureSeen: true }, { pictureSeen: false }],
  claimed: [{ alsoClaimed: true }, { alsoClaimed: false }],
  declared: [{ declaredByAnother: true }, { declaredByAnother: false }],
  unsent: [{ unsent: 3 }, { unsent: 2 }],
  quick: [
    { paysOut: true, firstCreditAt: ago(71) },
    { paysOut: true, firstCreditAt: ago(73) },
  ],
  device: [{ recent: [home, { ...home, device: 'curl' }] }, { recent: [] }],
  network: [{ recent: [{ ...home, network: '198.51' }] }, { recent: [home, home] }],
  password: [{ passwordChangedAt: ago(71) }, { passwordChangedAt: ago(72) }],
  email: [{ emailChangedAt: ago(1) }, { emailChangedAt: ago(100) }],
  rejections: [{ rejections: 3 }, { rejections: 0 }],
  below: [{ amountCents: limit }, { amountCents: limit + 1n }],
  newAddress: [{ paidAt: { ...paidAt, paidBefore: 0 } }, { paidAt: { ...paidAt, paidBefore: 0, addedAt: ago(72) } }],
  sharedAddress: [{ paidAt: { ...paidAt, ofAnotherClient: true } }, { paidAt }],
  ownAddress: [{ paidAt: { ...paidAt, own: true } }, { paidAt }],
  lookAlike: [{ paidAt: { ...paidAt, looksLike: 'TNPe…YqeL' } }, { paidAt }],
  sent: [{ paidAt: { ...paidAt, sentWith: 'ab'.repeat(32) } }, { paidAt }],
};

test.each(signalCodes)('%s is lit by what it is about, and says why', (code) => {
  const [lights, not] = cases[code];
  expect(lit(lights)).toEqual([code]);
  expect(lit(not)).toEqual([]);
  expect(signalsOf({ ...honest, ...lights }, [limit])[0]!.text).toMatch(/^[A-Z0-9].*\.$|^Just below .*for\.$/);
});

test('five per cent below a limit is just below it, more is not', () => {
  expect(lit({ amountCents: 95_000n })).toEqual(['below']);
  expect(lit({ amountCents: 94_999n })).toEqual([]);
});

test('an address that is in no book is as old as the first request for it; taken into the book again it is new', () => {
  const never = { ...paidAt, paidBefore: 0 };
  expect(lit({ paidAt: { ...never, addedAt: null } })).toEqual([]);
  expect(lit({ paidAt: { ...never, addedAt: null, askedSince: now } })).toEqual(['newAddress']);
  expect(lit({ paidAt: { ...never, addedAt: new Date(now.getTime() + 1) } })).toEqual(['newAddress']);
});
