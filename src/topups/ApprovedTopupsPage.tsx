/** What came in: every approved top-up, read-only. */
import { asked, InAllRequests, person, toQueue } from '#requests/AdminColumns.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Announced } from './Announced.tsx';
import { ProofCell, ReviewDetails, TransactionIdCell } from './ReviewParts.tsx';
import { getCompleteTransactions, type ReviewedTransaction } from './topups.api.ts';
import { words } from './topups.words.ts';

const columns: Column<ReviewedTransaction>[] = [
  {
    id: 'applyId',
    header: words.applyId,
    cell: (row) => <CopyId value={row.applyId} label={words.applyId} />,
    title: true,
  },
  person,
  { id: 'money', header: words.money, cell: (row) => <Announced row={row} />, align: 'right', card: 'figure' },
  { id: 'transactionId', header: words.transactionId, cell: (row) => <TransactionIdCell row={row} /> },
  { id: 'proof', header: words.proof, cell: (row) => <ProofCell row={row} />, wide: 1280 },
  { id: 'state', header: words.state, cell: (row) => <StateBadge state={row.state} />, card: 'corner' },
  { id: 'payway', header: words.payway, cell: (row) => row.payway, hidden: true },
  asked,
  { id: 'decided', header: words.decided, cell: (row) => <Time at={row.decidedAt} onlyDay /> },
  { id: 'decidedBy', header: words.decidedBy, cell: (row) => row.decidedBy, hidden: true },
];

export default function ApprovedTopupsPage() {
  return (
    <Page title={words.approvedTitle}>
      <DataTable
        name="approved-topups"
        caption={words.approvedTitle}
        endpoint={getCompleteTransactions}
        rows={(answer) => answer.transactions}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.noTransactions, action: toQueue }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        footer={({ total }) => <InAllRequests total={total} kind="topup" state="Approved" />}
        limit={25}
        expand={(row) => <ReviewDetails row={row} />}
      />
    </Page>
  );
}
