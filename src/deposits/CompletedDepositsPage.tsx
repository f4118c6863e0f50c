/** Approved deposits on one platform, newest first; nothing is changed here. */
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { StoryLink } from '#adaccounts/StoryLink.tsx';
import { column } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';
import { type depositOnWire, getCompletedDeposits } from './deposits.api.ts';
import { words } from './deposits.words.ts';

type DepositRow = z.output<typeof depositOnWire>;

export default function CompletedDepositsPage() {
  const platform = usePlatform();
  return (
    <>
      <PageHeader title={words.completedTitle[platform]} />
      <Completed key={platform} platform={platform} />
    </>
  );
}

function Completed({ platform }: { platform: Platform }) {
  const columns = useMemo<Column<DepositRow>[]>(
    () => [
      column('applyId'),
      column('client'),
      { id: 'adsId', header: shared.adsId, cell: (row) => <CopyId value={row.adsId} label={shared.adsId} /> },
      { id: 'money', header: words.money, cell: (row) => <Money cents={row.money} />, align: 'right' },
      { id: 'topUpFee', header: words.topUpFee, cell: (row) => <Money cents={row.topUpFee} />, align: 'right', hidden: true },
      { id: 'totalCost', header: words.totalCost, cell: (row) => <Money cents={row.totalCost} />, align: 'right' },
      column('state'),
      column('transactionId'),
      column('decided'),
      column('decidedBy', { hidden: true }),
      column('remarks', { hidden: true }),
      column('created', { hidden: true }),
      column('updated'),
    ],
    [],
  );
  return (
    <DataTable
      name={`${platform}-completed-deposits`}
      caption={words.completedTitle[platform]}
      endpoint={getCompletedDeposits[platform]}
      rows={(answer) => answer.deposits}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: words.noCompleted }}
      failed={words.adminFailed}
      search={words.adminSearch}
      expand={(row) => <StoryLink applyId={row.applyId} />}
      limit={50}
    />
  );
}
