import { expect, test } from 'vitest';
import { exampleBrand } from '#kernel/brand.ts';
import type { StatementLine } from '#requests/statement.server.ts';
import { textOf } from './pdf.testing.server.ts';
import { isPrinted } from './statement-face.server.ts';
import { statementPdf } from './statement-pdf.server.ts';

function statementFor(name: string, notes: readonly string[]) {
  const what = {
    kind: 'deposit',
    platform: 'Google',
    step: 1,
    leg: 0,
    state: 'Rejected',
    adsId: '1',
    other: 'held',
  } as const;
  async function* lines(): AsyncGenerator<StatementLine> {
    for (const note of notes)
      yield {
        at: new Date(0),
        applyId: 'DP-7K3Q-X2MF',
        ...what,
        note,
        amountCents: 100n,
        balanceCents: 100n,
        line: 1n,
      };
  }
  const client = { name, email: 'a@example.com', id: 'US-1' };
  const days = { from: undefined, to: undefined, kind: undefined };
  const file = statementPdf('x.pdf', {
    client,
    ...days,
    opening: 0n,
    closing: 100n,
    brand: exampleBrand,
    timeZone: 'Asia/Shanghai',
    lines: lines(),
  });
  return textOf(file.body as AsyncIterable<Buffer>);
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const names = [
  'Nguyễn Thị Ánh',
  'Łukasz Żółć',
  'Çağrı İpek',
  'Ștefan Țepeș',
  'Наталья Шевченко',
  'Ґанна Їжак',
  'Αθηνά Παπαδοπούλου',
  'Ūla Ðorđević',
];

test.each(names)('%s stands in the PDF with all letters and accents, as whom it is for and in a note', async (name) => {
  const text = plain(await statementFor(name, [name.normalize('NFD')]));
  expect(text).toContain(`Client: ${name}`);
  expect(text).toContain(`money back. ${name}`);
  expect(text).toContain('1970-01-01 08:00');
  expect(text).not.toContain('stands for a letter');
});

const eastern = [
  '张伟',
  '請把廣告帳戶分享給我',
  '龍體灣',
  'ありがとう、カタカナ',
  '김민준',
  '￥１００（现金）',
  'Nguyễn 张 Шевченко',
];

test('Chinese, Japanese and Korean letters stand in the PDF, beside all others, as whom it is for and in a note', async () => {
  for (const name of eastern) {
    const text = plain(await statementFor(name, [name]));
    expect(text).toContain(`Client: ${name}`);
    expect(text.replaceAll(' ', '')).toContain(`moneyback.${name.replaceAll(' ', '')}`);
    expect(text).not.toContain('stands for a letter');
  }
});

test('every letter that counts as printed has a drawing in the large face', async () => {
  const looked = (code: number) => code < 0x2500 || code % 61 === 0 || code > 0xff00;
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    // A soft hyphen is invisible inside a line, so it cannot be compared.
    (letter, code) =>
      looked(code) &&
      isPrinted(letter) &&
      letter.trim() !== '' &&
      letter !== '\u00ad' &&
      letter.normalize('NFC') === letter,
  );
  expect(letters.length).toBeGreaterThan(1_500);
  const notes = Array.from({ length: Math.ceil(letters.length / 20) }, (_, n) =>
    letters.slice(n * 20, n * 20 + 20).join('一'),
  );
  const shown = new Set(await statementFor('张伟', notes));
  expect(letters.filter((letter) => !shown.has(letter))).toEqual([]);
  expect(shown.has('\0')).toBe(false);
});

test('a letter that the typeface lacks is seen to be missing, and the file says where to find it', async () => {
  const text = plain(await statementFor('ณัฐ (Nat)', ['Not now.']));
  expect(text).toContain('Client: ��� (Nat)');
  expect(text).toContain(
    '� stands for a letter that this file’s typeface does not have. The Excel file of the same statement has them all.',
  );
  expect(plain(await statementFor('Nat', ['Not 🙂 now.']))).toContain('� stands for a letter');
});
