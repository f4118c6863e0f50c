/** Withdrawals that were sent, newest first; nothing is changed here. */
import { StoryLink } from '#adaccounts/StoryLink.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { column } from '#requests/RequestParts.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Destination } from './Destination.tsx';
import { getApprovedWithdrawals } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';

type Row = OutputOf<typeof getApprovedWithdrawals>['withdrawals'][number];

const columns: Column<Row>[] = [
  column('applyId'),
  column('client'),
  { id: 'amount', header: words.amount, cell: (row) => <Money cents={row.amount} />, align: 'right' },
  { id: 'to', header: words.to, cell: (row) => <Destination of={row} /> },
  column('state'),
  column('transactionId'),
  column('decided'),
  column('decidedBy', { hidden: true }),
  column('remarks', { hidden: true }),
  column('created', { hidden: true }),
  column('updated'),
];

export default function ApprovedWithdrawalsPage() {
  return (
    <>
      <PageHeader title={words.approvedTitle} />
      <DataTable
        name="approved-withdrawals"
        caption={words.approvedTitle}
        endpoint={getApprovedWithdrawals}
        rows={(answer) => answer.withdrawals}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.noApproved }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        expand={(row) => <StoryLink applyId={row.applyId} />}
        limit={50}
      />
    </>
  );
}
