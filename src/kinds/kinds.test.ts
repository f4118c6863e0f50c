import { describe, expect, test } from 'vitest';
import { platforms } from '#platforms/platforms.ts';
import { pages } from '#routes.ts';
import {
  approvalMoves,
  canFallShort,
  chargesAtOnce,
  fundsAccount,
  givesFeeBack,
  isAboutAccount,
  isRevenue,
  replacesAccount,
  sendsMoney,
  setsAside,
  settlesSpend,
  takesBackFromAccount,
  takesFee,
  takesOpeningFee,
  takesWhatArrives,
  undoesInWallet,
} from './facts.ts';
import { kindNamed, kindNames, kinds, kindsWhere, labelOf, ownLabelOf, type KindName } from './kinds.ts';
import { lateFrom } from './late.ts';
import { placeOf } from './postings.ts';

const each = kinds.map((kind) => [kind.name, kind] as const);

describe('what follows from the postings', () => {
  const revenue: KindName[] = ['application', 'deposit', 'refund'];
  const account: KindName[] = [...revenue, 'replacement', 'settlement'];

  test.each<[string, readonly KindName[], readonly KindName[]]>([
    ['another amount than announced may arrive', kindsWhere(takesWhatArrives), ['topup']],
    ['the wallet is charged at once', kindsWhere(chargesAtOnce), ['application', 'deposit', 'withdrawal']],
    ['money is sent', kindsWhere(sendsMoney), ['withdrawal']],
    ['a share of the fee comes back', kindsWhere(givesFeeBack), ['refund']],
    ['a fee is taken', kindsWhere(takesFee), ['application', 'deposit']],
    ['an opening fee is taken', kindsWhere(takesOpeningFee), ['application']],
    ['puts money into an ad account', kindsWhere(fundsAccount), ['deposit']],
    ['is about an ad account', kindsWhere(isAboutAccount), account],
    ['takes one ad account into another', kindsWhere(replacesAccount), ['replacement']],
    ['sets money of an ad account aside', kindsWhere(setsAside), ['refund', 'replacement']],
    [
      'takes money out of an ad account where it is undone',
      kindsWhere(takesBackFromAccount),
      ['application', 'deposit', 'replacement'],
    ],
    ['says what was spent', kindsWhere(settlesSpend), ['settlement']],
    [
      'leaves the wallet as it is when it is undone',
      kindsWhere((kind) => !undoesInWallet(kind)),
      ['replacement', 'settlement'],
    ],
    ['is revenue', kindsWhere(isRevenue), revenue],
    [
      'a reversal may come too late',
      kindsWhere((kind) => canFallShort(kind, 'reverse')),
      ['topup', ...revenue, 'replacement', 'goodwill'],
    ],
    ['an approval pays', kindsWhere((kind) => approvalMoves(kind) === 'into wallet'), ['topup', 'refund', 'goodwill']],
    ['an approval charges', kindsWhere((kind) => approvalMoves(kind) === 'out of wallet'), ['penalty']],
  ])('%s', (_, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});

test.each(each)('a %s has an id of its own, and a page of the client area that shows it', (name, kind) => {
  const addresses = pages.filter(({ audience }) => audience !== 'admin').flatMap(({ at }) => at);
  for (const platform of kind.hasPlatform ? platforms : [null]) expect(addresses).toContain(kind.page(platform));
  const prefixes = kinds.filter((other) => other.name !== name).flatMap(({ prefix }) => prefix);
  for (const own of [kind.prefix].flat()) expect(prefixes).not.toContain(own);
});

test.each(each)('a %s is called something everywhere, and a rejection of it has ready sentences', (name, { words }) => {
  const request = { platform: platforms[0], amountCents: 5_00n, receivedCents: null, adsId: '123' };
  const texts = [words.title, words.label, words.many.admin, words.many.client];
  for (const text of [...texts, words.summary(request), words.line(request)]) expect(text).toMatch(/^[\w $,.;'-]+$/);
  expect(words.reasons.length).toBeGreaterThan(0);
  expect(kindNames.filter((other) => kindNamed(other).words.title === words.title)).toEqual([name]);
});

test('what a client asks for is rejected with sentences of its own kind', () => {
  const lists = kinds.filter(({ askedBy }) => askedBy !== 'admin').map(({ words }) => words.reasons.join(' '));
  expect(lists.length).toBeGreaterThan(1);
  expect(new Set(lists).size).toBe(lists.length);
});

test('admins and clients have their own words for one thing', () => {
  expect([labelOf('application', 'Bing'), ownLabelOf('application', 'Bing')]).toEqual([
    'Bing ad application',
    'Bing ad account order',
  ]);
  expect([labelOf('topup', null), ownLabelOf('topup', null)]).toEqual(['Top-up', 'Top-up']);
});

test.each([
  ['Monday', '2026-11-16T10:00:00Z', '2026-11-18T10:00:00Z'],
  ['Wednesday', '2026-11-18T10:00:00Z', '2026-11-20T10:00:00Z'],
  ['Thursday', '2026-11-19T10:00:00Z', '2026-11-23T10:00:00Z'],
  ['Friday', '2026-11-20T23:59:00Z', '2026-11-24T23:59:00Z'],
  ['Saturday', '2026-11-21T10:00:00Z', '2026-11-24T10:00:00Z'],
  ['Sunday', '2026-11-22T00:01:00Z', '2026-11-24T00:01:00Z'],
])('an order of a %s is late two working days after it, a deposit after a day', (_, asked, late) => {
  const at = new Date(asked);
  expect(lateFrom(kindNamed('application'), at)).toEqual(new Date(late));
  expect(lateFrom(kindNamed('deposit'), at)).toEqual(new Date(at.getTime() + 86_400_000));
});

test.each(each)('a %s moves money with new ad accounts where it opens some, and at most on one side', (_, kind) => {
  const sides = kind.postings.map(({ src, dst }) => [src, dst].filter((side) => placeOf(side) === 'ad account'));
  expect(sides.flat().includes('new ad account')).toBe(kind.opens !== undefined);
  expect(Math.max(...sides.map(({ length }) => length))).toBeLessThanOrEqual(1);
});

test.each(each)('a %s gives no fee back that its ad account still remembers', (_, kind) => {
  const givenBack = kind.postings.filter(({ event, src }) => event !== 'reverse' && ['fee', 'opening'].includes(src));
  const leaves = kind.postings.some(({ rides }) => rides === 'share');
  for (const { amount } of givenBack) expect([amount, leaves]).toEqual(['fee back', true]);
});

test.each(each)('a %s that pays a wallet or sends money names the amount above which two admins agree', (_, kind) => {
  const pays = approvalMoves(kind) === 'into wallet' || sendsMoney(kind);
  expect(kind.secondAdmin.some((rule) => rule !== 'corrections')).toBe(pays);
});
