/**
 * Refunds of every platform as admins see them: those that wait, oldest first, to be decided in their rows, and those
 * approved.
 */
import { refund } from '#kinds/refund.ts';
import { usd } from '#kernel/money.ts';
import { InAllRequests, onceDecided, person, toQueue, whileWaiting } from '#requests/AdminColumns.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { AccountCell, actionsColumn, column, deedOf, pendingFilter, unbroken } from '#requests/RequestParts.tsx';
import type { Platform } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { blankPayOut } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { personWithSignals } from '#signals/personColumn.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { approveRefund, getApprovedRefunds, getRefundsForAdmin } from './refunds.api.ts';
import { adTypeFilter, RefundDetails, type RefundRow } from './RefundDetails.tsx';
import { words } from './refunds.words.ts';

type Columns = Column<RefundRow>[];

const account: Columns = [
  { id: 'adsId', header: shared.adsId, cell: (row) => <AccountCell adsId={row.adsId} adType={row.adType} /> },
];
const amount: Columns = [
  {
    id: 'amount',
    header: words.amountColumn,
    align: 'right',
    card: 'figure',
    cell: (row) => <Money cents={row.amount} />,
  },
];
const feeBack: Columns = [
  { id: 'feeBack', header: words.feeBack, align: 'right', hidden: true, cell: (row) => <Money cents={row.feeBack} /> },
];
/** A verdict repeats it. */
const toWallet: Column<RefundRow> = {
  id: 'totalRefund',
  header: words.totalRefund,
  align: 'right',
  hidden: true,
  cell: (row) => <Money cents={row.totalRefund} />,
};
const remain: Columns = [
  { id: 'remainMoney', header: words.remain, align: 'right', cell: (row) => <Money cents={row.remainMoney} /> },
];
const remarks: Columns = [column('remarks', { hidden: true })];

const lists = {
  pending: {
    title: words.pendingTitle,
    state: 'Pending',
    endpoint: getRefundsForAdmin,
    filters: [pendingFilter],
    columns: [
      column('applyId'),
      personWithSignals,
      ...amount,
      toWallet,
      ...remain,
      ...account,
      ...whileWaiting,
      column('wallet', { hidden: true }),
      ...feeBack,
      ...remarks,
      // Nothing that waits was changed; a whole page stays light.
      column('updated', { hidden: true }),
      actionsColumn((row) => <Judge row={row} />),
    ] satisfies Columns,
  },
  approved: {
    title: words.approvedTitle,
    state: 'Approved',
    endpoint: getApprovedRefunds,
    filters: [],
    columns: [
      column('applyId'),
      person,
      ...amount,
      toWallet,
      ...remain,
      ...account,
      ...onceDecided,
      ...feeBack,
      ...remarks,
      column('updated'),
    ] satisfies Columns,
  },
} as const;

export function RefundList({ which }: { which: keyof typeof lists }) {
  const { title, state, endpoint, filters, columns } = lists[which];
  const platforms = usePlatforms();
  return (
    <Page title={title}>
      <DataTable
        name={`${which}-refunds`}
        caption={title}
        endpoint={endpoint}
        rows={(answer) => answer.refundsDetails}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty, action: toQueue }}
        failed={words.adminFailed}
        search={words.adminSearch}
        footer={({ total }) => <InAllRequests total={total} kind="refund" state={state} />}
        filters={[adTypeFilter(platforms), ...filters]}
        expand={(row) => <RefundDetails row={row} />}
        limit={25}
        steady={which === 'pending'}
      />
    </Page>
  );
}

function Judge({ row }: { row: RefundRow }) {
  const { adsId, adType, applyId, userId } = row;
  return (
    <JudgeCell
      row={row}
      kind={refund}
      endpoint={approveRefund}
      again={[getRefundsForAdmin, getApprovedRefunds]}
      args={(action, said) => ({ query: { adsId, adType: adType as Platform, applyId, action }, body: said })}
      blank={blankPayOut}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      labels={words.labels}
      about={(action) =>
        action === 'approve'
          ? refund.words.deed(
              deedOf(row, { amountCents: row.amount, totalCents: row.totalRefund, adsId: unbroken(adsId) }),
            )
          : words.rejectAbout(usd(row.amount), userId.username, unbroken(adsId))
      }
    />
  );
}
