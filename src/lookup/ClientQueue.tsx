/** All requests of one client, whatever their kind and state, newest first. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { stateFilter } from '#requests/RequestParts.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { RequestLink } from '#ui/NamedLink.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { getQueue } from '#queue/queue.api.ts';
import { words } from '#queue/queue.words.ts';
import { words as story } from './story.words.ts';

type Row = OutputOf<typeof getQueue>['requests'][number];

const columns: Column<Row>[] = [
  {
    id: 'applyId',
    header: 'Apply ID',
    title: true,
    cell: (row) => <RequestLink applyId={row.applyId} />,
  },
  { id: 'what', header: story.request.what, cell: (row) => words.thing(row.kind, row.adType) },
  { id: 'adsId', header: words.adsId, cell: (row) => row.adsId || '–' },
  {
    id: 'amount',
    header: words.amount,
    align: 'right',
    card: 'figure',
    cell: (row) => <Money cents={row.receivedMoney ?? row.amount} />,
  },
  {
    id: 'total',
    header: words.total,
    align: 'right',
    cell: (row) => <Money cents={row.receivedMoney ?? row.totalCost} />,
  },
  { id: 'state', header: story.request.state, cell: (row) => <StateBadge state={row.state} />, card: 'corner' },
  { id: 'asked', header: words.asked, cell: (row) => <Time at={row.createdAt} onlyDay />, sort: 'createdAt' },
  { id: 'by', header: story.request.decidedBy, cell: (row) => row.decidedBy ?? '–', wide: 1280 },
];

const filters = [stateFilter];

export function ClientQueue({ userId }: { userId: string }) {
  return (
    <DataTable
      name="client-requests"
      caption={story.client.requests}
      endpoint={getQueue}
      query={{ userId, state: 'all', sort: '-createdAt' }}
      rows={(answer) => answer.requests}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: story.client.noRequests }}
      filters={filters}
      on={['request']}
      limit={25}
    />
  );
}
