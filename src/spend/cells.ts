/**
 * What one cell of a report says. A text that can be read in two ways is not read at all: nobody knows in which
 * language the file was exported.
 */
import { dateText } from '#kernel/clock.ts';
import { dayAt } from '#kernel/days.ts';
import { clean } from '#kernel/fields.ts';
import { numberOfAdsId } from '#kernel/ids.ts';
import type { Micros } from '#ledger/spending.ts';

/** As a file has it: CSV has texts alone, XLSX numbers and days too. */
export type Cell = string | number | boolean | Date | null;

export function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString();
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

export type Read<T> = { readonly value: T } | { readonly fault: string };
const fault = (text: string) => ({ fault: text }) as const;
const shown = (text: string) => `“${text.slice(0, 40)}”`;

/** A day of one account; a total may be more. Beyond this, sums of years would not fit into the book. */
const mostOfDay: Micros = 10_000_000_000_000n;

/** A day that has begun nowhere yet. */
export function notBegun(day: string): string {
  return `${dateText(day)} has not begun.`;
}

/** What is wrong with an amount that nobody spends in a day; undefined where it can be. */
export function faultOfDay(micros: Micros): string | undefined {
  if (micros < 0n) return 'Less than nothing is no amount that is taken.';
  return micros > mostOfDay ? 'More than $10,000,000.00 in a day is no amount that is taken.' : undefined;
}

/** Dollars as micros, exactly. `1,234.56` and `$12.50` are read; `1.234`, `1,234` and `12,50` have two readings. */
export function microsOf(cell: Cell | undefined): Read<Micros> {
  const text = textOf(cell);
  if (text === '') return fault('There is no amount in this row.');
  // A number is what it is; its shortest text has all that the file says.
  const plain = typeof cell === 'number' ? text : plainText(text);
  const match = plain === undefined ? null : /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(plain);
  if (!match) return fault(`${shown(text)} is no amount that can be read in one way. Please export it as 1234.56.`);
  return { value: BigInt(match[1]!) * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0')) };
}

function plainText(text: string): string | undefined {
  const bare = text.replace(/^(?:US\$|\$|USD) ?/, '').replace(/ ?USD$/, '');
  if (/^[1-9]\d{0,2}(,\d{3})+\.(\d{1,2}|\d{4,6})$/.test(bare)) return bare.replaceAll(',', '');
  // Three digits behind a dot may be thousands.
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(bare)) return undefined;
  return bare;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** YYYY-MM-DD. Of `01/11/2026` nobody knows which is the month. */
export function dayOfCell(cell: Cell | undefined): Read<string> {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? unclear('') : dayOfText(cell.toISOString());
  return dayOfText(textOf(cell));
}

function dayOfText(text: string): Read<string> {
  if (text === '') return fault('There is no day in this row.');
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]), text);
  const english = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text);
  if (english) return real(Number(english[3]), monthOf(english[1]!), Number(english[2]), text);
  const british = /^(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})$/.exec(text);
  if (british) return real(Number(british[3]), monthOf(british[2]!), Number(british[1]), text);
  return unclear(text);
}

const unclear = (text: string) =>
  fault(`${shown(text)} is no day that can be read in one way. Please export days as 2026-11-01.`);

const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** From 1; 0 where there is no such month. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  const place = months.findIndex((short, n) => lower === short || lower === longMonths[n]);
  return lower === 'sept' ? 9 : place + 1;
}

/** February has no 30th. */
function real(year: number, month: number, day: number, text: string): Read<string> {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (month < 1 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || year < 2000) return unclear(text);
  return { value: dayAt(at) };
}

/** Spreadsheets keep fifteen digits of a number, and write zeros for the others. */
const mostExact = 1e15;

/** The Ads ID as it is written; a spreadsheet that took it for a number may have lost its last digits. */
export function adsIdOf(cell: Cell | undefined): Read<string> {
  const text = textOf(cell);
  if (text === '') return fault('There is no Ads ID in this row.');
  if (!clean(text) || /["\r\n\t,;]/.test(text)) return fault(`${shown(text)} is no Ads ID.`);
  if (text.length > 64) return fault('An Ads ID has at most 64 characters.');
  if (
    (typeof cell === 'number' && (!Number.isSafeInteger(cell) || (cell >= mostExact && cell % 10 === 0))) ||
    /^\d(\.\d+)?E\+\d+$/i.test(text)
  )
    return fault('This Ads ID was saved as a number and has lost digits. Please export the column as text.');
  return { value: numberOfAdsId(text) };
}
