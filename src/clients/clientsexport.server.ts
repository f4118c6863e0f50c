/** The list of clients as a file: the same search and sort as on the screen, read page by page, flat in memory. */
import { Readable } from 'node:stream';
import { dollarsText } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import { Download } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { listClients, type ClientList, type ClientRow } from './clients.store.server.ts';

const columns: readonly SheetColumn<ClientRow>[] = [
  { header: 'User ID', type: 'text', value: (row) => row.publicId },
  { header: 'Username', type: 'text', width: 24, value: (row) => row.name },
  { header: 'Email', type: 'text', width: 30, value: (row) => row.email },
  { header: 'Phone', type: 'text', value: (row) => row.phone },
  { header: 'Country', type: 'text', value: (row) => row.country },
  { header: 'Pincode', type: 'text', value: (row) => row.pincode },
  { header: 'Wallet', type: 'money', value: (row) => row.walletCents },
  { header: 'Held', type: 'money', value: (row) => row.heldCents },
  { header: 'Created', type: 'time', value: (row) => row.createdAt },
];

export async function exportClients(
  db: Database,
  query: Omit<ClientList, 'page' | 'limit' | 'after'> & { format: 'xlsx' | 'csv' },
): Promise<Download> {
  const rows = allClients(db, query);
  if (query.format === 'xlsx') return spreadsheet('users.xlsx', 'Users', columns, rows);
  return new Download(Readable.from(csvLines(rows)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="users.csv"',
  });
}

async function* allClients(
  db: Database,
  query: Omit<ClientList, 'page' | 'limit' | 'after'>,
): AsyncGenerator<ClientRow> {
  let after = '';
  for (;;) {
    const rows = await listClients(db, { ...query, page: 1, limit: 1000, after });
    yield* rows;
    if (rows.length < 1000) return;
    after = rows.at(-1)!.publicId;
  }
}

async function* csvLines(rows: AsyncIterable<ClientRow>): AsyncGenerator<string> {
  yield `${columns.map((column) => column.header).join(',')}\r\n`;
  for await (const row of rows) {
    const fields = [
      row.publicId,
      row.name,
      row.email,
      row.phone,
      row.country,
      row.pincode,
      dollarsText(row.walletCents),
      dollarsText(row.heldCents),
      row.createdAt.toISOString(),
    ];
    yield `${fields.map(csvField).join(',')}\r\n`;
  }
}

/**
 * Quoted always; what a spreadsheet would run as a formula begins with an apostrophe. Some take the wide signs of
 * Chinese keyboards too. Where the list separator is another than the comma (Excel in most of Europe takes `;`), a cell
 * begins inside of a field, in front of which the quotes are no more than signs.
 */
function csvField(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const plain = text.replace(/^[\t\r\n]/, "'$&").replaceAll(/(^|[;,|:\t\r\n])([\s"']*)([=+\-@＝＋－＠])/g, "$1$2'$3");
  return `"${(isNumber ? text : plain).replaceAll('"', '""')}"`;
}
