/** From one hash nobody makes a second id that counts as another transfer and looks the same. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimOfTransfer, readTransferId } from './transferids.ts';

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);

/** Unicode's own list of signs that are taken for one another, by what each is drawn as. */
const unicode = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('unhomoglyph/data.json'), 'utf8'),
) as Record<string, string>;
const twins = new Map<string, string[]>();
for (const [sign, drawn] of Object.entries(unicode)) {
  const digit = ({ O: '0', l: '1' } as Record<string, string>)[drawn] ?? drawn.toLowerCase();
  if (/^[0-9a-f]$/.test(digit)) twins.set(digit, [...(twins.get(digit) ?? []), sign]);
}
const lookAlike = (digit: string) => fc.constantFrom(...(twins.get(digit) ?? [digit]));
const anySign = fc.oneof(
  fc.constantFrom(
    '0',
    'a',
    'f',
    'x',
    'g',
    '_',
    '…',
    '.',
    '-',
    'O',
    'l',
    'ɑ',
    '℮',
    'ᴄ',
    '০',
    '\u200b',
    '\u0301',
    ' ',
    '\n',
  ),
  fc.constantFrom(...[...twins.values()].flat()),
);

/** What stands for this hash is the hash, or no id at all: never a second one. */
function expectNoTwin(hash: string, typed: string) {
  const id = readTransferId(typed);
  if ('hash' in id) expect(id.hash).toBe(hash);
  else expect(id, JSON.stringify(typed)).toEqual({ unclear: true });
}

describe('a hash', () => {
  test('counts once in capitals, after 0x, in a link, in a sentence, over two lines and in the digits of any script', () => {
    const digits = ['0'.codePointAt(0)!, 0x660, 0x966, 0x9e6, 0xff10, 0x1d7d8, 0x104a0];
    fc.assert(
      fc.property(hex, fc.constantFrom(...digits), fc.nat(63), (hash, zero, at) => {
        const foreign = hash.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
        const said = [hash.toUpperCase(), `0x${hash}`, `https://tronscan.org/#/transaction/${hash}`, `TxID: ${hash}.`];
        const broken = `${hash.slice(0, at)}\n${hash.slice(at)}`;
        for (const typed of [...said, foreign, broken, `\u200b${hash}\u2060`]) {
          expect(readTransferId(typed), typed).toEqual({ hash });
          expect(claimOfTransfer(typed)).toBe(`usdt:${hash}`);
        }
      }),
    );
  });

  test('has no twin by signs that Unicode draws alike', () => {
    const disguised = hex.chain((hash) =>
      fc.record({
        hash: fc.constant(hash),
        signs: fc.tuple(...[...hash].map((digit) => fc.oneof(fc.constant(digit), lookAlike(digit)))),
      }),
    );
    fc.assert(
      fc.property(disguised, ({ hash, signs }) => expectNoTwin(hash, signs.join(''))),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(hex, (hash) => expectNoTwin(hash, [...hash].map((digit) => twins.get(digit)?.[0] ?? digit).join(''))),
    );
  });

  test('has no twin by signs put in, left out or changed', () => {
    const edit = fc.record({ at: fc.nat(64), sign: anySign, what: fc.constantFrom('in', 'out', 'other') });
    fc.assert(
      fc.property(hex, fc.array(edit, { minLength: 1, maxLength: 8 }), (hash, edits) => {
        const signs = [...hash];
        for (const { at, sign, what } of edits) {
          signs.splice(Math.min(at, signs.length), what === 'in' ? 0 : 1, ...(what === 'out' ? [] : [sign]));
        }
        const id = readTransferId(signs.join(''));
        // A digit changed into another is another hash, whose digits differ to the eye; nothing else is an id.
        expect('other' in id, signs.join('')).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('two of them in one field name none', () => {
    fc.assert(
      fc.property(hex, hex, (one, two) => {
        if (one !== two) expect(readTransferId(`${one} ${two}`)).toEqual({ unclear: true });
        expect(readTransferId(`${one} ${one}`)).toEqual({ hash: one });
        expect(readTransferId(`${one}${two.slice(0, 1)}`)).toEqual({ unclear: true });
      }),
    );
  });
});

test('what an exchange calls an internal transfer is an id of its own, compared without case, spaces and signs around it', () => {
  for (const typed of [
    'Internal transfer 123456',
    'Off-chain transfer 201958372215',
    '550e8400-e29b-41d4-a716-446655440000',
    '内部转账 8842',
    'Transfer-9f2c11',
  ])
    expect(Object.keys(readTransferId(typed)), typed).toEqual(['other']);
  expect(claimOfTransfer('"Internal Transfer 123".')).toBe(claimOfTransfer('internal transfer 123'));
  expect(claimOfTransfer('內部 ١٢٣')).toBe(claimOfTransfer('內部123'));
  expect(claimOfTransfer('...')).toBe('usdt:...');
  // A sentence about a transfer is long and holds many letters from a to f, and is none.
  const sentence =
    'I sent the money from my account at the exchange today, please be so kind and check it soon, thank you';
  expect(Object.keys(readTransferId(sentence))).toEqual(['other']);
});
