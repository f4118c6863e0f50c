/** The statement on the wire and as files. */
import { dayOf } from '#kernel/days.ts';
import { deepest, reached } from '#kernel/page.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import {
  countOfStatement,
  lastLine,
  placeOfLine,
  statementOf,
  walletAt,
  type StatementLine,
} from '#requests/statement.server.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Session } from '#server/session.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { clientById, type ClientRow } from '#users/clients.server.ts';
import { lineText } from './lines.ts';
import { proofHandlers } from './statement-proof.server.ts';
import { rangeOf, type Asked, type Range } from './statement-range.server.ts';
import { exportStatement, getStatement } from './statement.api.ts';
import { words } from './statement.words.ts';

export const statementHandlers = [
  handle(getStatement, async ({ query, session, app }) => {
    const { page, limit, after } = query;
    const range = await rangeOf(query, session, app);
    const before = after === '' ? undefined : await cursor(app.db, range.client, after);
    const [lines, counted, opening, closing] = await Promise.all([
      statementOf(app.db, { ...range, before, skip: after === '' ? (page - 1) * limit : 0, limit }),
      countOfStatement(app.db, range, deepest + 1),
      range.from ? walletAt(app.db, range.client, range.from) : 0n,
      walletAt(app.db, range.client, range.to),
    ]);
    return {
      message: 'Statement fetched successfully',
      lines: lines.map(asLine),
      opening,
      closing,
      timeZone: app.config.businessTz,
      ...reached(counted),
      page,
      limit,
    };
  }),

  handle(exportStatement, async ({ query, session, app }) => {
    const range = await rangeOf(query, session, app);
    const client = (await clientById(app.db, range.client))!;
    // Balances and lines begin and end with the same lines, whatever moves while the file is written. A line that began
    // before midnight may come into the book after it, even after the balances were read.
    const last = await lastLine(app.db, range.client, range.to);
    const none = { line: 0n, balance: 0n };
    const opening = range.from ? await lastLine(app.db, range.client, range.from, last.line) : none;
    const lines = everyLine(app.db, {
      client: range.client,
      kinds: range.kinds,
      after: opening.line,
      before: last.line + 1n,
    });
    const name = fileName(query, client, session, app.config.businessTz);
    if (query.format === 'xlsx')
      return spreadsheet(`${name}.xlsx`, words.title, sheetColumns, lines, app.config.businessTz);
    const { from, to, kind } = query;
    // Loaded only when somebody asks for a PDF: it brings the largest of our packages, and a portal starts faster
    // without it.
    const { statementPdf } = await import('./statement-pdf.server.ts');
    return statementPdf(`${name}.pdf`, {
      brand: app.config.brand,
      client: { name: client.name, email: client.email, id: client.publicId },
      from: from || undefined,
      to: to || undefined,
      kind: kind || undefined,
      opening: opening.balance,
      closing: last.balance,
      timeZone: app.config.businessTz,
      lines,
    });
  }),

  ...proofHandlers,
];

/** The place in the book of the line with this `_id`. One that is mistyped, or another client's, is not found. */
async function cursor(db: Database, client: bigint, id: string): Promise<bigint> {
  const match = /^(.+)\.([0-2])\.(\d{1,4})$/.exec(id);
  const place = match
    ? await placeOfLine(db, client, { applyId: match[1]!, step: Number(match[2]), leg: Number(match[3]) })
    : undefined;
  return place ?? refuse({ ...notFound, field: 'after' });
}

function asLine(line: StatementLine) {
  const { at, applyId, kind, step, leg, note, amountCents, balanceCents } = line;
  return {
    _id: `${applyId}.${step}.${leg}`,
    at,
    applyId,
    kind,
    text: lineText(line),
    note: note ?? '',
    amount: amountCents,
    balance: balanceCents,
  };
}

/** All lines between two, oldest first. */
function everyLine(db: Database, { after, ...range }: Range): AsyncGenerator<StatementLine> {
  return inBatches((last, limit) =>
    statementOf(db, { ...range, oldestFirst: true, after: last?.line ?? after, limit }),
  );
}

/**
 * `statement-2026-11-01-2026-11-30`, with days of the agency's time zone; a file for an admin also names the client.
 */
function fileName({ from, to }: Asked, client: ClientRow, session: Session, zone: string): string {
  const days = from || to ? [from || 'start', to || dayOf(new Date(), zone)] : [];
  return ['statement', ...(session.client === undefined ? [client.publicId] : []), ...days].join('-');
}

const sheetColumns: readonly SheetColumn<StatementLine>[] = [
  { header: words.date, type: 'time', value: (line) => line.at },
  { header: words.id, type: 'text', value: (line) => line.applyId },
  { header: words.kind, type: 'text', width: 14, value: (line) => line.kind },
  {
    header: words.description,
    type: 'text',
    width: 60,
    value: (line) => (line.note ? `${lineText(line)}: ${line.note}` : lineText(line)),
  },
  { header: words.amount, type: 'money', value: (line) => line.amountCents },
  { header: words.balance, type: 'money', value: (line) => line.balanceCents },
];
