/**
 * The rows of a file that a platform exported: CSV or TSV in UTF-8 or, as Excel saves it, UTF-16; or XLSX. What would
 * take much memory to read is refused before it is unpacked, and what has too many rows is refused, never cut.
 */
import { createInflateRaw } from 'node:zlib';
import { parseCsv } from 'hucre/csv';
import { invalid, refuse } from '#kernel/refusal.ts';
import { textOf } from '#kernel/textfile.ts';
import { hasMoreLines, hasTooManyCells, tooManyCells } from '#server/csv.server.ts';
import type { Cell } from './cells.ts';
import { mostRows, tooManyRows } from './report.ts';
import { rowsInWorkbook } from './workbook.server.ts';

type Table = {
  rows: readonly (readonly Cell[])[];
  /** Whether nothing can be missing at its end. */
  isWhole: boolean;
};

const mebibyte = 1024 * 1024;
/** What all parts of a workbook may come to, unpacked; a hundred thousand rows take a third of it. */
const mostUnpacked = 100 * mebibyte;
const mostParts = 500;
/** With what stands above and below a table, and blank lines. */
const mostLines = mostRows + 200;

/**
 * The ways in which a table can be read, likeliest first: which one is right shows where the names of columns are.
 * Workbooks are read in fair turns between owners.
 */
export async function* tablesIn(bytes: Buffer, owner: string): AsyncGenerator<Table> {
  if (bytes.length === 0) refuse(invalid('file', 'This file is empty.'));
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    yield await sheetIn(bytes, owner);
    return;
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    refuse(invalid('file', 'This workbook is old or has a password. Please save it as XLSX or CSV.'));
  const text = textOf(bytes);
  if (text.includes('\u0000')) refuse(invalid('file', 'This is no CSV, TSV or XLSX file.'));
  if (hasMoreLines(text, mostLines)) refuse(tooManyRows);
  const isWhole = /[\r\n]/.test(text.slice(text.trimEnd().length));
  for (const delimiter of ['\t', ',', ';']) {
    if (!text.includes(delimiter)) continue;
    if (hasTooManyCells(text, delimiter)) refuse(invalid('file', tooManyCells));
    yield { rows: parseCsv(text, { delimiter, skipEmptyRows: false }), isWhole };
  }
}

/** A cell far away makes the reader fill everything up to it, unless its range leaves the cell out. */
async function sheetIn(bytes: Buffer, owner: string): Promise<Table> {
  const parts = partsIn(bytes);
  for (const part of parts) if (part.isSheet && (await isTooLong(bytes, part))) refuse(tooManyRows);
  const unpacked = parts.reduce((sum, { size }) => sum + size, 0);
  const rows = await rowsInWorkbook({ bytes, range: `A1:IV${mostLines}`, unpacked }, owner);
  if (rows === 'too large') return tooLarge();
  if (rows === 'damaged') return damaged();
  if (rows.length >= mostLines) refuse(tooManyRows);
  return { rows, isWhole: true };
}

/** Whether a cell with something in it lies below the range; where a whole column has a look, empty ones are there. */
async function isTooLong(bytes: Buffer, { at, size, packed, isPacked }: Part): Promise<boolean> {
  if (at + 30 > bytes.length) damaged();
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(from, from + packed);
  let [before, unpacked] = ['', 0];
  try {
    for await (const piece of isPacked ? createInflateRaw().end(content) : [content]) {
      unpacked += (piece as Buffer).length;
      if (unpacked > size) damaged();
      const text = before + (piece as Buffer).toString('latin1');
      for (const [, row] of text.matchAll(farCell)) if (Number(row) > mostLines) return true;
      before = text.slice(-longestTag);
    }
  } catch {
    damaged();
  }
  return false;
}

const farCell = /\sr="[A-Z]+(\d{6,})"(?:[^<>]{0,200}[^<>/])?>/g;
/** One may lie on the border of two pieces. */
const longestTag = 100;

const tooLarge = () =>
  refuse(invalid('file', 'This workbook is too large once it is unpacked. Please send fewer rows.'));
const damaged = () => refuse(invalid('file', 'This workbook is damaged. Please export it again.'));

type Part = { at: number; size: number; packed: number; isPacked: boolean; isSheet: boolean };

/** By what the archive itself says of its parts; the reader holds each of them to that. */
function partsIn(bytes: Buffer): Part[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + 22 > bytes.length) damaged();
  const parts = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (parts > mostParts) tooLarge();
  let unpacked = 0;
  const found: Part[] = [];
  for (let part = 0; part < parts; part++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) damaged();
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    // Without its own size a part may come to anything.
    if ((packed === 0) !== (size === 0)) damaged();
    const streamed = (bytes.readUInt16LE(at + 8) & 8) !== 0;
    if (size === 0 && streamed) damaged();
    unpacked += size;
    if (unpacked > mostUnpacked) tooLarge();
    const name = bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const isPacked = bytes.readUInt16LE(at + 10) !== 0;
    found.push({ at: bytes.readUInt32LE(at + 42), size, packed, isPacked, isSheet: /worksheets\/[^/]+$/i.test(name) });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return found;
}
