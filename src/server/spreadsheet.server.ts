/**
 * A spreadsheet is a list as an accountant wants it: amounts that add up, times that sort, words that stay words. Rows
 * are pulled while the file is being sent, so that a long list takes no more memory than a short one.
 *
 * A cell can't become a formula: words are written as text in columns formatted as text, so that neither opening the
 * file nor editing the cell makes `=HYPERLINK(…)` of somebody's remark.
 */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { writeXlsxStream, type CellValue, type ColumnDef } from 'hucre/xlsx';
import { onClocksOf } from '#kernel/days.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { dollarsText, toDollars, type Cents } from '#kernel/money.ts';
import { csvLine } from './csv.server.ts';
import { Download } from './handle.server.ts';

/** One column of a sheet. Missing values leave the cell empty. */
export type SheetColumn<Row> = { readonly header: string; readonly width?: number } & (
  | { readonly type: 'text'; readonly value: (row: Row) => string | null | undefined }
  | { readonly type: 'money'; readonly value: (row: Row) => Cents | null | undefined }
  | { readonly type: 'number'; readonly value: (row: Row) => number | null | undefined }
  | { readonly type: 'time'; readonly value: (row: Row) => Date | null | undefined }
);

/** Rows as they come: a long list from the database, or a short one in memory. */
type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

const formats = { text: '@', money: '#,##0.00;[Red]-#,##0.00', number: '0', time: 'yyyy-mm-dd hh:mm:ss' } as const;
const widths = { text: 20, money: 14, number: 10, time: 20 } as const;

/** Rows that take about two milliseconds to write. */
const rowsAtOnce = 50;

/** The most characters that Excel keeps in one cell. */
const longestCell = 32_767;

/**
 * The file as an answer; its times are those of the clocks in `zone`, and their headers say so. Throws before the first
 * byte where the first row can't be read; a failure further down breaks the transfer off, so that half a list is never
 * taken for a whole one.
 */
export async function spreadsheet<Row>(
  fileName: string,
  sheet: string,
  columns: readonly SheetColumn<Row>[],
  rows: Rows<Row>,
  zone: string,
): Promise<Download> {
  const begun = await begin(rows);
  const stream = writeXlsxStream(cellsOf(columns, begun, zone), {
    name: sheet,
    columns: columns.map((column) => definitionOf(column, zone)),
    freezePane: { rows: 1 },
  });
  return new Download(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), {
    'content-type': spreadsheetType,
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

/** The same list as text, for programs and small tools. */
export async function csvFile<Row>(
  fileName: string,
  columns: readonly SheetColumn<Row>[],
  rows: Rows<Row>,
  zone: string,
): Promise<Download> {
  const begun = await begin(rows);
  const lines = async function* () {
    yield csvLine(columns.map((column) => headerOf(column, zone)));
    for await (const row of begun) yield csvLine(columns.map((column) => textOf(column, row, zone)));
  };
  return new Download(Readable.from(lines()), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

/** Reads the first row now and hands out all of them later. */
async function begin<Row>(rows: Rows<Row>): Promise<AsyncIterable<Row>> {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      let rows = 0;
      for (let next = first; !next.done; next = await iterator.next()) {
        yield next.value;
        // Rows come in batches, so that other calls are answered in between.
        if (++rows % rowsAtOnce === 0) await turn();
      }
    } finally {
      await iterator.return?.();
    }
  })();
}

function headerOf<Row>(column: SheetColumn<Row>, zone: string): string {
  return column.type === 'time' ? `${column.header} (${zone})` : column.header;
}

function definitionOf<Row>(column: SheetColumn<Row>, zone: string): ColumnDef {
  return { header: headerOf(column, zone), width: column.width ?? widths[column.type], numFmt: formats[column.type] };
}

async function* cellsOf<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
  zone: string,
): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield columns.map((column) => cellOf(column, row, zone));
}

function cellOf<Row>(column: SheetColumn<Row>, row: Row, zone: string): CellValue {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'bigint') return toDollars(value);
  if (value instanceof Date) return onClocksOf(value, zone);
  return typeof value === 'string' ? storable(value) : value;
}

/** The text without characters that XML 1.0 does not allow: a single one would make the whole file unreadable. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .slice(0, longestCell);
}

function textOf<Row>(column: SheetColumn<Row>, row: Row, zone: string): string {
  const value = column.value(row);
  if (typeof value === 'bigint') return dollarsText(value);
  if (value instanceof Date) return onClocksOf(value, zone).toISOString().slice(0, 19).replace('T', ' ');
  return String(value ?? '');
}
