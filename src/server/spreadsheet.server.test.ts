import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Readable } from 'node:stream';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { spreadsheetType } from '#kernel/media.ts';
import { spreadsheet, type SheetColumn } from './spreadsheet.server.ts';

type Row = { word: string | null; cents: bigint | null; n: number; at: Date | null };

const columns: SheetColumn<Row>[] = [
  { header: 'Word', type: 'text', value: (row) => row.word },
  { header: 'Money', type: 'money', value: (row) => row.cents },
  { header: 'Count', type: 'number', value: (row) => row.n },
  { header: 'At', type: 'time', value: (row) => row.at },
];
const at = new Date('2026-11-21T01:02:03.000Z');

async function* rowsOf(...rows: Row[]) {
  yield* rows;
}

async function bytesOf(rows: AsyncIterable<Row>): Promise<Buffer> {
  const download = await spreadsheet('list.xlsx', 'List', columns, rows, 'UTC');
  const chunks: Buffer[] = [];
  for await (const chunk of download.body as Readable) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function sheetOf(...rows: Row[]) {
  const book = await readXlsx(new Uint8Array(await bytesOf(rowsOf(...rows))), { readStyles: true });
  return book.sheets[0]!;
}

describe('a spreadsheet', () => {
  test('is a download of the right type and name', async () => {
    const download = await spreadsheet('list.xlsx', 'List', columns, rowsOf(), 'UTC');
    expect(download.headers).toEqual({
      'content-type': spreadsheetType,
      'content-disposition': 'attachment; filename="list.xlsx"',
    });
    for await (const chunk of download.body as Readable) expect(chunk.length).toBeGreaterThan(0);
  });

  test('has its headers even without rows, and says on whose clocks its times are', async () => {
    expect((await sheetOf()).rows).toEqual([['Word', 'Money', 'Count', 'At (UTC)']]);
  });

  test('types words, money, numbers and times as what they are', async () => {
    const sheet = await sheetOf(
      { word: 'plain', cents: 123_450n, n: 7, at },
      { word: null, cents: -5n, n: 0, at: null },
    );
    expect(sheet.rows[1]).toEqual(['plain', 1234.5, 7, at]);
    expect(sheet.rows[2]!.slice(0, 3)).toEqual([null, -0.05, 0]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")', '\t=1', ' =1'])(
    'keeps %j a word in a column of words',
    async (word) => {
      const sheet = await sheetOf({ word, cents: 1n, n: 1, at });
      expect(sheet.rows[1]![0]).toBe(word);
      const cell = sheet.cells?.get('1,0');
      expect(cell?.formula).toBeUndefined();
      expect(cell?.style?.numFmt).toBe('@');
    },
  );

  test('leaves out what would make the file unreadable', async () => {
    expect((await sheetOf({ word: 'a\u0001b\uffff<&>"\ud800', cents: 1n, n: 1, at })).rows[1]![0]).toBe('ab<&>"\ufffd');
  });

  test('refuses before the first byte where the first row cannot be read', async () => {
    const broken = (async function* (): AsyncGenerator<Row> {
      throw new Error('no database');
    })();
    await expect(spreadsheet('list.xlsx', 'List', columns, broken, 'UTC')).rejects.toThrow('no database');
  });

  test('takes no more memory for 100,000 rows than the rows on their way', async () => {
    async function* many(): AsyncGenerator<Row> {
      for (let n = 0; n < 100_000; n++) {
        if (n % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
        yield { word: `Row number ${n}`, cents: BigInt(n), n, at };
      }
    }
    const download = await spreadsheet('list.xlsx', 'List', columns, many(), 'UTC');
    // What nobody needs any more is thrown away first: when that happens by itself depends on what ran before.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    let [most, size, chunks] = [0, 0, 0];
    for await (const chunk of download.body as Readable) {
      size += (chunk as Buffer).length;
      if (chunks++ % 10 === 0) most = Math.max(most, used() - before);
    }
    expect(size).toBeGreaterThan(1_000_000);
    expect(most).toBeLessThan(5_000_000);
  });

  test('stops reading rows when nobody takes the file', async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (let n = 0; ; n++) {
          if (n % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
          yield { word: `Row ${n}`, cents: 1n, n, at };
        }
      } finally {
        ended = true;
      }
    }
    const body = (await spreadsheet('list.xlsx', 'List', columns, endless(), 'UTC')).body as Readable;
    for await (const _ of body) break;
    expect(body.destroyed).toBe(true);
    await vi.waitFor(() => expect(ended).toBe(true), 5_000);
  });
});
