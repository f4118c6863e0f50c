/**
 * The statement as a PDF that a bookkeeper files: whose it is, which days, what was there before and after, every
 * movement with its balance, and totals that add up. Pages are written while lines are read.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Brand } from '#kernel/brand.ts';
import { pdfType } from '#kernel/media.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { StatementLine } from '#requests/statement.server.ts';
import { Download } from '#server/handle.server.ts';
import { lineText } from './lines.ts';
import { faceFile, isPrinted, lacking, largeFace, needsLarge, printable } from './statement-face.server.ts';
import { manyOf, words } from './statement.words.ts';

type StatementFile = {
  /** Whose portal it is from. */
  brand: Brand;
  client: { name: string; email: string; id: string };
  from: string | undefined;
  to: string | undefined;
  kind: KindName | undefined;
  opening: Cents;
  closing: Cents;
  timeZone: string;
  lines: AsyncIterable<StatementLine>;
};

type Doc = InstanceType<typeof PDFDocument>;
type Column = { x: number; width: number; align: 'left' | 'right' };

const edge = 48;
const page = { width: 595.28, height: 841.89 };
const inner = page.width - 2 * edge;
const bottom = page.height - 64;
const ink = '#1f1b16';
const quiet = '#645b50';
const rule = '#d9cfc0';

const columns = {
  date: { x: edge, width: 82, align: 'left' },
  id: { x: edge + 86, width: 78, align: 'left' },
  text: { x: edge + 168, width: 142, align: 'left' },
  out: { x: edge + 314, width: 56, align: 'right' },
  in: { x: edge + 374, width: 56, align: 'right' },
  balance: { x: edge + 434, width: inner - 434, align: 'right' },
} as const satisfies Record<string, Column>;

/** So many lines take about two milliseconds to draw. */
const linesAtOnce = 5;

/** When more bytes than this wait to be sent, drawing pauses: a slow reader must not fill the memory. */
const mostWaiting = 512 * 1024;

export function statementPdf(fileName: string, file: StatementFile): Download {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: edge, left: edge, right: edge, bottom: 40 },
    lang: 'en',
    displayTitle: true,
    font: '',
    // The cache would keep the layout of every figure of a long statement in memory.
    fontLayoutCache: false,
    info: { Title: `${words.file.title} ${file.client.id}`, Author: file.brand.legalName },
  });
  doc.registerFont('plain', faceFile('plain')).registerFont('bold', faceFile('bold'));
  void write(doc, file).catch((error: Error) => doc.destroy(error));
  return new Download(doc, { 'content-type': pdfType, 'content-disposition': `attachment; filename="${fileName}"` });
}

async function write(doc: Doc, file: StatementFile): Promise<void> {
  let pages = 1;
  let whole = isPrinted(file.client.name);
  const clock = clockIn(file.timeZone);
  const footer = () => {
    put(
      doc,
      `${file.brand.legalName}  ·  ${file.client.id}`,
      { x: edge, width: inner / 2, align: 'left' },
      page.height - 44,
      {
        size: 8,
        colour: quiet,
      },
    );
    put(doc, words.file.page(pages), { x: edge + inner / 2, width: inner / 2, align: 'right' }, page.height - 44, {
      size: 8,
      colour: quiet,
    });
  };
  const nextPage = () => {
    footer();
    doc.addPage();
    pages += 1;
    return edge;
  };
  await ready(doc, [file.brand.legalName, ...Object.values(file.client)].join(' '));
  let y = heads(doc, top(doc, file));
  let [moneyIn, moneyOut, count] = [0n, 0n, 0];
  for await (const line of file.lines) {
    await ready(doc, described(line));
    const height = heightOf(doc, line);
    if (y + height > bottom) y = heads(doc, nextPage());
    y = row(doc, line, clock, y, height);
    whole &&= isPrinted(described(line));
    if (line.amountCents > 0n) moneyIn += line.amountCents;
    else moneyOut -= line.amountCents;
    count += 1;
    // Drawing is slow and a batch of lines comes at once, so other calls get a turn in between.
    if (count % linesAtOnce === 0) await turn();
    while (doc.readableLength > mostWaiting && !doc.destroyed) await wait(10);
    if (doc.destroyed) return;
  }
  if (count === 0) y = put(doc, words.file.none, { x: edge, width: inner, align: 'left' }, y + 6, { colour: quiet });
  if (y + 100 > bottom) y = nextPage();
  y = totals(doc, { moneyIn, moneyOut, ...(file.kind ? {} : { opening: file.opening, closing: file.closing }) }, y);
  if (!whole)
    put(doc, words.file.lacking(lacking), { x: edge, width: inner, align: 'left' }, y + 2, { size: 8, colour: quiet });
  footer();
  doc.end();
}

/** Loads the large face at the first text that needs it. Most statements have no such text. */
async function ready(doc: Doc, text: string): Promise<void> {
  if (needsLarge(printable(text))) doc.registerFont('large', await largeFace());
}

function fontOf(shown: string, bold = false): string {
  if (needsLarge(shown)) return 'large';
  return bold ? 'bold' : 'plain';
}

