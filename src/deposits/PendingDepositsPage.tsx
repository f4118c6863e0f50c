/** Deposits on one platform that wait for an admin, oldest first. */
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { usd } from '#kernel/money.ts';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { column, pendingFilter, unbroken } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';
import { approveDeposit, type depositOnWire, getCompletedDeposits, getPendingDeposits } from './deposits.api.ts';
import { refusalToJudgeDeposit } from './deposits.ts';
import { words } from './deposits.words.ts';

type DepositRow = z.output<typeof depositOnWire>;

export default function PendingDepositsPage() {
  const platform = usePlatform();
  return (
    <>
      <PageHeader title={words.pendingTitle[platform]} />
      <Pending key={platform} platform={platform} />
    </>
  );
}

function Pending({ platform }: { platform: Platform }) {
  const columns = useMemo<Column<DepositRow>[]>(
    () => [
      column('applyId'),
      column('waiting'),
      column('client'),
      { id: 'adsId', header: shared.adsId, cell: (row) => <CopyId value={row.adsId} label={shared.adsId} /> },
      { id: 'adType', header: words.adType, cell: (row) => row.adType, hidden: true },
      { id: 'money', header: words.money, cell: (row) => <Money cents={row.money} />, align: 'right' },
      { id: 'totalCost', header: words.totalCost, cell: (row) => <Money cents={row.totalCost} />, align: 'right' },
      column('state'),
      column('wallet', { hidden: true }),
      column('transactionId', { hidden: true }),
      column('remarks', { hidden: true }),
      column('created', { hidden: true }),
      column('updated'),
      { id: 'actions', header: shared.actions, align: 'right', sticky: true, cell: (row) => <Judge row={row} platform={platform} /> },
    ],
    [platform],
  );
  return (
    <DataTable
      name={`${platform}-pending-deposits`}
      caption={words.pendingTitle[platform]}
      endpoint={getPendingDeposits[platform]}
      rows={(answer) => answer.deposits}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: words.noPending }}
      failed={words.adminFailed}
      search={words.adminSearch}
      filters={[pendingFilter]}
      limit={50}
    />
  );
}

function Judge({ row, platform }: { row: DepositRow; platform: Platform }) {
  return (
    <JudgeCell
      row={row}
      endpoint={approveDeposit}
      again={[getPendingDeposits[platform], getCompletedDeposits[platform]]}
      args={(action, said) => ({ query: { adsId: row.adsId, adType: platform, applyId: row.applyId, action }, body: said })}
      refusal={refusalToJudgeDeposit}
      failed={words.updateFailed}
      thrown={words.updateThrown}
      titles={words.titles}
      labels={words.labels}
      about={(action) =>
        action === 'approve'
          ? words.about.approve(usd(row.money), unbroken(row.adsId), row.userId.username)
          : words.about.reject(usd(row.totalCost), row.userId.username)
      }
      templates={words.templates}
    />
  );
}
