/** Refunds of every platform that wait for an admin, oldest first. */
import { usd } from '#kernel/money.ts';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { AccountCell, column, pendingFilter, unbroken } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { approveRefund, getApprovedRefunds, getRefundsForAdmin } from './refunds.api.ts';
import { refusalToJudgeRefund } from './refunds.ts';
import { adTypeFilter, RefundDetails, type RefundRow } from './RefundDetails.tsx';
import { words } from './refunds.words.ts';

const columns: Column<RefundRow>[] = [
  column('applyId'),
  column('waiting'),
  column('client'),
  { id: 'adsId', header: shared.adsId, cell: (row) => <AccountCell adsId={row.adsId} adType={row.adType} /> },
  { id: 'amount', header: words.amountColumn, cell: (row) => <Money cents={row.amount} />, align: 'right' },
  { id: 'totalRefund', header: words.totalRefund, cell: (row) => <Money cents={row.totalRefund} />, align: 'right', hidden: true },
  { id: 'remainMoney', header: words.remain, cell: (row) => <Money cents={row.remainMoney} />, align: 'right' },
  column('state'),
  column('wallet', { hidden: true }),
  column('transactionId', { hidden: true }),
  column('remarks', { hidden: true }),
  column('created', { hidden: true }),
  column('updated'),
  { id: 'actions', header: shared.actions, align: 'right', sticky: true, cell: (row) => <Judge row={row} /> },
];

export default function PendingRefundsPage() {
  return (
    <>
      <PageHeader title={words.pendingTitle} />
      <DataTable
        name="pending-refunds"
        caption={words.pendingTitle}
        endpoint={getRefundsForAdmin}
        rows={(answer) => answer.refundsDetails}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty }}
        failed={words.adminFailed}
        search={words.adminSearch}
        filters={[adTypeFilter, pendingFilter]}
        expand={(row) => <RefundDetails row={row} />}
        limit={50}
      />
    </>
  );
}

function Judge({ row }: { row: RefundRow }) {
  const { adsId, adType, applyId, userId } = row;
  return (
    <JudgeCell
      row={row}
      endpoint={approveRefund}
      again={[getRefundsForAdmin, getApprovedRefunds]}
      args={(action, said) => ({ query: { adsId, adType: adType as Platform, applyId, action }, body: said })}
      refusal={refusalToJudgeRefund}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      titles={words.titles}
      labels={words.labels}
      about={(action) =>
        action === 'approve'
          ? words.about.approve(usd(row.totalRefund), userId.username, unbroken(adsId))
          : words.about.reject(usd(row.amount), userId.username, unbroken(adsId))
      }
      templates={words.templates}
    />
  );
}
