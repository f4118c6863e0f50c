/**
 * The rows of a file that a platform exported: CSV or TSV in UTF-8 or, as Excel saves it, UTF-16; or XLSX. What would
 * take much memory to read is refused before it is unpacked.
 */
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { invalid, refuse } from '#kernel/refusal.ts';
import type { Cell } from './cells.ts';
import { mostRows } from './report.ts';

export type Table = {
  rows: readonly (readonly Cell[])[];
  /** Whether nothing can be missing at its end. */
  isWhole: boolean;
};

const mebibyte = 1024 * 1024;
/** What all parts of a workbook may come to, unpacked; a hundred thousand rows take a third of it. */
const mostUnpacked = 100 * mebibyte;
const mostParts = 500;

/** The ways in which a table can be read, likeliest first: which one is right shows where the names of columns are. */
export async function* tablesIn(bytes: Buffer): AsyncGenerator<Table> {
  if (bytes.length === 0) refuse(invalid('file', 'This file is empty.'));
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    yield await sheetIn(bytes);
    return;
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    refuse(invalid('file', 'This workbook is old or has a password. Please save it as XLSX or CSV.'));
  const text = textIn(bytes);
  if (text.includes('\u0000')) refuse(invalid('file', 'This is no CSV, TSV or XLSX file.'));
  const isWhole = /[\r\n]/.test(text.slice(text.trimEnd().length));
  for (const delimiter of ['\t', ',', ';'])
    if (text.includes(delimiter)) yield { rows: parseCsv(text, { delimiter, skipEmptyRows: false }), isWhole };
}

/** Excel saves tables as UTF-16 with tabs, and marks them. */
function textIn(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function sheetIn(bytes: Buffer): Promise<Table> {
  insistOnSize(bytes);
  const workbook = await readXlsx(bytes, { sheets: [0], maxRows: mostRows + 100 }).catch(() =>
    refuse(invalid('file', 'This workbook is damaged. Please export it again.')),
  );
  return { rows: workbook.sheets[0]?.rows ?? [], isWhole: true };
}

const tooLarge = () =>
  refuse(invalid('file', 'This workbook is too large once it is unpacked. Please send fewer rows.'));
const damaged = () => refuse(invalid('file', 'This workbook is damaged. Please export it again.'));

/** By what the archive itself says of its parts; the reader holds each of them to that. */
function insistOnSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + 22 > bytes.length) damaged();
  const parts = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (parts > mostParts) tooLarge();
  let unpacked = 0;
  for (let part = 0; part < parts; part++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) damaged();
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    // Without its own size a part may come to anything.
    if ((packed === 0) !== (size === 0)) damaged();
    const streamed = (bytes.readUInt16LE(at + 8) & 8) !== 0;
    if (size === 0 && streamed) damaged();
    unpacked += size;
    if (unpacked > mostUnpacked) tooLarge();
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
