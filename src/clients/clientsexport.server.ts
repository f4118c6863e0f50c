/** The list of clients as a file: the same search and sort as on the screen, read page by page, flat in memory. */
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Download } from '#server/handle.server.ts';
import { csvFile, spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
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
  { header: 'Created Time', type: 'time', value: (row) => row.createdAt },
];

export async function exportClients(
  db: Database,
  query: Omit<ClientList, 'page' | 'limit' | 'after'> & { format: 'xlsx' | 'csv' },
  zone: string,
): Promise<Download> {
  const rows = allClients(db, query);
  return query.format === 'xlsx'
    ? spreadsheet('users.xlsx', 'Users', columns, rows, zone)
    : csvFile('users.csv', columns, rows, zone);
}

function allClients(db: Database, query: Omit<ClientList, 'page' | 'limit' | 'after'>): AsyncGenerator<ClientRow> {
  return inBatches((last, limit) => listClients(db, { ...query, page: 1, limit, after: last?.publicId ?? '' }));
}
