/** A client's own requests as a file for people, with the words, amounts and times of the client's own lists. */
import { ownLabelOf } from '#kinds/kinds.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { everyRequest } from './every.server.ts';
import { feesPosted } from './fees.ts';
import type { ListedRequest } from './list.server.ts';
import { exportOwnRequests } from './own.api.ts';
import { kindsOfClients } from './hidden.ts';
import { saidOf, shownState } from './requests.ts';
import { words as shared } from './requests.words.ts';
import { asRequestOnWire, listQueryOf } from './wire.ts';
import { words } from './own.words.ts';

const written = (name: string) => (row: ListedRequest) => String(row.details[name] ?? '');

const columns: readonly SheetColumn<ListedRequest>[] = [
  { header: shared.created, type: 'time', value: (row) => row.createdAt },
  { header: shared.applyId, type: 'text', value: (row) => row.applyId },
  { header: words.what, type: 'text', width: 24, value: (row) => ownLabelOf(row.kind, row.platform) },
  {
    header: shared.state,
    type: 'text',
    width: 20,
    value: (row) => shared.ownStates[row.state] ?? shownState(row),
  },
  { header: words.amount, type: 'money', value: (row) => row.receivedCents ?? row.amountCents },
  { header: words.announced, type: 'money', value: (row) => (row.receivedCents === null ? null : row.amountCents) },
  { header: words.fees, type: 'money', value: feesPosted },
  { header: words.total, type: 'money', value: (row) => row.receivedCents ?? row.totalCents },
  { header: shared.adsId, type: 'text', value: (row) => row.adsId },
  { header: words.network, type: 'text', width: 10, value: written('networkName') },
  { header: words.address, type: 'text', width: 40, value: written('networkAddress') },
  { header: shared.transactionId, type: 'text', width: 30, value: (row) => row.transactionId },
  { header: shared.decided, type: 'time', value: (row) => row.decidedAt },
  {
    header: shared.remarks,
    type: 'text',
    width: 40,
    value: (row) => saidOf(asRequestOnWire(row, new Date(), 'client')),
  },
];

export const ownHandlers = [
  handle(exportOwnRequests, ({ query, session, app }) => {
    const { page: _, limit: __, after: ___, ...listing } = listQueryOf(query);
    const rows = everyRequest(app.db, {
      kinds: query.kind === '' ? kindsOfClients : [query.kind],
      platforms: query.adType === '' ? undefined : [query.adType],
      client: session.client,
      ...listing,
    });
    return spreadsheet(`${query.kind || 'request'}s.xlsx`, 'Requests', columns, rows, app.config.businessTz);
  }),
];