/** The sender, the client and the period; answers where the table begins. */
function top(doc: Doc, { brand, client, from, to, kind, opening, closing, timeZone }: StatementFile): number {
  const left: Column = { x: edge, width: inner * 0.62, align: 'left' };
  const right: Column = { x: edge + inner * 0.62, width: inner * 0.38, align: 'right' };
  put(doc, brand.legalName, left, edge, { bold: true, size: 11 });
  put(doc, brand.support.email, right, edge, { colour: quiet });
  let y = put(doc, words.file.title, left, edge + 34, { bold: true, size: 20 });
  y = put(doc, periodOf(from, to), left, y + 2, { size: 11 });
  y = put(doc, `${words.file.client}: ${client.name}`, left, y + 12, { bold: true });
  y = put(doc, `${client.email}  ·  ${client.id}`, left, y + 1);
  y = put(doc, words.file.made(clockIn(timeZone).format(new Date())), left, y + 1, { colour: quiet });
  y = put(doc, words.file.zone(timeZone), left, y + 1, { colour: quiet });
  if (kind) y = put(doc, words.file.only(manyOf(kind)), left, y + 1, { colour: quiet });
  put(doc, words.opening, right, edge + 40, { colour: quiet });
  put(doc, usd(opening), right, edge + 52, { size: 13 });
  put(doc, words.closing, right, edge + 76, { colour: quiet });
  put(doc, usd(closing), right, edge + 88, { size: 16, bold: true });
  return y + 18;
}

function periodOf(from: string | undefined, to: string | undefined): string {
  if (from && to) return words.file.range(from, to);
  if (from) return words.file.since(from);
  return to ? words.file.until(to) : words.file.everything;
}

/** The table's head, again on every page. */
function heads(doc: Doc, y: number): number {
  const labels = {
    date: words.date,
    id: words.id,
    text: words.description,
    out: words.moneyOut,
    in: words.moneyIn,
    balance: words.balance,
  };
  for (const [name, label] of Object.entries(labels))
    put(doc, label, columns[name as keyof typeof columns], y, { bold: true, size: 8, colour: quiet });
  line(doc, y + 13, ink);
  return y + 18;
}

function described(line: StatementLine): string {
  return line.note ? `${lineText(line)}. ${line.note}` : lineText(line);
}

function heightOf(doc: Doc, line: StatementLine): number {
  const shown = printable(described(line));
  doc.font(fontOf(shown)).fontSize(8.5);
  return Math.max(10.5, Math.min(doc.heightOfString(shown, { width: columns.text.width }), 84)) + 8;
}

function row(
  doc: Doc,
  { at, applyId, amountCents, balanceCents, ...rest }: StatementLine,
  clock: Intl.DateTimeFormat,
  y: number,
  height: number,
): number {
  put(doc, clock.format(at), columns.date, y);
  put(doc, applyId, columns.id, y);
  put(doc, described({ at, applyId, amountCents, balanceCents, ...rest }), columns.text, y, { height: height - 8 });
  put(doc, plain(amountCents < 0n ? -amountCents : amountCents), amountCents < 0n ? columns.out : columns.in, y);
  put(doc, plain(balanceCents), columns.balance, y);
  line(doc, y + height - 4, rule);
  return y + height;
}

function totals(
  doc: Doc,
  { opening, closing, moneyIn, moneyOut }: { opening?: Cents; closing?: Cents; moneyIn: Cents; moneyOut: Cents },
  y: number,
): number {
  const label: Column = { x: edge + 250, width: 160, align: 'right' };
  const sums: [string, Cents | undefined, boolean][] = [
    [words.opening, opening, false],
    [words.totalIn, moneyIn, false],
    [words.totalOut, -moneyOut, false],
    [words.closing, closing, true],
  ];
  let at = y + 10;
  for (const [name, cents, bold] of sums) {
    if (cents === undefined) continue;
    put(doc, name, label, at, { bold, colour: bold ? ink : quiet });
    at = put(doc, usd(cents), { x: edge + 414, width: inner - 414, align: 'right' }, at, { bold }) + 4;
  }
  return put(doc, words.file.held, { x: edge, width: inner, align: 'left' }, at + 8, { size: 8, colour: quiet });
}

/**
 * Formats `2026-11-21 08:35`, which is how Intl writes Swedish dates. One formatter is kept, because making one takes
 * longer than drawing a line.
 */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** `1,234.50`: a column of figures needs no sign of the currency. */
function plain(cents: Cents): string {
  return usd(cents).replace('$', '');
}

function line(doc: Doc, y: number, colour: string): void {
  doc
    .moveTo(edge, y)
    .lineTo(page.width - edge, y)
    .lineWidth(0.5)
    .strokeColor(colour)
    .stroke();
}

type Look = { size?: number; bold?: boolean; colour?: string; height?: number };

/** Writes a text into a column and answers where the next line may begin. */
function put(
  doc: Doc,
  text: string,
  { x, width, align }: Column,
  y: number,
  { size = 8.5, bold = false, colour = ink, height }: Look = {},
): number {
  const shown = printable(text);
  doc.font(fontOf(shown, bold)).fontSize(size).fillColor(colour);
  const options = { width, align, lineBreak: true, ellipsis: true, height: height ?? size * 1.3 * 2 };
  doc.text(shown, x, y, options);
  return y + Math.min(doc.heightOfString(shown, { width }), options.height);
}
