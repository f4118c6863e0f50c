/** Every request of every kind in one table: narrowed by anything, added up, kept as a view, exported as it is seen. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { networks } from '#chain/networks.ts';
import { accountPageAt } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { kinds } from '#kinds/kinds.ts';
import { states } from '#kinds/life.ts';
import { TakeCell } from '#queue/TakeCell.tsx';
import { person, WaitingCell } from '#requests/AdminColumns.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import type { Filter } from '#ui/TableTools.tsx';
import { Time } from '#ui/Time.tsx';
import { exportRequests, getRequests, getRequestViews } from './requests.api.ts';
import { RequestSums } from './RequestSums.tsx';
import { words } from './requests.words.ts';
import { Views } from './Views.tsx';
import css from './requests.module.css';

type TableRow = OutputOf<typeof getRequests>['requests'][number];

const { columns: heads, filters: named } = words;

const columns: Column<TableRow>[] = [
  { id: 'created', header: heads.created, sort: 'createdAt', cell: (row) => <Time at={row.createdAt} /> },
  { id: 'applyId', header: heads.applyId, title: true, cell: (row) => <What row={row} /> },
  person,
  {
    id: 'amount',
    header: heads.amount,
    sort: 'amount',
    align: 'right',
    card: 'figure',
    cell: (row) => <Money cents={row.amount} />,
  },
  { id: 'fees', header: heads.fees, align: 'right', wide: 1280, cell: (row) => <Money cents={row.fees} /> },
  { id: 'state', header: heads.state, card: 'corner', cell: (row) => <Standing row={row} /> },
  { id: 'about', header: heads.about, wide: 1280, cell: (row) => <About row={row} /> },
  { id: 'network', header: heads.network, hidden: true, cell: (row) => row.network || '–' },
  {
    id: 'decided',
    header: heads.decided,
    cell: (row) => (row.decidedAt === null ? <TakeCell row={row} /> : <Decided row={row} />),
  },
];

function What({ row }: { row: TableRow }) {
  return (
    <span className={css['stack']}>
      <CopyId value={row.applyId} label={heads.applyId} to={`/admin/requests/${row.applyId}`} />
      <span className={css['quiet']}>{words.thing(row.kind, row.adType)}</span>
    </span>
  );
}

function Standing({ row }: { row: TableRow }) {
  return (
    <span className={css['stack']}>
      <StateBadge state={row.state} />
      {row.state === 'Pending' ? <WaitingCell row={row} /> : null}
    </span>
  );
}

/** The account it is about, or the transfer that it is. */
function About({ row: { adsId, adType, transactionId, network } }: { row: TableRow }) {
  if (adsId !== '' && adType !== null)
    return <CopyId value={adsId} label={heads.adsId} short={adsId.length > 24} to={accountPageAt(adsId, adType)} />;
  if (transactionId === '') return <span className={css['quiet']}>{network || '–'}</span>;
  return (
    <span className={css['stack']}>
      <CopyId value={transactionId} label={heads.transactionId} short={transactionId.length > 24} />
      <span className={css['quiet']}>{network}</span>
    </span>
  );
}

function Decided({ row: { decidedAt, decidedBy } }: { row: TableRow }) {
  return (
    <span className={css['stack']}>
      <Time at={decidedAt} />
      <span className={css['quiet']}>{decidedBy}</span>
    </span>
  );
}

const chosen = (param: string, label: string, options: Filter['options'], every?: string): Filter => ({
  param,
  label,
  options,
  ...(every === undefined ? {} : { every }),
});
const typed = (param: string, label: string, how: NonNullable<Filter['typed']>, hint?: string): Filter => ({
  param,
  label,
  options: [],
  typed: how,
  aside: true,
  ...(hint === undefined ? {} : { hint }),
});

function useFilters(admins: readonly { _id: string; username: string }[]): readonly Filter[] {
  const platforms = usePlatforms();
  return [
    chosen(
      'kind',
      named.kind,
      kinds.map(({ name, words: { title } }) => ({ value: name, label: title })),
    ),
    chosen(
      'adType',
      named.platform,
      platforms.map(({ name }) => ({ value: name, label: name })),
    ),
    chosen('state', named.state, [
      { value: 'waiting', label: named.waiting },
      ...states.map((state) => ({ value: state, label: state })),
      { value: 'decided', label: named.decided },
    ]),
    chosen('mine', named.whose, [{ value: 'true', label: named.mine }], named.everybodys),
    typed('from', named.from, 'day'),
    typed('to', named.to, 'day'),
    typed('least', named.least, 'amount', '0.00'),
    typed('most', named.most, 'amount', '0.00'),
    typed('client', named.client, 'text', words.clientHint),
    {
      ...chosen(
        'network',
        named.network,
        networks.map(({ name }) => ({ value: name, label: name })),
      ),
      aside: true,
    },
    {
      ...chosen(
        'admin',
        named.admin,
        admins.map(({ _id, username }) => ({ value: _id, label: username })),
        named.anybody,
      ),
      aside: true,
    },
    {
      ...chosen(
        'taken',
        named.taken,
        [
          { value: 'mine', label: named.takenMine },
          { value: 'nobody', label: named.takenNobody },
        ],
        named.takenAny,
      ),
      aside: true,
    },
  ];
}

const file = (format: 'xlsx' | 'csv') => ({
  endpoint: exportRequests,
  query: { format },
  fileName: `requests.${format}`,
  label: words.exportAs[format],
});

export default function RequestsPage() {
  const views = useCall(getRequestViews, {});
  const filters = useFilters(views.data?.admins ?? []);
  return (
    <Page title={words.title} text={views.data ? `${words.text} ${words.days(views.data.timeZone)}` : words.text}>
      <Views views={views.data?.views ?? []} />
      <DataTable
        name="all-requests"
        caption={words.caption}
        endpoint={getRequests}
        rows={(answer) => answer.requests}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty }}
        search={words.search}
        filters={filters}
        exporting={[file('xlsx'), file('csv')]}
        footer={({ sums }) => <RequestSums sums={sums} />}
        on={['request']}
        limit={25}
      />
    </Page>
  );
}
