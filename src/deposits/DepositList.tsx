/**
 * Deposits on one platform as admins see them: those that wait, oldest first, to be decided in their rows, and those
 * completed.
 */
import { deposit } from '#kinds/deposit.ts';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { StoryLink } from '#requests/StoryLink.tsx';
import { usd } from '#kernel/money.ts';
import { InAllRequests, onceDecided, person, toQueue, whileWaiting } from '#requests/AdminColumns.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { actionsColumn, column, deedOf, filterSaying, pendingFilter, unbroken } from '#requests/RequestParts.tsx';
import { accountPageAt, type Platform } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { personWithSignals } from '#signals/personColumn.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { approveDeposit, type depositOnWire, getCompletedDeposits, getPendingDeposits } from './deposits.api.ts';
import { blankVerdict } from './deposits.ts';
import { words } from './deposits.words.ts';

type Row = z.output<typeof depositOnWire>;
type Columns = Column<Row>[];

const first = (client: Column<Row>): Columns => [
  column('applyId'),
  client,
  { id: 'money', header: words.money, align: 'right', card: 'figure', cell: (row) => <Money cents={row.money} /> },
  { id: 'totalCost', header: words.costColumn, align: 'right', cell: (row) => <Money cents={row.totalCost} /> },
  {
    id: 'adsId',
    header: shared.adsId,
    cell: (row) => <CopyId value={row.adsId} label={shared.adsId} to={accountPageAt(row.adsId, row.adType)} />,
  },
];
const rest: Columns = [
  {
    id: 'topUpFee',
    header: words.topUpFee,
    align: 'right',
    hidden: true,
    cell: (row) => <Money cents={row.topUpFee} />,
  },
  { id: 'adType', header: words.adType, hidden: true, cell: (row) => row.adType },
  column('remarks', { hidden: true }),
  column('updated'),
];

const lists = {
  pending: {
    titles: words.pendingTitle,
    state: 'Pending',
    empty: words.noPending,
    endpoints: getPendingDeposits,
    filters: [pendingFilter],
    columns: (platform: Platform): Columns => [
      ...first(personWithSignals),
      ...whileWaiting,
      column('wallet', { hidden: true }),
      ...rest,
      actionsColumn((row) => <Judge row={row} platform={platform} />),
    ],
  },
  completed: {
    titles: words.completedTitle,
    state: 'Approved',
    empty: words.noCompleted,
    endpoints: getCompletedDeposits,
    filters: [],
    columns: (): Columns => [...first(person), ...onceDecided, ...rest],
  },
} as const;

type Which = keyof typeof lists;

/** Remembered choices and rows belong to one platform: another one is another list. */
export function DepositList({ which }: { which: Which }) {
  const { name: platform, wire } = usePlatform();
  return <OfPlatform key={`${which} ${platform}`} {...{ which, platform }} approved={wire.approvedDeposit} />;
}

type OfPlatformProps = { which: Which; platform: Platform; approved: string };

function OfPlatform({ which, platform, approved }: OfPlatformProps) {
  const { titles, state, empty, endpoints, filters, columns: columnsOf } = lists[which];
  const columns = useMemo(() => columnsOf(platform), [columnsOf, platform]);
  return (
    <Page title={titles(platform)}>
      <DataTable
        name={`${platform}-${which}-deposits`}
        caption={titles(platform)}
        endpoint={endpoints[platform]}
        rows={(answer) => answer.deposits}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: empty, action: toQueue }}
        failed={words.adminFailed}
        search={words.adminSearch}
        footer={({ total }) => <InAllRequests total={total} kind="deposit" adType={platform} state={state} />}
        filters={filters.map((filter) => filterSaying(filter, approved))}
        expand={(row) => <StoryLink applyId={row.applyId} />}
        limit={25}
        steady={which === 'pending'}
      />
    </Page>
  );
}

function Judge({ row, platform }: { row: Row; platform: Platform }) {
  return (
    <JudgeCell
      row={row}
      kind={deposit}
      endpoint={approveDeposit}
      again={[getPendingDeposits[platform], getCompletedDeposits[platform]]}
      args={(action, said) => ({
        query: { adsId: row.adsId, adType: platform, applyId: row.applyId, action },
        body: said,
      })}
      blank={blankVerdict}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      labels={words.labels}
      about={(action) =>
        action === 'approve'
          ? deposit.words.deed(deedOf(row, { amountCents: row.money, adsId: unbroken(row.adsId) }))
          : words.rejectAbout(usd(row.totalCost), row.userId.username)
      }
    />
  );
}
