/**
 * Withdrawals as admins see them: those that wait to be sent, oldest first, to be decided in their rows, and those
 * sent.
 */
import { withdrawal } from '#kinds/withdrawal.ts';
import { StoryLink } from '#requests/StoryLink.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { onceDecided, person, toQueue, whileWaiting } from '#requests/AdminColumns.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { column, pendingFilter } from '#requests/RequestParts.tsx';
import { refusalToPayOut } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Stressed } from './Destination.tsx';
import { DestinationFacts } from './DestinationFacts.tsx';
import { approveWithdrawal, getApprovedWithdrawals, getPendingWithdrawals } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';

type Row = OutputOf<typeof getPendingWithdrawals>['withdrawals'][number];
type Columns = Column<Row>[];

const first: Columns = [
  column('applyId'),
  person,
  { id: 'amount', header: words.amount, align: 'right', card: 'figure', cell: (row) => <Money cents={row.amount} /> },
  { id: 'to', header: words.to, cell: (row) => <DestinationFacts of={row} /> },
];
const rest: Columns = [column('remarks', { hidden: true }), column('updated')];

const lists = {
  pending: {
    title: words.pendingTitle,
    empty: words.noPending,
    endpoint: getPendingWithdrawals,
    filters: [pendingFilter],
    columns: [
      ...first,
      ...whileWaiting,
      column('wallet'),
      ...rest,
      { id: 'actions', header: shared.actions, align: 'right', sticky: true, cell: (row) => <Judge row={row} /> },
    ] satisfies Columns,
  },
  approved: {
    title: words.approvedTitle,
    empty: words.noApproved,
    endpoint: getApprovedWithdrawals,
    filters: [],
    columns: [...first, ...onceDecided, ...rest] satisfies Columns,
  },
} as const;

export function WithdrawalList({ which }: { which: keyof typeof lists }) {
  const { title, empty, endpoint, filters, columns } = lists[which];
  return (
    <>
      <PageHeader title={title} />
      <DataTable
        name={`${which}-withdrawals`}
        caption={title}
        endpoint={endpoint}
        rows={(answer) => answer.withdrawals}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: empty, action: toQueue }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        filters={filters}
        expand={(row) => <StoryLink applyId={row.applyId} />}
        limit={25}
      />
    </>
  );
}

function Judge({ row }: { row: Row }) {
  const { applyId, userId, networkName, networkAddress } = row;
  const amount = usd(row.amount);
  return (
    <JudgeCell
      row={row}
      asks="transactionId"
      endpoint={approveWithdrawal}
      again={[getPendingWithdrawals, getApprovedWithdrawals]}
      args={(action, said) => ({ query: { applyId, action }, body: said })}
      refusal={refusalToPayOut}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      labels={words.labels}
      about={(action) =>
        action === 'reject' ? (
          words.about.reject(amount, userId.username)
        ) : (
          <>
            {words.about.approve(amount, userId.username, networkName)} <Stressed address={networkAddress} />
          </>
        )
      }
      templates={withdrawal.words.reasons}
    />
  );
}
