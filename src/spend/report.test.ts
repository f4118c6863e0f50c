/**
 * Reports of all platforms, with the quirks of each, and however somebody saved or broke them: what is read is
 * exact, everything else is a fault.
 */
import fc from 'fast-check';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { platforms, type Platform } from '#platforms/platforms.ts';
import { dayOfCell, microsOf } from './cells.ts';
import {
  asBook,
  asExcelText,
  asWorkbook,
  daysIn,
  delimited,
  fixture,
  readAs,
  rowsOf,
} from './reports.testing.server.ts';
import { tablesIn } from './table.server.ts';

const exact: Record<Platform, string[]> = {
  Google: [
    '2026-11-01 1234567890 1234560000',
    '2026-11-02 1234567890 80050000',
    '2026-11-03 1234567890 0',
    '2026-11-01 2223334444 19990000',
  ],
  Bing: [
    '2026-11-01 f119ab42 1234560000',
    '2026-11-02 f119ab42 80050000',
    '2026-11-01 x7300012 19990000',
    '2026-11-02 x7300012 0',
  ],
  Facebook: [
    '2026-11-01 3141592653589793 1234560000',
    '2026-11-02 3141592653589793 80050000',
    '2026-11-01 2718281828459045 19990000',
  ],
  TikTok: [
    '2026-11-01 7123456789012345678 1234560000',
    '2026-11-02 7123456789012345678 80050000',
    '2026-11-01 7000000000000000011 19990000',
    '2026-11-02 7000000000000000011 0',
  ],
};

test('an account that a report calls as the API of Meta does is the one of its number', async () => {
  const csv = fixture('Facebook').replaceAll('3141592653589793', 'act_3141592653589793');
  expect(daysIn(await readAs('Facebook', csv))).toEqual(exact.Facebook);
});

