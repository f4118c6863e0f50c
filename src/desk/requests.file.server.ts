/** The columns of the table of requests as a file, for people: what they read on the screen, a column each. */
import { usualNetworkName } from '#chain/networks.ts';
import { labelOf } from '#kinds/kinds.ts';
import { feesPosted } from '#requests/fees.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { shownState } from '#requests/requests.ts';
import type { SheetColumn } from '#server/spreadsheet.server.ts';
import { words } from './requests.words.ts';

const { columns } = words;

export const columnsOf: readonly SheetColumn<ListedRequest>[] = [
  { header: columns.created, type: 'time', value: (row) => row.createdAt },
  { header: columns.applyId, type: 'text', value: (row) => row.applyId },
  { header: columns.what, type: 'text', width: 24, value: (row) => labelOf(row.kind, row.platform) },
  { header: columns.state, type: 'text', width: 12, value: shownState },
  { header: columns.client, type: 'text', width: 24, value: (row) => row.person.username },
  { header: columns.email, type: 'text', width: 28, value: (row) => row.person.email },
  { header: columns.amount, type: 'money', value: (row) => row.receivedCents ?? row.amountCents },
  { header: columns.fees, type: 'money', value: feesPosted },
  { header: columns.announced, type: 'money', value: (row) => (row.receivedCents === null ? null : row.amountCents) },
  { header: columns.adsId, type: 'text', value: (row) => row.adsId },
  { header: columns.network, type: 'text', width: 10, value: networkOf },
  { header: columns.transactionId, type: 'text', width: 30, value: (row) => row.transactionId },
  { header: columns.decided, type: 'time', value: (row) => row.decidedAt },
  { header: columns.decidedBy, type: 'text', value: (row) => row.decidedByName },
  { header: columns.note, type: 'text', width: 30, value: (row) => row.clientRemarks },
  { header: columns.remarks, type: 'text', width: 30, value: (row) => row.remarks },
];

/** The network that a request names, as everybody calls it. */
export function networkOf({ details }: ListedRequest): string {
  return usualNetworkName(String(details['networkName'] ?? ''));
}
