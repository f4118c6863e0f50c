/**
 * A report of a platform, as rows of cells: which ad account spent what on which day. Columns are found by their names,
 * wherever they stand. What is not understood is a fault of its row, never a guess; a report that was cut off, or does
 * not add up to its own total, is not read at all.
 */
import { dayAfter } from '#kernel/days.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { lastCompleteDay } from '#ledger/runway.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Spec } from '#platforms/platforms.ts';
import { adsIdOf, dayOfCell, faultOfDay, microsOf, notBegun, textOf, type Cell, type Read } from './cells.ts';

/** One day of one ad account, and the row of the file that says so, from 1. */
export type ReportedDay = { line: number; adsId: string; key: string; day: string; micros: Micros };
/** `day` where the row says whose and of which day it is, and only the amount or the day itself can't be true. */
type ReportFault = { line: number; adsId: string; message: string; day?: string };
/** `incompleteFrom`: the first day of which something may be missing; undefined where the report is whole. */
export type Report = { days: ReportedDay[]; faults: ReportFault[]; incompleteFrom: string | undefined };

type Layout = Spec['spend'];
type Columns = { adsId: number; day: number; lastDay: number; amount: number; currency: number; code: string };
type Line = { line: number; cells: readonly Cell[] };

export const mostRows = 100_000;
/** Platforms write a few lines above their names; to look for these in every line of a large file takes a second. */
const mostAbove = 200;

const unreadable = (message: string) => invalid('file', message);
export const tooManyRows = unreadable(`Please send at most ${mostRows} rows at once.`);

/** `today` is YYYY-MM-DD in UTC: somewhere tomorrow has begun. `isWhole`: nothing can be missing at the end. */
export function readReport(
  rows: readonly (readonly Cell[])[],
  layout: Layout,
  { today, isWhole }: { today: string; isWhole: boolean },
): Report | Refusal {
  const lines = rows.map((cells, place): Line => ({ line: place + 1, cells })).filter(({ cells }) => !isBlank(cells));
  const found = lines.slice(0, mostAbove).findIndex(({ cells }) => columnsIn(cells, layout) !== undefined);
  if (found === -1) return unreadable(noHeader(layout));
  const columns = columnsIn(lines[found]!.cells, layout)!;
  if (typeof columns === 'string') return unreadable(columns);
  const body = lines.slice(found + 1);
  if (body.length > mostRows) return tooManyRows;
  // Nothing else stands in the last line: an account may be called what it begins with.
  const isEnd = ({ cells: [first, ...others] }: Line) =>
    layout.end !== undefined && textOf(first).startsWith(layout.end) && isBlank(others);
  if (layout.end !== undefined && !body.some(isEnd))
    return unreadable('The last line of this report is missing, so it was cut off. Please export it again.');
  const reading = new Reading(layout, columns, lines[found]!.cells, today);
  const told = body.filter((line) => !isEnd(line));
  for (const [place, line] of told.entries()) {
    const mayBeCut = !isWhole && layout.end === undefined && place === told.length - 1;
    reading.take(line, mayBeCut);
  }
  return reading.done(incompleteFrom(lines.slice(0, found), layout));
}

function isBlank(cells: readonly Cell[]): boolean {
  return cells.every((cell) => textOf(cell) === '');
}

function noHeader({ adsId, day, amount }: Layout): string {
  return `No line with the columns ${adsId[0]}, ${day[0]} and ${amount[0]} was found in the first ${mostAbove} lines of this file.`;
}

