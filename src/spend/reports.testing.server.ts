/** The reports of this folder, and the ways in which people save and break them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { parseCsv } from 'hucre/csv';
import { writeXlsx } from 'hucre/xlsx';
import { Refused } from '#kernel/refusal.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { reportIn } from './reading.server.ts';
import type { Report } from './report.ts';

const fixtures: Record<Platform, string> = {
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

/** A workbook whose only sheet has these rows, in XML as they are, and this before them; and its table of texts. */
export function asBook(rows: string, before = '', texts = ''): Buffer {
  const [office, kinds] = ['http://schemas.openxmlformats.org', 'application/vnd.openxmlformats-officedocument'];
  const main = `${office}/spreadsheetml/2006/main`;
  const relations = (targets: Record<string, string>) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${Object.entries(targets)
      .map(
        ([type, target], place) =>
          `<Relationship Id="rId${place + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      worksheet: 'worksheets/sheet1.xml',
      sharedStrings: 'sharedStrings.xml',
    }),
    'xl/worksheets/sheet1.xml': `${before}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts}</sst>`,
  };
  return zipOf(Object.entries(parts));
}

/** The fields of a ZIP archive, by their lengths: 2 and 4 bytes. */
const short = (...numbers: number[]) => Buffer.from(new Uint16Array(numbers).buffer);
const long = (...numbers: number[]) => Buffer.from(new Uint32Array(numbers).buffer);

function zipOf(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of files) {
    const [content, packed] = [Buffer.from(text), deflateRawSync(text)];
    const about = [
      short(20, 0, 8, 0, 0),
      long(crc32(content), packed.length, content.length),
      short(Buffer.byteLength(name), 0),
    ];
    const part = Buffer.concat([long(0x04034b50), ...about, Buffer.from(name), packed]);
    parts.push(part);
    list.push(long(0x02014b50), short(20), ...about, short(0, 0, 0), long(0, at), Buffer.from(name));
    at += part.length;
  }
  const index = Buffer.concat(list);
  const end = [long(0x06054b50), short(0, 0, files.length, files.length), long(index.length, at), short(0)];
  return Buffer.concat([...parts, index, ...end]);
}

const today = '2026-11-20';

/** What is read of a file, or the sentence with which it is refused. */
export async function readAs(platform: Platform, file: Buffer | string): Promise<Report | string> {
  try {
    return await reportIn(Buffer.from(file), specOf(platform).spend, { today, owner: platform });
  } catch (error) {
    if (error instanceof Refused) return error.refusal.message;
    throw error;
  }
}

/** `2026-11-01 1234567890 1234560000`, one a day. */
export const daysIn = (report: Report | string): string[] | string =>
  typeof report === 'string' ? report : report.days.map(({ day, key, micros }) => `${day} ${key} ${micros}`);
