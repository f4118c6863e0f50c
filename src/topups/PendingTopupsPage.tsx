/** Top-ups that wait for an admin: who, how much, which transfer, and the picture of it. */
import { EvidenceLine } from '#chain/EvidenceLine.tsx';
import { InAllRequests, person, standing, toQueue, waiting, WaitingCell } from '#requests/AdminColumns.tsx';
import { pendingFilter } from '#requests/RequestParts.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { Signals } from '#signals/Signals.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Decision } from './Decision.tsx';
import { claimOf, ProofCell, ReviewDetails, SeenBefore, TransactionIdCell } from './ReviewParts.tsx';
import { getTransactions, type ReviewedTransaction } from './topups.api.ts';
import { words } from './topups.words.ts';

const columns: Column<ReviewedTransaction>[] = [
  {
    id: 'applyId',
    header: words.applyId,
    cell: (row) => <CopyId value={row.applyId} label={words.applyId} />,
    title: true,
  },
  person,
  {
    id: 'money',
    header: words.money,
    cell: (row) => <Money cents={row.chargeMoney} />,
    align: 'right',
    card: 'figure',
  },
  {
    id: 'transactionId',
    header: words.transactionId,
    // In one cell, so that nothing is hidden under the buttons.
    cell: (row) => (
      <>
        <TransactionIdCell row={row} />
        <EvidenceLine brief evidence={row.evidence} claimed={claimOf(row)} />
        <Signals of={row} />
        <SeenBefore row={row} instead />
      </>
    ),
  },
  { id: 'proof', header: words.proof, cell: (row) => <ProofCell row={row} />, wide: 1280 },
  {
    ...waiting,
    cell: (row) => (row.state === 'Pending' ? <WaitingCell row={row} /> : <StateBadge state={row.state} />),
  },
  { ...standing, hidden: true },
  { id: 'created', header: words.created, cell: (row) => <Time at={row.createdAt} />, hidden: true },
  { id: 'payway', header: words.payway, cell: (row) => row.payway, hidden: true },
  {
    id: 'wallet',
    header: words.wallet,
    cell: (row) => <Money cents={row.userId.wallet} />,
    align: 'right',
    hidden: true,
  },
  { id: 'decision', header: shared.actions, cell: (row) => <Decision row={row} />, align: 'right', sticky: true },
];

export default function PendingTopupsPage() {
  return (
    <Page title={words.pendingTitle} text={words.pendingText}>
      <DataTable
        name="pending-topups"
        caption={words.pendingTitle}
        endpoint={getTransactions}
        rows={(answer) => answer.transactions}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.noTransactions, action: toQueue }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        footer={({ total }) => <InAllRequests total={total} kind="topup" state="Pending" />}
        filters={[pendingFilter]}
        limit={25}
        steady
        expand={(row) => <ReviewDetails row={row} />}
      />
    </Page>
  );
}