/** Where the columns are; a sentence where they can't be told apart, undefined where this is no header. */
function columnsIn(cells: readonly Cell[], layout: Layout): Columns | string | undefined {
  const heads = cells.map((cell) => /^(.*?)(?: ?\(([A-Za-z]{3})\))?$/.exec(textOf(cell)) ?? ['', '', '']);
  const places = (names: readonly string[] = []) => {
    for (const name of names) {
      const at = heads.flatMap((head, place) => (head[1]!.toLowerCase() === name.toLowerCase() ? [place] : []));
      if (at.length > 0) return at;
    }
    return [];
  };
  const [adsId, day, amount] = [places(layout.adsId), places(layout.day), places(layout.amount)];
  const [lastDay, currency] = [places(layout.lastDay), places(layout.currency)];
  if (adsId.length === 0 || day.length === 0 || amount.length === 0) return undefined;
  if ([adsId, day, amount, lastDay, currency].some(({ length }) => length > 1))
    return 'A column stands in this file twice. Please export each column once.';
  const code = heads[amount[0]!]![2]?.toUpperCase() ?? '';
  if (code === '' && currency.length === 0)
    return `This file does not say its currency. Please add the column ${layout.currency[0]} to the report.`;
  // A column of days needs no other; one that says from when on needs one that says until when.
  const isOwnDay = heads[day[0]!]![1]!.toLowerCase() === layout.day[0]!.toLowerCase();
  return {
    adsId: adsId[0]!,
    day: day[0]!,
    amount: amount[0]!,
    lastDay: isOwnDay ? -1 : (lastDay[0] ?? -1),
    currency: currency[0] ?? -1,
    code,
  };
}

/**
 * Microsoft says so of most reports. What was over everywhere when it had counted all is whole; '' where that is
 * unsaid.
 */
function incompleteFrom(above: readonly Line[], { incomplete, countedUntil }: Layout): string | undefined {
  // In a workbook, and in what was saved by one, every line is as long as the longest.
  const texts = above.map(({ cells }) => cells.map(textOf).join(' ').trim());
  const lineOf = (begins?: string) => texts.find((text) => begins && text.startsWith(begins));
  const said = lineOf(incomplete);
  if (said === undefined || /\bfalse\b/i.test(said)) return undefined;
  const [, month, day, year, hour, minutes, half] =
    /: (\d\d?)\/(\d\d?)\/(\d{4}) (\d\d?):(\d\d):\d\d ([AP])M \(GMT\)$/.exec(lineOf(countedUntil) ?? '') ?? [];
  if (year === undefined) return '';
  const at = Date.UTC(+year, +month! - 1, +day!, (+hour! % 12) + (half === 'P' ? 12 : 0), +minutes!);
  return dayAfter(lastCompleteDay(new Date(at)), 1);
}

const emptyBelow =
  'Nothing stands below the name of the last column, so the names may have moved. Please export it again without that column.';

class Reading {
  readonly faults: ReportFault[] = [];
  /** By day and account; null where it was said more than once. */
  readonly days = new Map<string, ReportedDay | null>();
  /** What rows of totals say, and what all rows that say an amount come to. */
  readonly totals: Micros[] = [];
  sum = 0n;
  amounts = 0;
  isSumKnown = true;
  readonly layout: Layout;
  readonly columns: Columns;
  /** How many columns have a name, or stand before one that has. */
  readonly named: number;
  /** Whether a row has something below the last name. */
  isFilled: boolean | undefined;
  /** Somewhere it has begun. */
  readonly tomorrow: string;

  constructor(layout: Layout, columns: Columns, names: readonly Cell[], today: string) {
    this.layout = layout;
    this.columns = columns;
    this.named = names.findLastIndex((name) => textOf(name) !== '') + 1;
    this.tomorrow = dayAfter(today, 1);
  }