describe.each(platforms)('a report of %s', (platform) => {
  const csv = fixture(platform);
  const rows = rowsOf(csv);

  test('is read to the cent as CSV, TSV, UTF-16 of Excel, with semicolons, and as XLSX', async () => {
    const ways = [
      csv,
      `\uFEFF${csv}`,
      delimited(rows, '\t'),
      delimited(rows, ';'),
      asExcelText(rows),
      await asWorkbook(rows),
    ];
    for (const [place, way] of ways.entries())
      expect(daysIn(await readAs(platform, way)), `way ${place}`).toEqual(exact[platform]);
  });

  test('is found by the names of its columns, wherever they stand', async () => {
    const turned = rows.map((row) => row.toReversed());
    // What ends a file stands first in its line.
    const told = turned.map((row, place) => (rows[place]!.length === 1 ? rows[place]! : row));
    const read = await readAs(
      platform,
      await asWorkbook(told.map((row) => (row.at(-1)?.startsWith('Total') ? ['Total'] : row))),
    );
    expect(daysIn(read)).toEqual(exact[platform]);
  });

  const amount = /(?<=[,"])1,?234\.56/;
  test.each([
    ['another currency', (text: string) => text.replaceAll('USD', 'EUR')],
    ['days that may be months', (text: string) => text.replaceAll(/2026-11-0(\d)(?=[",])/g, '0$1/11/2026')],
    ['decimal commas', (text: string) => text.replace(amount, '1.234,56').replace(/1\.234,56(?!")/, '"1.234,56"')],
    ['a currency sign that is not the dollar', (text: string) => text.replace(amount, '€1234.56')],
    ['a negative amount', (text: string) => text.replace(amount, '-1234.56')],
  ])('with %s is a fault of its row', async (_, broken) => {
    const read = await readAs(platform, broken(csv));
    if (typeof read === 'string') return;
    expect(read.faults.length).toBeGreaterThan(0);
    expect(daysIn(read)).not.toContain(exact[platform][0]);
    for (const day of daysIn(read)) expect(exact[platform]).toContain(day);
  });

  test('that does not say its currency, or names a column twice, is not read', async () => {
    const bare = csv.replaceAll(/Currency code|Currency| \(USD\)/g, (word) => (word.startsWith(' ') ? '' : 'Money'));
    expect(await readAs(platform, bare)).toContain('does not say its currency');
    const head = rows.findIndex((row) => row.length > 4 && row.some((cell) => /^(Cost|Spend|Amount spent)/.test(cell)));
    const place = rows[head]!.findIndex((cell) => /^(Cost|Spend|Amount spent)/.test(cell));
    const twice = rows.map((row, at) => (at < head || row.length < 4 ? row : [...row, row[place]!]));
    expect(await readAs(platform, delimited(twice, ','))).toContain('stands in this file twice');
  });

  test('in which one line lost or won a cell gives no wrong cent', async () => {
    const keys = new Set(exact[platform].map((day) => day.split(' ')[1]));
    const wrong: string[] = [];
    for (const [line, row] of rows.entries())
      for (const at of row.keys())
        for (const cells of [row.toSpliced(at, 0, '7'), row.toSpliced(at, 1)]) {
          const told = rows.with(line, cells);
          for (const file of [delimited(told, ','), await asWorkbook(told)]) {
            const read = daysIn(await readAs(platform, file));
            const days = typeof read === 'string' ? [] : read.filter((day) => keys.has(day.split(' ')[1]));
            wrong.push(...days.filter((day) => !exact[platform].includes(day)).map((day) => `${day}: ${cells}`));
          }
        }
    expect(wrong).toEqual([]);
  });

  /** Ways in which files are broken on their way: by hands, by mails, by spreadsheets. */
  const mutation = fc.record({
    how: fc.constantFrom('cut', 'drop', 'double', 'swap', 'cell', 'move', 'letter', 'join', 'empty', 'bytes', 'comma'),
    at: fc.nat(10_000),
    to: fc.nat(10_000),
  });

  const broken = (how: string, at: number, to: number): Buffer => {
    const copy = rows.map((row) => [...row]);
    const row = copy[at % copy.length]!;
    const cell = to % Math.max(row.length, 1);
    if (how === 'cut') return Buffer.from(csv).subarray(0, at % Buffer.byteLength(csv));
    if (how === 'drop') copy.splice(at % copy.length, 1);
    if (how === 'double') copy.splice(at % copy.length, 0, [...row]);
    if (how === 'swap') [row[cell], row[0]] = [row[0]!, row[cell]!];
    if (how === 'cell') row.splice(cell, 1);
    if (how === 'move') row.splice(cell, 0, '7');
    if (how === 'empty') row[cell] = '';
    if (how === 'letter') row[cell] = `${row[cell]}x`;
    if (how === 'comma') row[cell] = row[cell]!.replace('.', ',');
    if (how === 'join') return Buffer.from(delimited(copy, ',').replace(/\r\n(?=[^\r]*$)/, ''));
    if (how === 'bytes') {
      const bytes = Buffer.from(csv);
      bytes[at % bytes.length] = [0x22, 0x00, 0xff, 0x0a, 0x2c][to % 5]!;
      return bytes;
    }
    return Buffer.from(delimited(copy, ','));
  };

  test.each([{ seed: 20_261_122 }, {}])(
    'broken in 50 ways gives no wrong cent: exact or a fault (%o)',
    async (options) => {
      await fc.assert(
        fc.asyncProperty(mutation, async ({ how, at, to }) => {
          const read = daysIn(await readAs(platform, broken(how, at, to)));
          if (typeof read === 'string') return;
          // An Ads ID that nobody has is listed, and nothing of it is kept.
          const keys = new Set(exact[platform].map((day) => day.split(' ')[1]));
          for (const day of read) if (keys.has(day.split(' ')[1])) expect(exact[platform], how).toContain(day);
        }),
        { numRuns: 50, ...options },
      );
    },
  );
});

test('a report whose rows do not add up to its own total is not read', async () => {
  for (const platform of ['Google', 'Facebook', 'TikTok'] as const)
    expect(await readAs(platform, fixture(platform).replace('80.05', '90.05'))).toContain('do not add up');
});

test.each([
  ['Google', 'Day,Account,Customer ID,Currency code,Cost', '123-456-7890', 'Total: Account,,,,'],
  ['Google', 'Account,Day,Customer ID,Currency code,Cost', '123-456-7890', 'Total: Account, --,--, --,'],
  ['Google', 'Customer ID,Account,Day,Currency code,Cost', '123-456-7890', 'Total: Account,,,,'],
  ['TikTok', 'Advertiser name,Advertiser ID,By Day,Currency,Cost', '7123456789012345678', 'Total of 2,-,-,USD,'],
] as const)('an account of %s that is called Total is none (%s)', async (platform, head, adsId, total) => {
  const cell: Record<string, string> = { Cost: '30.00', Currency: 'USD', 'Currency code': 'USD' };
  const row = (name: string, day: string) =>
    head
      .split(',')
      .map((column) => cell[column] ?? (column.endsWith('ID') ? adsId : column.endsWith('Day') ? day : name))
      .join(',');
  const rows = [head, row('Total Wine', '2026-11-01'), row('Total Wine', '2026-11-02')].join('\n');
  const key = adsId.replaceAll('-', '');
  const days = [`2026-11-01 ${key} 30000000`, `2026-11-02 ${key} 30000000`];
  expect(daysIn(await readAs(platform, `${rows}\n${total}60.00\n`))).toEqual(days);
  expect(await readAs(platform, `${rows}\n${total}60.00\n`)).toMatchObject({ faults: [] });
  expect(await readAs(platform, `${rows}\n${total}30.00\n`)).toContain('do not add up');
});

test('an account whose name begins as the last line does is not the last line', async () => {
  const rows = 'Account name,Account number,Gregorian date,Currency code,Spend\n"©2026 Hats",X7,2026-11-01,USD,30.00\n';
  expect(await readAs('Bing', rows)).toContain('cut off');
  const whole = await readAs('Bing', `${rows}\n"©2026 Microsoft Corporation. All rights reserved."\n`);
  expect(daysIn(whole)).toEqual(['2026-11-01 x7 30000000']);
});

test('data that a platform still counts is said, and a report without its last line was cut off', async () => {
  const said = (counted: string) =>
    readAs(
      'Bing',
      fixture('Bing').replace('"Potential Incomplete Data: False"', `${counted}"Potential Incomplete Data: True"`),
    );
  expect(await readAs('Bing', fixture('Bing'))).toMatchObject({ incompleteFrom: undefined });
  expect(await said('')).toMatchObject({ incompleteFrom: '' });
  // The second ended in the last zone at noon of the third.
  const padded = '"Last Completed Available Day: 11/3/2026 12:00:00 PM (GMT)",,,,\n';
  expect(await said(padded)).toMatchObject({ incompleteFrom: '2026-11-03' });
  for (const [at, from] of [
    ['11/3/2026 11:59:00 AM', '2026-11-02'],
    ['11/3/2026 12:00:00 PM', '2026-11-03'],
    ['11/3/2026 12:00:00 AM', '2026-11-02'],
    ['2026-11-03 12:00', ''],
  ])
    expect(await said(`"Last Completed Available Day: ${at} (GMT)"\n`), at).toMatchObject({ incompleteFrom: from });
  expect(await readAs('Bing', fixture('Bing').split('"©')[0]!)).toContain('cut off');
});

test('what a workbook has as numbers and days is read as it is; an id that lost digits is a fault', async () => {
  const head = ['Account ID', 'Day', 'Amount spent (USD)'];
  const day = new Date('2026-11-01T00:00:00Z');
  const sheet = await asWorkbook([head, [123456, day, 12.3], ['77', '2026-11-02', 1234.567], [7.1e17, day, 1]]);
  const read = await readAs('Facebook', sheet);
  expect(daysIn(read)).toEqual(['2026-11-01 123456 12300000', '2026-11-02 77 1234567000']);
  expect(read).toMatchObject({ faults: [{ line: 4, message: expect.stringContaining('lost digits') }] });
});

test('no file makes the portal unpack more than it takes, and none is read that is no table', async () => {
  const bomb = await asWorkbook([['Account ID', 'Day', 'Amount spent (USD)']]);
  const at = bomb.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  const lying = Buffer.from(bomb);
  lying.writeUInt32LE(0xf000_0000, at + 24);
  expect(await readAs('Facebook', lying)).toContain('too large once it is unpacked');
  const many = await asWorkbook(Array.from({ length: 20_000 }, (_, n) => [`${n}${'0'.repeat(6_000)}`]));
  expect(many.length).toBeLessThan(10_000_000);
  expect(await readAs('Facebook', many)).toContain('too large once it is unpacked');
  const short = Buffer.from(bomb);
  short.writeUInt32LE(10, at + 24);
  expect(await readAs('Facebook', short)).toContain('damaged');
  for (const other of ['', 'hello', 'PK\u0003\u0004', 'a,b\u0000', '\u00d0\u00cf'])
    expect(typeof (await readAs('Facebook', Buffer.from(other, 'latin1'))), other).toBe('string');
});

test('a small workbook that would fill the memory of a node ends a thread alone, and holds up nobody', async () => {
  const small = asBook('', '', '<si/>'.repeat(3_000_000));
  expect(small.length).toBeLessThan(50_000);
  let [last, held] = [performance.now(), 0];
  const clock = setInterval(() => {
    held = Math.max(held, performance.now() - last);
    last = performance.now();
  }, 20);
  expect(await readAs('Facebook', small)).toContain('too large once it is unpacked');
  clearInterval(clock);
  expect(held).toBeLessThan(1_000 * busyFactor());
});

test('more than $10,000,000 of a day is a fault of its row, so that no sum outgrows the book', async () => {
  const rows = ['10000000.00', '10000000.01', '999999999999'].map((amount, n) => `${n + 1},2026-11-01,${amount}\n`);
  const read = await readAs('Facebook', `Account ID,Day,Amount spent (USD)\n${rows.join('')}`);
  expect(daysIn(read)).toEqual(['2026-11-01 1 10000000000000']);
  const message = expect.stringContaining('$10,000,000.00 in a day');
  expect(read).toMatchObject({
    faults: [
      { line: 3, message },
      { line: 4, message },
    ],
  });
});

test('an Ads ID with what no database takes is a fault of its row', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`;
  const ids = ['7&#0;7', '7&#xD800;7', '7_x0000_7', '77'];
  const rows = ids.map((id) => row(id, '2026-11-01', '1.00')).join('');
  const read = await readAs('Facebook', asBook(row('Account ID', 'Day', 'Amount spent (USD)') + rows));
  expect(daysIn(read)).toEqual(['2026-11-01 77 1000000']);
  expect(read).toMatchObject({ faults: [{ line: 2 }, { line: 3 }, { line: 4 }] });
});

test('a workbook that declares entities gets nothing for them, neither a file nor a text that grows', async () => {
  const secret = join(tmpdir(), `entity-${process.pid}`);
  await writeFile(secret, 'read-from-the-disk');
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const head = ['Account ID', 'Day', 'Amount spent (USD)'].map(cell).join('');
  const rows = `<row r="1">${head}</row><row r="2">${['&own;', '2026-11-01', '1.00'].map(cell).join('')}</row>`;
  const declared = `<!DOCTYPE worksheet [<!ENTITY a "grow"><!ENTITY own SYSTEM "file://${secret}">]>`;
  const grows = `<!DOCTYPE worksheet [<!ENTITY a "grow"><!ENTITY own "${'&a;'.repeat(1_000)}">]>`;
  for (const before of [declared, grows]) {
    const tables = await Array.fromAsync(tablesIn(asBook(rows, before), 'admin')).catch(
      (error: Error) => error.message,
    );
    const said = JSON.stringify(tables);
    expect(said).toContain('&own;');
    expect(said).not.toMatch(/read-from-the-disk|grow/);
  }
  await rm(secret);
});

describe('a file above the limit is refused, and none of its rows is cut silently', () => {
  const most = 'Please send at most 100000 rows at once.';
  const head = ['Account ID', 'Day', 'Amount spent (USD)'];
  const row = (n: number) => [`${n}`, '2026-11-01', '1.00'];
  /** A sheet with one more cell, at this place. */
  const withCell = (place: string, tag = `<c r="${place}" t="inlineStr"><is><t>x</t></is></c>`) =>
    asBook(`<row r="1">${cells(head)}</row><row r="2">${cells(row(1))}</row><row r="9">${tag}</row>`);
  const cells = (texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');

  test('as a text, though it has line breaks alone', async () => {
    expect(await readAs('Facebook', `${head}\n${'\n'.repeat(100_300)}${row(1)}\n`)).toBe(most);
    expect(await readAs('Facebook', `${head}\r${'\r'.repeat(100_300)}${row(1)}\r`)).toBe(most);
  });

  test('as a text of more cells than a node can hold, in one line or in many, before any is read', async () => {
    const cells = 'Please send a table of at most 256 columns and 2,000,000 cells.';
    const began = performance.now();
    for (const [separator, line, lines] of [
      [',', 5_000_000, 1],
      ['\t', 257, 1],
      [';', 22, 100_000],
    ] as const)
      expect(await readAs('Facebook', `${`a${separator}`.repeat(line - 1)}a\n`.repeat(lines))).toBe(cells);
    expect(performance.now() - began).toBeLessThan(1_000 * busyFactor());
    const widest = [...head, ...Array.from({ length: 253 }, () => 'x')];
    expect(daysIn(await readAs('Facebook', `${widest}\n${[...row(1), ...widest.slice(3)]}\n`))).toHaveLength(1);
  });

  test('while names of columns are looked for above the table alone', async () => {
    const above = (lines: number) => `${'x,y\n'.repeat(lines)}${head}\n${row(1)}\n`;
    expect(daysIn(await readAs('Facebook', above(199)))).toHaveLength(1);
    expect(await readAs('Facebook', above(200))).toContain('No line with the columns');
  });

  test('as a workbook, however far away its last row is', async () => {
    expect(await readAs('Facebook', withCell('A1048576'))).toBe(most);
    expect(await readAs('Facebook', withCell('B100201'))).toBe(most);
    expect(await readAs('Facebook', withCell('A100201', '<c r="A100201" s="1"/>'))).toMatchObject({ faults: [] });
    const many = Array.from({ length: 100_201 }, () => '<row><c><v>1</v></c></row>').join('');
    expect(await readAs('Facebook', asBook(many))).toBe(most);
  });

  test('while cells far to the right are left out, and fill nothing', async () => {
    const read = daysIn(await readAs('Facebook', withCell('XFD9')));
    expect(read).toEqual(['2026-11-01 1 1000000']);
    const [table] = await Array.fromAsync(tablesIn(withCell('XFD9'), 'admin'));
    expect(table!.rows.flat()).toHaveLength(6);
  });
});

test('amounts and days that have two readings are not read', () => {
  const read = (text: string) => (({ value }: { value?: bigint }) => value)(microsOf(text) as never);
  expect(['12.3', '$12.30', 'USD 1,234.50', '0.000001', '1234.567', '12,345,678.9'].map(read)).toEqual([
    12_300_000n,
    12_300_000n,
    1_234_500_000n,
    1n,
    1_234_567_000n,
    12_345_678_900_000n,
  ]);
  const unread = ['1.234', '1,234', '12,50', '1.234,56', '1 234.50', '12.', '.5', '1e3', '(12.00)', '0.0000001', '٣'];
  expect(unread.filter((text) => read(text) !== undefined)).toEqual([]);
  const days = (text: string) => (({ value }: { value?: string }) => value)(dayOfCell(text) as never);
  const written = ['2026-11-01', 'Nov 1, 2026', 'November 1, 2026', '1 Nov 2026', '2026-11-01 00:00:00', '20261101'];
  expect(new Set(written.map(days))).toEqual(new Set(['2026-11-01']));
  expect(
    ['01/11/2026', '11/01/26', '1.11.2026', '2026-02-30', '2026-13-01', '46000', 'Nov 2026'].flatMap(
      (text) => days(text) ?? [],
    ),
  ).toEqual([]);
});
