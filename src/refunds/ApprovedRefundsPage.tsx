/** Approved refunds, newest first; nothing is changed here. */
import { AccountCell, column } from '#requests/RequestParts.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { getApprovedRefunds } from './refunds.api.ts';
import { adTypeFilter, RefundDetails, type RefundRow } from './RefundDetails.tsx';
import { words } from './refunds.words.ts';

const columns: Column<RefundRow>[] = [
  column('applyId'),
  column('client'),
  { id: 'adsId', header: shared.adsId, cell: (row) => <AccountCell adsId={row.adsId} adType={row.adType} /> },
  { id: 'amount', header: words.amountColumn, cell: (row) => <Money cents={row.amount} />, align: 'right' },
  { id: 'feeBack', header: words.feeBack, cell: (row) => <Money cents={row.feeBack} />, align: 'right', hidden: true },
  { id: 'totalRefund', header: words.totalRefund, cell: (row) => <Money cents={row.totalRefund} />, align: 'right', hidden: true },
  { id: 'remainMoney', header: words.remain, cell: (row) => <Money cents={row.remainMoney} />, align: 'right' },
  column('state'),
  column('transactionId'),
  column('decided'),
  column('decidedBy', { hidden: true }),
  column('remarks', { hidden: true }),
  column('created', { hidden: true }),
  column('updated'),
];

export default function ApprovedRefundsPage() {
  return (
    <>
      <PageHeader title={words.approvedTitle} />
      <DataTable
        name="approved-refunds"
        caption={words.approvedTitle}
        endpoint={getApprovedRefunds}
        rows={(answer) => answer.refundsDetails}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty }}
        failed={words.adminFailed}
        search={words.adminSearch}
        filters={[adTypeFilter]}
        expand={(row) => <RefundDetails row={row} />}
        limit={50}
      />
    </>
  );
}
