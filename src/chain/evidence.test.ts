/** Every verdict has its line, and no line says more than was seen. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.api.ts';
import { againstIt, evidenceLine, seenLine } from './evidence.words.ts';
import { words as transfers } from './transfers.words.ts';

const askedAt = new Date('2026-06-15T12:00:00Z');
const claimed = { announced: 1_000_00n, askedAt };
const evidence = (also: Partial<Evidence>): Evidence => ({
  verdict: 'Verified',
  network: 'TRC20',
  hash: 'a'.repeat(64),
  line: 0,
  amount: '1000',
  sender: 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdN9k',
  recipient: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  block: 7,
  confirmations: 40,
  needed: 19,
  final: true,
  at: new Date('2026-06-15T11:56:00Z'),
  checkedAt: askedAt,
  lines: 1,
  nodes: [],
  receivedMoney: null,
  ...also,
});
const young = { final: false, confirmations: 12 };

test.each<[Partial<Evidence>, string, string]>([
  [{}, 'good', 'Matches: 1,000.00 from T…dN9k, 4 min before the claim, final'],
  [{ verdict: 'Confirming', ...young }, 'wait', 'Matches: 1,000.00 from T…dN9k, 4 min before the claim, 12 of 19'],
  [{ lines: 2 }, 'good', 'Matches: 1,000.00 from T…dN9k, 4 min before the claim, one of 2 transfers to us, final'],
  [{ verdict: 'Different', amount: '995' }, 'bad', '$5.00 less: 995.00 from T…dN9k, 4 min before the claim, final'],
  [
    { verdict: 'Different', amount: '1000.01', ...young },
    'bad',
    '$0.01 more: 1,000.01 from T…dN9k, 4 min before the claim, 12 of 19',
  ],
  [
    { verdict: 'Different', amount: '1000.005' },
    'bad',
    'No whole cent: 1,000.005 from T…dN9k, 4 min before the claim, final',
  ],
  [
    { verdict: 'Different', amount: '12000000.5' },
    'bad',
    '$11,999,000.50 more: 12,000,000.50 from T…dN9k, 4 min before the claim, final',
  ],
  [{ verdict: 'WrongToken' }, 'bad', 'Not USDT: no transfer of the real token is in it'],
  [{ verdict: 'WrongRecipient' }, 'bad', 'Not our address: it went to T…RTv8'],
  [{ verdict: 'Failed' }, 'bad', 'The transfer failed: nothing was moved'],
  [{ verdict: 'Credited' }, 'bad', 'It counts for another top-up already'],
  [
    { verdict: 'TooOld', at: new Date('2026-04-15T12:00:00Z') },
    'bad',
    'Too old: 1,000.00 from T…dN9k, 61 days before the claim, final',
  ],
  [
    { verdict: 'TooOld', amount: '9.4', ...young },
    'bad',
    'Too old: $990.60 less: 9.40 from T…dN9k, 4 min before the claim, 12 of 19',
  ],
  [{ verdict: 'NodeDown' }, 'wait', 'Not checked: no node gave a reliable answer'],
  [{ verdict: 'NotFound' }, 'wait', 'Not seen yet'],
])('%j is told as %s', (also, tone, text) => {
  expect(evidenceLine(evidence(also), claimed, askedAt)).toEqual({ text, tone });
});

test.each<[Partial<Evidence> | undefined, string, string]>([
  [{}, 'good', 'Paid: 1,000.00 to T…RTv8, final'],
  [{ verdict: 'Confirming', ...young }, 'wait', 'Paid: 1,000.00 to T…RTv8, 12 of 19'],
  [{ verdict: 'Different', amount: '995' }, 'bad', '$5.00 less: 995.00 to T…RTv8, final'],
  [{ verdict: 'WrongRecipient' }, 'bad', 'Another recipient: it went to T…RTv8'],
  [{ verdict: 'WrongToken' }, 'bad', 'Not USDT: no transfer of the real token is in it'],
  [{ verdict: 'Failed' }, 'bad', 'The transfer failed: nothing was moved'],
  [{ verdict: 'Credited' }, 'bad', 'It paid another withdrawal already'],
  [{ verdict: 'TooOld' }, 'bad', 'Too old: 1,000.00 to T…RTv8, sent before this was asked for, final'],
  [
    { verdict: 'TooOld', amount: '995' },
    'bad',
    'Too old: $5.00 less: 995.00 to T…RTv8, sent before this was asked for, final',
  ],
  [{ verdict: 'NotFound' }, 'wait', 'Not seen yet'],
  [{ verdict: 'NodeDown' }, 'wait', 'Not checked: no node gave a reliable answer'],
  [undefined, 'wait', 'Not checked'],
])('of a payout, %j is told as %s', (also, tone, text) => {
  const sent = { ...claimed, sent: true };
  expect(evidenceLine(also && evidence(also), sent, askedAt)).toEqual({ text, tone });
});

test('what was not seen for half an hour is not found, and without a look nothing is checked', () => {
  const later = new Date(askedAt.getTime() + 30 * 60_000);
  expect(evidenceLine(evidence({ verdict: 'NotFound' }), claimed, later).text).toBe('Not found on the chain');
  expect(evidenceLine(undefined, claimed, later).text).toBe('Not checked');
});

test('a client sees how far the transfer is, and nothing else', () => {
  expect(seenLine({ state: 'NotSeen', confirmations: 0, needed: 19 })).toContain('not been seen');
  expect(seenLine({ state: 'Seen', confirmations: 12, needed: 19 })).toBe('Transfer seen, 12 of 19 confirmations');
  expect(seenLine({ state: 'Final', confirmations: 40, needed: 19 })).toBe('Transfer is final');
});

const against = (also: Partial<Evidence>, ...credited: [bigint | null] | []) =>
  againstIt(evidence(also), claimed, askedAt, ...credited);

test('what goes against crediting has to be looked at first: a wrong transfer, and none on its way', () => {
  expect(against({ verdict: 'WrongRecipient' })).toBe('Not our address: it went to T…RTv8');
  for (const verdict of ['WrongToken', 'Failed', 'Credited', 'TooOld'] as const)
    expect(against({ verdict })).toBeTruthy();
  for (const verdict of ['Verified', 'Confirming', 'NodeDown'] as const)
    expect(against({ verdict }), verdict).toBeUndefined();
  const later = new Date(askedAt.getTime() + 86_400_000);
  expect(againstIt(evidence({ verdict: 'NotFound' }), claimed, later)).toBe('Not found on the chain');
  expect(againstIt(null, claimed, askedAt)).toBeUndefined();
});

test('another amount goes against crediting what was announced: not final yet, a speck of dust, or not the one named', () => {
  const short = { verdict: 'Different', amount: '950', ...young } as const;
  // How far it is changes while one looks.
  for (const confirmations of [3, 12])
    expect(against({ ...short, confirmations })).toBe('$50.00 less: 950.00 from T…dN9k, 4 min before the claim');
  expect(against({ verdict: 'Different', amount: '0.000001' })).toMatch(/^No whole cent: 0\.000001/);
  const final = { ...short, final: true, receivedMoney: 950_00n };
  // It is the one that is proposed.
  expect(against(final)).toBeUndefined();
  expect(against(final, null)).toMatch(/^\$50\.00 less/);
  for (const each of [short, final]) {
    expect(against(each, 950_00n)).toBeUndefined();
    expect(against(each, 1_000_00n)).toMatch(/^\$50\.00 less/);
    expect(against(each, 950_01n)).toMatch(/^\$0\.01 less/);
  }
  // Nor is another amount named than the one that matches, on its way or here.
  for (const verdict of ['Verified', 'Confirming'] as const) {
    expect(against({ verdict }, 100_000_00n)).toMatch(/^\$99,000\.00 less: 1,000\.00 from T/);
    expect(against({ verdict }, 999_99n)).toMatch(/^\$0\.01 more/);
    for (const right of [null, 1_000_00n]) expect(against({ verdict }, right)).toBeUndefined();
  }
  // What is too old asks in any case, and says another amount as well.
  const old = { verdict: 'TooOld', amount: '9.4', receivedMoney: 9_40n } as const;
  expect(against(old)).toBe('Too old: 9.40 from T…dN9k, 4 min before the claim');
  expect(against(old, null)).toBe('Too old: $990.60 less: 9.40 from T…dN9k, 4 min before the claim');
  expect(against(old, 940_00n)).toMatch(/^Too old: \$930\.60 less/);
  expect(against({ verdict: 'Failed' }, 950_00n)).toBe('The transfer failed: nothing was moved');
});

test('what a transfer moved is written as money is: a part of a cent stays', () => {
  const said = ['1250', '88', '300.83', '1000.005', '1250.5'].map(transfers.usdt);
  expect(said).toEqual(['1,250.00 USDT', '88.00 USDT', '300.83 USDT', '1,000.005 USDT', '1,250.50 USDT']);
});
