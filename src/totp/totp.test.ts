import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  codeAt,
  inGroups,
  keyOfBytes,
  leftAt,
  readKey,
  readKeys,
  stepOfCode,
  type Algorithm,
  type TotpKey,
} from './totp.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digits = '12345678901234567890';
const seeds: Record<Algorithm, string> = {
  SHA1: digits,
  SHA256: `${digits}123456789012`,
  SHA512: `${digits.repeat(3)}1234`,
};

/** RFC 6238, appendix B. */
const vectors: [seconds: number, codes: Record<Algorithm, string>][] = [
  [59, { SHA1: '94287082', SHA256: '46119246', SHA512: '90693936' }],
  [1111111109, { SHA1: '07081804', SHA256: '68084774', SHA512: '25091201' }],
  [1111111111, { SHA1: '14050471', SHA256: '67062674', SHA512: '99943326' }],
  [1234567890, { SHA1: '89005924', SHA256: '91819424', SHA512: '93441116' }],
  [2000000000, { SHA1: '69279037', SHA256: '90698825', SHA512: '38618901' }],
  [20000000000, { SHA1: '65353130', SHA256: '77737706', SHA512: '47863826' }],
];

function keyRead(text: string): TotpKey {
  const read = readKey(text);
  if (!('key' in read)) throw new Error(read.fault);
  return read.key;
}

test.each(vectors)('the codes at second %i are those of RFC 6238', (seconds, codes) => {
  for (const algorithm of ['SHA1', 'SHA256', 'SHA512'] as const) {
    const key: TotpKey = { ...keyOfBytes(bytesOf(seeds[algorithm])), algorithm, digits: 8 };
    expect(codeAt(key, seconds * 1000)).toBe(codes[algorithm]);
  }
});

test('a key is read however it was typed', () => {
  const plain = keyRead('JBSWY3DPEHPK3PXP');
  expect(plain).toEqual({
    label: '',
    issuer: '',
    secret: 'JBSWY3DPEHPK3PXP',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
  for (const typed of ['jbsw y3dp ehpk 3pxp', '  JBSW-Y3DP-EHPK-3PXP ', 'JBSWY3DPEHPK3PXP===='])
    expect(keyRead(typed)).toEqual(plain);
});

test('a line may name its key, and a password between the two is not kept', () => {
  expect(keyRead('Main ads: jbsw y3dp ehpk 3pxp')).toMatchObject({ label: 'Main ads', secret: 'JBSWY3DPEHPK3PXP' });
  expect(keyRead('ana@example.com|hunter2|JBSWY3DPEHPK3PXP')).toMatchObject({
    label: 'ana@example.com',
    secret: 'JBSWY3DPEHPK3PXP',
  });
});

test('an otpauth address brings its name, its issuer and its own measures', () => {
  const read = keyRead(
    'otpauth://totp/Google%3Aana%40example.com?secret=jbswy3dpehpk3pxp&issuer=Google&algorithm=SHA256&digits=8&period=60',
  );
  expect(read).toEqual({
    label: 'ana@example.com',
    issuer: 'Google',
    secret: 'JBSWY3DPEHPK3PXP',
    algorithm: 'SHA256',
    digits: 8,
    period: 60,
  });
  expect(keyRead('otpauth://totp/ana?secret=JBSWY3DPEHPK3PXP')).toMatchObject({
    label: 'ana',
    issuer: '',
    digits: 6,
    period: 30,
  });
});

test.each([
  ['', 'empty'],
  ['JBSWY3DPEHPK3PX1', 'characters'],
  ['hello', 'short'],
  ['otpauth://hotp/ana?secret=JBSWY3DPEHPK3PXP&counter=1', 'counter'],
  ['otpauth://totp/ana', 'address'],
  ['otpauth://totp/ana?secret=JBSWY3DPEHPK3PXP&digits=12', 'address'],
  ['otpauth://totp/ana?secret=JBSWY3DPEHPK3PXP&period=0', 'address'],
  ['otpauth://totp/ana?issuer=Google', 'empty'],
])('%j is not a key, and it is said why', (text, fault) => {
  expect(readKey(text)).toEqual({ fault, text });
});

test('several keys are several lines, and a bad one does not spoil the others', () => {
  const read = readKeys('JBSWY3DPEHPK3PXP\n\nnot a key!\r\nGoogle: KRSXG5CTMVRXEZLU');
  expect(read).toHaveLength(3);
  expect(read.map((each) => 'key' in each)).toEqual([true, false, true]);
});

test('no text makes the reader fail', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readKeys(text)));
  fc.assert(fc.property(fc.string(), (text) => void readKey(`otpauth://totp/${text}`)));
});

test('an address that was made is read back as the same key', () => {
  const named = fc
    .string({ minLength: 1, maxLength: 30 })
    .filter((text) => text.trim() === text && text !== '' && !text.includes(':'));
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 40 }), named, named, (bytes, label, issuer) => {
      const key = { ...keyOfBytes(bytes), label, issuer };
      expect(keyRead(addressOf(key))).toEqual(key);
    }),
  );
});

test('a code is taken in its own step and in its neighbours, and nowhere else', () => {
  const key = keyOfBytes(bytesOf(digits));
  const at = 1_700_000_010_000;
  const step = Math.floor(at / 30_000);
  for (const skew of [-1, 0, 1]) expect(stepOfCode(key, codeAt(key, at + skew * 30_000), at)).toBe(step + skew);
  expect(stepOfCode(key, codeAt(key, at + 60_000), at)).toBeUndefined();
  expect(stepOfCode(key, codeAt(key, at - 60_000), at)).toBeUndefined();
});

test('the time left runs from a whole period down to nothing', () => {
  const key = keyOfBytes(bytesOf(digits));
  expect(leftAt(key, 0)).toBe(30_000);
  expect(leftAt(key, 29_999)).toBe(1);
  expect(leftAt({ ...key, period: 60 }, 45_000)).toBe(15_000);
});

test('keys and codes are read aloud in groups', () => {
  expect(inGroups('123456', 3)).toBe('123 456');
  expect(inGroups('ABCDEFGHIJ', 4)).toBe('ABCD EFGH IJ');
});
