import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Refused } from '#ui/Refused.tsx';
import { Link } from '#ui/router.tsx';
import { Sums } from '#ui/Sums.tsx';
import type { Filter } from '#ui/TableTools.tsx';
import { Time } from '#ui/Time.tsx';
import { useMay } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { getTransfersDay } from './day.api.ts';
import { words as day } from './day.words.ts';
import css from './Evidence.module.css';
import { usdtText } from './evidence.words.ts';
import { TransactionId } from './EvidenceLine.tsx';
import { acknowledgeTransfer, exportTransfers, getTransfers, type Transfer } from './transfers.api.ts';
import { Strays } from './Strays.tsx';
import { saidOf } from './transfers.ts';
import { words } from './transfers.words.ts';

/** Five pairs, so that whose it is stands in sight beside the open menu; what says most stands above. */
const columns: Column<Transfer>[] = [
  { id: 'at', header: words.when, cell: (row) => <Time at={row.at} />, sort: 'at' },
  { id: 'state', header: words.state, cell: (row) => stateText(row), under: true },
  {
    id: 'amount',
    header: words.amount,
    align: 'right',
    cell: (row) => <span className="figures nobreak">{words.usdt(row.amount)}</span>,
    title: true,
  },
  {
    id: 'direction',
    header: words.direction,
    cell: (row) => words.directions[row.direction],
    align: 'right',
    under: true,
  },
  { id: 'whose', header: words.whose, cell: (row) => <Whose row={row} /> },
  { id: 'network', header: words.network, cell: (row) => row.network },
  {
    id: 'hash',
    header: words.hash,
    cell: (row) => <TransactionId networkName={row.network} transactionId={row.hash} label={words.hash} />,
    under: true,
  },
  { id: 'sender', header: words.sender, cell: (row) => <CopyId value={row.sender} short label={words.sender} /> },
  {
    id: 'recipient',
    header: words.recipient,
    cell: (row) => <CopyId value={row.recipient} short label={words.recipient} />,
    under: true,
  },
];

const filters = [
  {
    param: 'direction',
    label: words.direction,
    options: Object.entries(words.directions).map(([value, label]) => ({ value, label })),
  },
  {
    param: 'state',
    label: words.state,
    options: Object.entries(words.states).map(([value, label]) => ({ value, label })),
  },
  {
    param: 'nobodys',
    label: words.whose,
    every: words.everybodys,
    options: [{ value: 'true', label: words.nobodysOnly }],
  },
  { param: 'from', label: words.from, options: [], typed: 'day', aside: true },
  { param: 'to', label: words.to, options: [], typed: 'day', aside: true },
] satisfies Filter[];

/** Everything that arrived at our addresses and left them. */
export default function TransfersPage() {
  const may = useMay(getTransfersDay);
  const { data } = useCall(getTransfers, { query: { limit: 1 } }, { on: ['request'] });
  return (
    <Page
      title={words.title}
      text={data ? `${words.text} ${words.days(data.timeZone)}` : words.text}
      actions={
        may ? (
          <Button component={Link} variant="default" to="/admin/transfers/day">
            {day.link}
          </Button>
        ) : null
      }
    >
      <Strays />
      <DataTable
        name="transfers"
        caption={words.title}
        endpoint={getTransfers}
        rows={(answer) => answer.transfers}
        rowId={(row) => row._id}
        rowName={(row) => words.usdt(row.amount)}
        columns={columns}
        filters={filters}
        search={words.search}
        failed={words.failed}
        empty={{ text: words.empty }}
        exporting={{ endpoint: exportTransfers, fileName: 'transfers.csv' }}
        footer={({ sums }) => <TransferSums sums={sums} />}
        on={['request']}
        limit={50}
      />
    </Page>
  );
}

function TransferSums({ sums }: { sums: OutputOf<typeof getTransfers>['sums'] }) {
  if (sums === undefined) return null;
  const { what, tooMany, ...named } = words.sums;
  const rowOf = (which: 'final' | 'seen', sum: { in: string; out: string; own: string }) => ({
    name: named[which],
    figures: [sum.in, sum.out, sum.own].map((amount, n) => (
      <span key={n} className="figures nobreak">
        {usdtText(amount)}
      </span>
    )),
  });
  const rows = sums && [rowOf('final', sums.final), rowOf('seen', sums.seen)];
  return <Sums what={what} heads={Object.values(words.directions)} rows={rows} tooMany={tooMany} />;
}

function stateText({ state, confirmations, needed }: Transfer): string {
  return state === 'Seen' ? words.confirmations(confirmations, needed) : words.states[state];
}

function Whose({ row }: { row: Transfer }) {
  if (row.applyId !== null)
    return (
      <>
        {row.client ? <ClientLink {...row.client} /> : null} <RequestLink applyId={row.applyId} />
        {row.lost ? <Lost row={row} /> : row.reversed ? <Alarm text={saidOf(row)} /> : null}
      </>
    );
  return row.alarming ? <Alarm text={saidOf(row)} /> : saidOf(row) || '–';
}

function Alarm({ text }: { text: string }) {
  return (
    <span className={css['said']} data-tone="bad">
      <Icon name="warning" size={14} />
      <span>{text}</span>
    </span>
  );
}

/** It stays in sight until somebody has reversed the approval, or sent the money again. */
function Lost({ row }: { row: Transfer }) {
  const may = useMay(acknowledgeTransfer);
  const change = useChange(acknowledgeTransfer, {
    failed: words.acknowledgeFailed,
    done: ({ message }) => toast.done(message, 3_000),
  });
  return (
    <span className={css['said']} data-tone="bad">
      <Icon name="warning" size={14} />
      <span>
        {words.lostHere}{' '}
        {may ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={words.acknowledgeAt(words.usdt(row.amount))}
            loading={change.busy}
            onClick={() => change.send({ query: { id: row._id } })}
          >
            {words.acknowledge}
          </Button>
        ) : null}{' '}
        <Refused message={change.refusal?.message} />
      </span>
    </span>
  );
}
