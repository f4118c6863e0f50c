/** The list of ad accounts as a file, for people: what they read on the screen, a column each. */
import type { Runway } from '#ledger/runway.ts';
import { remainingOf, shownCents } from '#ledger/spending.ts';
import { runwaysOf } from '#runway/runway.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Download } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { listAccounts, type AccountList, type AccountRow } from './accounts.store.server.ts';
import { words } from './accounts.words.ts';

export { listAccounts, type AccountRow } from './accounts.store.server.ts';

type Row = AccountRow & { runway: Runway | undefined };

const { field } = words;
const whose: readonly SheetColumn<Row>[] = [
  { header: field.client, type: 'text', width: 24, value: (row) => row.clientName },
  { header: field.email, type: 'text', width: 28, value: (row) => row.clientEmail },
];
const columns: readonly SheetColumn<Row>[] = [
  { header: field.id, type: 'text', value: (row) => row.publicId },
  { header: field.account, type: 'text', width: 24, value: (row) => row.nickname },
  { header: field.adsId, type: 'text', value: (row) => row.adsId },
  { header: field.platform, type: 'text', width: 12, value: (row) => row.platform },
  { header: field.state, type: 'text', width: 12, value: (row) => row.state },
  { header: field.balance, type: 'money', value: (row) => row.balanceCents },
  {
    header: field.spent,
    type: 'money',
    value: (row) => (row.spentMicros === null ? null : shownCents(row.spentMicros)),
  },
  { header: field.remaining, type: 'money', value: remainingOf },
  {
    header: field.daysLeft,
    type: 'text',
    width: 12,
    value: ({ runway }) => (runway?.daysLeft === undefined ? null : words.days(runway.daysLeft)),
  },
  { header: field.lastDeposit, type: 'time', value: (row) => row.lastDepositAt },
  { header: field.opened, type: 'time', value: (row) => row.openedAt },
  { header: field.closed, type: 'time', value: (row) => row.closedAt },
  { header: field.order, type: 'text', value: (row) => row.applyId },
];

type Asked = Omit<AccountList, 'page' | 'limit' | 'after'>;

/** Of one client's accounts it does not say whose they are, unless an admin asks. */
export function accountsFile(db: Database, asked: Asked, zone: string, forAdmins: boolean): Promise<Download> {
  const all = forAdmins ? [...whose, ...columns] : columns;
  return spreadsheet('adAccounts.xlsx', words.title, all, everyAccount(db, asked), zone);
}

async function* everyAccount(db: Database, asked: Asked): AsyncGenerator<Row> {
  const limit = 500;
  for (let after = ''; ;) {
    const rows = await listAccounts(db, { ...asked, page: 1, limit, after });
    const ids = rows.map(({ id }) => id);
    const runways = await runwaysOf(db, ids);
    for (const row of rows) yield { ...row, runway: runways.get(row.id) };
    if (rows.length < limit) return;
    after = rows.at(-1)!.publicId;
  }
}
