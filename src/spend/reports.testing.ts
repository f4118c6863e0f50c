/** The reports of this folder, and the ways in which people save and break them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from 'hucre/csv';
import { writeXlsx } from 'hucre/xlsx';
import { Refused } from '#kernel/refusal.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { reportIn } from './reading.server.ts';
import type { Report } from './report.ts';

export const fixtures: Record<Platform, string> = {
  Google: 'google',
  Bing: 'microsoft',
  Facebook: 'meta',
  TikTok: 'tiktok',
};

export function fixture(platform: Platform): string {
  return readFileSync(join(import.meta.dirname, `fixture.${fixtures[platform]}.csv`), 'utf8');
}

export const rowsOf = (csv: string): string[][] =>
  parseCsv(csv, { delimiter: ',', skipEmptyRows: false }).map((row) => row.map((cell) => String(cell ?? '')));

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Rows as a text with this delimiter. */
export const delimited = (rows: readonly (readonly string[])[], delimiter: string): string =>
  rows.map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('');

/** As Excel's "Unicode text": UTF-16 with its mark, and tabs. */
export const asExcelText = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(delimited(rows, '\t'), 'utf16le')]);

/** As a workbook; amounts become numbers where `typed` says so. */
export async function asWorkbook(rows: readonly (readonly (string | number | Date)[])[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Report', rows: rows.map((row) => [...row]) }] }));
}

export const today = '2026-11-20';

/** What is read of a file, or the sentence with which it is refused. */
export async function readAs(platform: Platform, file: Buffer | string): Promise<Report | string> {
  try {
    return await reportIn(Buffer.from(file), specOf(platform).spend, today);
  } catch (error) {
    if (error instanceof Refused) return error.refusal.message;
    throw error;
  }
}

/** `2026-11-01 1234567890 1234560000`, one a day. */
export const daysIn = (report: Report | string): string[] | string =>
  typeof report === 'string' ? report : report.days.map(({ day, key, micros }) => `${day} ${key} ${micros}`);
