/** What may be called Verified, and what everything else is called. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsWithin, exactOf, unitsOf } from './amounts.ts';
import { networkCalled, networks } from './networks.ts';
import {
  agreedReading,
  foundIn,
  transfersAmong,
  type Event,
  type Found,
  type Reading,
  type Transfer,
} from './reading.ts';
import { verdictOf, type Claim } from './verdict.ts';

const hex = (digit: string) => digit.repeat(40);
const [us, alsoUs, them, stranger, usdt, fake] = ['a', 'b', 'c', 'd', 'e', 'f'].map(hex) as [string, ...string[]];
const claimedAt = new Date('2026-06-15T12:00:00Z');
const ago = (minutes: number) => new Date(claimedAt.getTime() - minutes * 60_000);

const claim = (also: Partial<Claim> = {}): Claim => ({
  usdt: usdt!,
  decimals: 6,
  ours: new Set([us!, alsoUs!]),
  announced: 1_000_00n,
  claimedAt,
  clientSince: ago(60 * 24 * 90),
  counted: new Set(),
  reversed: new Set(),
  ...also,
});
const line = (also: Partial<Transfer> = {}): Transfer => ({
  line: 0,
  token: usdt!,
  sender: them!,
  recipient: us!,
  units: 1_000_000_000n,
  ...also,
});
const reading = (transfers: Transfer[], also: Partial<Found> = {}): Found => ({
  found: true,
  failed: false,
  transfers,
  block: 7,
  at: ago(4),
  confirmations: 40,
  final: true,
  ...also,
});
const verdict = (looked: Parameters<typeof verdictOf>[1], also?: Partial<Claim>) => verdictOf(claim(also), looked);

test.each<[string, string, Parameters<typeof verdictOf>[1], Partial<Claim>?]>([
  ['final, to us, to the cent', 'Verified', reading([line()])],
  ['the same, not final', 'Confirming', reading([line()], { final: false })],
  ['to an address that was shown earlier', 'Verified', reading([line({ recipient: alsoUs! })])],
  ['five dollars less', 'Different', reading([line({ units: 995_000_000n })])],
  ['a cent more', 'Different', reading([line({ units: 1_000_010_000n })])],
  ['half a cent more, which is no whole cent', 'Different', reading([line({ units: 1_000_005_000n })])],
  ['one unit less than announced', 'Different', reading([line({ units: 999_999_999n })])],
  ['dust', 'Different', reading([line({ units: 1n })])],
  ['zero, as poisoners send it', 'Different', reading([line({ units: 0n })])],
  ['a fake token with the same name', 'WrongToken', reading([line({ token: fake! })])],
  [
    'a contract that only shouts Transfer',
    'WrongToken',
    reading([line({ token: fake! }), line({ line: 1, token: stranger! })]),
  ],
  ['no event at all, as where another coin was sent', 'WrongToken', reading([])],
  ['real USDT to somebody else', 'WrongRecipient', reading([line({ recipient: stranger! })])],
  [
    'real USDT to somebody else, and a fake to us',
    'WrongRecipient',
    reading([line({ recipient: stranger! }), line({ line: 1, token: fake! })]),
  ],
  ['from one of our own addresses to another', 'WrongRecipient', reading([line({ sender: alsoUs! })])],
  ['reverted, or out of energy', 'Failed', reading([line()], { failed: true })],
  ['a hash that nobody knows', 'NotFound', { found: false }],
  ['no node answers', 'NodeDown', 'down'],
  ['nodes contradict each other', 'NodeDown', 'unusable'],
  ['its only line counts for somebody else', 'Credited', reading([line()]), { counted: new Set([0]) }],
  [
    'its only line counted for somebody who was reversed',
    'Verified',
    reading([line()]),
    { counted: new Set([0]), reversed: new Set([0]) },
  ],
  ['older than the client', 'TooOld', reading([line()]), { clientSince: ago(3) }],
  ['older than thirty days', 'TooOld', reading([line()], { at: ago(30 * 24 * 60 + 1) })],
  ['just young enough', 'Verified', reading([line()], { at: ago(30 * 24 * 60 - 1) })],
  ['after the claim', 'Verified', reading([line()], { at: ago(-5) })],
])('%s is %s', (_what, expected, looked, also) => {
  expect(verdict(looked, also).verdict).toBe(expected);
});

describe('of several lines in one transaction', () => {
  const batch = reading([
    line({ line: 3, recipient: stranger!, units: 1_000_000_000n }),
    line({ line: 4, units: 250_000_000n }),
    line({ line: 9, units: 1_000_000_000n }),
    line({ line: 11, units: 0n }),
  ]);

  test('each top-up gets the one that was announced', () => {
    expect(verdict(batch)).toMatchObject({ verdict: 'Verified', transfer: { line: 9 } });
    expect(verdict(batch, { announced: 250_00n })).toMatchObject({ verdict: 'Verified', transfer: { line: 4 } });
    expect(verdict(batch).lines.map((each) => each.line)).toEqual([4, 9]);
  });

  test('a line counts once, and the nearest of the others is said to differ', () => {
    expect(verdict(batch, { counted: new Set([9]) })).toMatchObject({ verdict: 'Different', transfer: { line: 4 } });
    const both = { counted: new Set([4, 9]), reversed: new Set([4]) };
    expect(verdict(batch, both)).toMatchObject({ verdict: 'Credited', lines: [{}, {}] });
  });

  test('the line that a top-up has stays its own', () => {
    expect(verdict(batch, { own: 4 })).toMatchObject({ verdict: 'Different', transfer: { line: 4 } });
    expect(verdict(batch, { own: 4, counted: new Set([9]) })).toMatchObject({ transfer: { line: 4 } });
  });
});

const transfers = fc
  .array(
    fc.record({
      token: fc.constantFrom(usdt!, fake!),
      sender: fc.constantFrom(them!, us!),
      recipient: fc.constantFrom(us!, alsoUs!, stranger!),
      units: fc.constantFrom(0n, 1n, 999_999_999n, 1_000_000_000n, 1_000_005_000n, 2_000_000_000n),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((each, place): Transfer => ({ line: place, ...each })));
const readings: fc.Arbitrary<Reading> = fc.oneof(
  fc.constant({ found: false as const }),
  fc.record({
    found: fc.constant(true as const),
    failed: fc.boolean(),
    transfers,
    block: fc.nat(3),
    at: fc.integer({ min: -10, max: 60 * 24 * 40 }).map(ago),
    confirmations: fc.nat(100),
    final: fc.boolean(),
  }),
);

describe('whatever nodes say', () => {
  test('Verified means final, real USDT from outside to us, exactly as announced, not counted, and young', () => {
    fc.assert(
      fc.property(readings, fc.uniqueArray(fc.nat(5)), (looked, counted) => {
        const said = verdict(looked, { counted: new Set(counted) });
        if (said.verdict !== 'Verified') return;
        expect(looked).toMatchObject({ found: true, failed: false, final: true });
        const { line: at, ...is } = said.transfer!;
        expect(is).toMatchObject({ token: usdt, sender: them, units: 1_000_000_000n });
        expect([us, alsoUs]).toContain(is.recipient);
        expect(counted).not.toContain(at);
        expect((looked as Found).at.getTime()).toBeGreaterThanOrEqual(ago(30 * 24 * 60).getTime());
      }),
      { numRuns: 5_000 },
    );
  });

  test('two top-ups never count one line', () => {
    fc.assert(
      fc.property(readings, fc.bigInt(1n, 300_000n), (looked, announced) => {
        const first = verdict(looked);
        const counted = new Set(first.transfer ? [first.transfer.line] : []);
        const second = verdict(looked, { counted, announced });
        if (second.verdict !== 'WrongRecipient' && second.transfer) expect(counted).not.toContain(second.transfer.line);
      }),
      { numRuns: 3_000 },
    );
  });

  test('several nodes are final together only where each of them is, with the same lines in the same block', () => {
    fc.assert(
      fc.property(fc.array(readings, { minLength: 1, maxLength: 3 }), (said) => {
        const agreed = foundIn(agreedReading(said));
        if (!agreed?.final) return;
        const all = said as Found[];
        expect(all.every((each) => each.found && each.final && each.block === agreed.block)).toBe(true);
        if (!agreed.failed) expect(all.map((each) => each.transfers)).toEqual(all.map(() => agreed.transfers));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('units', () => {
  test.each([
    [1_000_005_000n, 6, '1000.005', 100_000n],
    [999_999_999_999_999_999n, 18, '0.999999999999999999', 99n],
    [1_000_000_000_000_000_000_000n, 18, '1000', 100_000n],
    [1n, 18, '0.000000000000000001', 0n],
  ])('%s with %s decimals are %s dollars, of which %s cents are whole', (units, decimals, text, cents) => {
    expect([exactOf(units, decimals), centsWithin(units, decimals)]).toEqual([text, cents]);
  });

  test('cents come back from units as they were, and never become more', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.constantFrom(6, 18), (amount, decimals) => {
        expect(centsWithin(unitsOf(amount, decimals), decimals)).toBe(amount);
        expect(unitsOf(centsWithin(amount, decimals), decimals)).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

describe('an event', () => {
  const topics = [
    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `${'0'.repeat(24)}${them}`,
    `${'0'.repeat(24)}${us}`,
  ];
  const data = '3b9aca00'.padStart(64, '0');
  const among = (also: Partial<Event>) => transfersAmong([{ token: usdt!, topics, data, ...also }]);

  test('is a transfer with or without 0x, in any case, and with the 41 of Tron before an account', () => {
    const wanted = [line({ units: 1_000_000_000n })];
    expect(among({})).toEqual(wanted);
    expect(among({ topics: topics.map((topic) => `0x${topic.toUpperCase()}`), data: `0x${data}` })).toEqual(wanted);
    expect(among({ topics: [...topics.slice(0, 2), `${'0'.repeat(22)}41${us}`] })).toEqual(wanted);
  });

  test.each<[string, Partial<Event>]>([
    ['another event', { topics: ['1'.repeat(64), ...topics.slice(1)] }],
    ['that of an NFT', { topics: [...topics, '0'.repeat(64)] }],
    ['one without a recipient', { topics: topics.slice(0, 2) }],
    ['one whose account is longer than an account', { topics: [...topics.slice(0, 2), `${'0'.repeat(20)}11aa${us}`] }],
    ['one with less data', { data: '00' }],
    ['one with more data', { data: `${data}00` }],
  ])('%s is none, and those behind it keep their lines', (_what, also) => {
    expect(among(also)).toEqual([]);
    expect(
      transfersAmong([
        { token: usdt!, topics, data, ...also },
        { token: usdt!, topics, data },
      ]),
    ).toEqual([line({ line: 1, units: 1_000_000_000n })]);
  });
});

test('each network is called as people call it, and no other', () => {
  const names = ['TRC20', 'usdt-trc20', 'ERC20', 'BEP20 (BSC)', 'Polygon', 'ERC20 (Polygon)', 'Solana', ''];
  expect(names.map((name) => networkCalled(name)?.name)).toEqual([
    'TRC20',
    'TRC20',
    'ERC20',
    'BEP20',
    'Polygon',
    'Polygon',
    undefined,
    undefined,
  ]);
  expect(networks.find(({ name }) => name === 'BEP20')?.decimals).toBe(18);
});
