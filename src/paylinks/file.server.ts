/** A client's pay links as a file, for people: what they read on the screen, a column each. */
import type { App } from '#server/app.server.ts';
import type { Download } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { everyLink } from './ofclient.server.ts';
import type { Listing, PaylinkRow } from './paylinks.store.server.ts';
import { words } from './paylinks.words.ts';

const columns: readonly SheetColumn<PaylinkRow>[] = [
  { header: words.link, type: 'text', value: (row) => row.publicId },
  { header: words.type, type: 'text', width: 12, value: (row) => row.kind },
  { header: words.payer, type: 'text', width: 24, value: (row) => `${row.firstName} ${row.lastName}` },
  { header: words.companyName, type: 'text', width: 24, value: (row) => row.companyName },
  { header: words.email, type: 'text', width: 28, value: (row) => row.email },
  { header: words.country, type: 'text', value: (row) => row.country },
  { header: words.money, type: 'money', value: (row) => row.amountCents },
  { header: words.state, type: 'text', width: 12, value: (row) => row.state },
  { header: words.payment, type: 'text', value: (row) => row.applyId },
  { header: words.created, type: 'time', value: (row) => row.createdAt },
  { header: words.expires, type: 'time', value: (row) => row.expiresAt },
];

export function linksFile({ db, config }: App, listing: Listing): Promise<Download> {
  return spreadsheet('paylinks.xlsx', words.caption, columns, everyLink(db, listing), config.businessTz);
}
