/** Withdrawals that wait to be sent, oldest first. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { column, pendingFilter } from '#requests/RequestParts.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Destination, Stressed } from './Destination.tsx';
import { approveWithdrawal, getApprovedWithdrawals, getPendingWithdrawals } from './withdrawals.api.ts';
import { refusalToJudgeWithdrawal } from './withdrawals.ts';
import { words } from './withdrawals.words.ts';

type Row = OutputOf<typeof getPendingWithdrawals>['withdrawals'][number];

const columns: Column<Row>[] = [
  column('applyId'),
  column('waiting'),
  column('client'),
  { id: 'amount', header: words.amount, cell: (row) => <Money cents={row.amount} />, align: 'right' },
  { id: 'to', header: words.to, cell: (row) => <Destination of={row} /> },
  column('state'),
  column('wallet'),
  column('transactionId', { hidden: true }),
  column('remarks', { hidden: true }),
  column('created', { hidden: true }),
  column('updated'),
  { id: 'actions', header: shared.actions, align: 'right', sticky: true, cell: (row) => <Judge row={row} /> },
];

export default function PendingWithdrawalsPage() {
  return (
    <>
      <PageHeader title={words.pendingTitle} />
      <DataTable
        name="pending-withdrawals"
        caption={words.pendingTitle}
        endpoint={getPendingWithdrawals}
        rows={(answer) => answer.withdrawals}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.noPending }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        filters={[pendingFilter]}
        limit={50}
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
      endpoint={approveWithdrawal}
      again={[getPendingWithdrawals, getApprovedWithdrawals]}
      args={(action, said) => ({ query: { applyId, action }, body: said })}
      refusal={refusalToJudgeWithdrawal}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      titles={words.titles}
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
      templates={words.templates}
    />
  );
}