  take({ line, cells }: Line, mayBeCut: boolean): void {
    const { columns } = this;
    const amount = cells[columns.amount];
    if (this.isTotal(cells)) {
      const total = microsOf(amount);
      if ('value' in total) this.totals.push(total.value);
      return;
    }
    const read = microsOf(amount);
    if ('value' in read) {
      this.sum += read.value;
      this.amounts += 1;
    } else if (!['', '--'].includes(textOf(amount))) this.isSumKnown = false;
    const fault = (message: string, day?: string) =>
      void this.faults.push({
        line,
        adsId: textOf(cells[columns.adsId]).slice(0, 64),
        message,
        ...(day === undefined ? {} : { day }),
      });
    if (cells.slice(this.named).some((cell) => textOf(cell) !== ''))
      return fault('This row has more cells than the line with the names of the columns.');
    // A cell is missing before the others, or the name of a column too many: an amount would be another column's.
    if (cells.length < this.named)
      return fault('This row has fewer cells than the line with the names of the columns.');
    this.isFilled = this.isFilled === true || textOf(cells[this.named - 1]) !== '';
    if (mayBeCut) return fault('The file ends in the middle of this row, so it may have been cut off.');
    const [adsId, day] = [adsIdOf(cells[columns.adsId]), this.dayOfRow(cells)];
    for (const each of [adsId, day]) if ('fault' in each) return fault(each.fault);
    const currency = columns.currency === -1 ? columns.code : textOf(cells[columns.currency]).toUpperCase();
    const codes = [currency, columns.code].filter((code) => code !== '');
    // A platform writes two dashes where there is nothing.
    if (textOf(amount) === '--') return undefined;
    if (currency === '' || codes.some((code) => code !== 'USD'))
      return fault(
        currency === ''
          ? 'There is no currency in this row.'
          : `This is in ${codes[0]!.slice(0, 10)}. Only USD is taken.`,
      );
    if (valueOf(day) > this.tomorrow) return fault(notBegun(valueOf(day)), valueOf(day));
    const untrue = 'fault' in read ? read.fault : faultOfDay(read.value);
    if (untrue !== undefined) return fault(untrue, valueOf(day));
    return this.keep({ line, adsId: valueOf(adsId), day: valueOf(day), micros: valueOf(read) });
  }

  private isTotal(cells: readonly Cell[]): boolean {
    const { total } = this.layout;
    if (total === undefined) return false;
    const adsId = textOf(cells[this.columns.adsId]);
    if (total === '') return adsId === '' && textOf(cells[this.columns.amount]) !== '';
    const first = cells.findIndex((cell) => textOf(cell) !== '');
    // An account may be called so, too; but no Ads ID begins like that, and a total has none.
    return textOf(cells[first]).startsWith(total) && (first === this.columns.adsId || ['', '-', '--'].includes(adsId));
  }

  private dayOfRow(cells: readonly Cell[]): Read<string> {
    const { columns } = this;
    const day = dayOfCell(cells[columns.day]);
    if ('fault' in day) return day;
    const last = columns.lastDay === -1 ? day : dayOfCell(cells[columns.lastDay]);
    if ('fault' in last) return last;
    if (last.value !== day.value) return { fault: 'This row is about several days. Please export one row a day.' };
    return day;
  }

  /** Two rows of one day may be parts of it, or one of them twice: nobody knows what was spent. */
  private keep({ line, adsId, day, micros }: Omit<ReportedDay, 'key'>): void {
    const key = normalisedAdsId(adsId);
    const name = `${day} ${key}`;
    const before = this.days.get(name);
    this.days.set(name, before === undefined ? { line, adsId, key, day, micros } : null);
    if (before === undefined) return;
    const message = 'This day of this ad account stands in the file more than once. Please export one row a day.';
    if (before) this.faults.push({ line: before.line, adsId: before.adsId, message });
    this.faults.push({ line, adsId, message });
  }

  done(incompleteFrom: string | undefined): Report | Refusal {
    // Half of a cent for each row: reports are rounded row by row, their total is not.
    const near = BigInt(this.amounts + 1) * 5_000n;
    const isNear = (total: Micros) => (total > this.sum ? total - this.sum : this.sum - total) <= near;
    if (this.isSumKnown && this.totals.length > 0 && !this.totals.some(isNear))
      return unreadable('The rows of this report do not add up to its total. Please export it again.');
    // In a workbook every row is as long as the longest.
    if (this.isFilled === false) return unreadable(emptyBelow);
    const days = [...this.days.values()].filter((day) => day !== null);
    return { days, faults: this.faults.toSorted((a, b) => a.line - b.line), incompleteFrom };
  }
}

function valueOf<T>(read: Read<T>): T {
  if ('fault' in read) throw new Error(read.fault);
  return read.value;
}
