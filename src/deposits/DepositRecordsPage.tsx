/** A client's deposits on one platform, with the whole list as a spreadsheet. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import { AgainButton, CancelButton, column, stateFilter, unbroken } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useAddresses, usePlatform } from '#ui/usePlatform.tsx';
import { depositFiles, exportDeposits, getDeposits } from './deposits.api.ts';
import { words } from './deposits.words.ts';

type Row = OutputOf<(typeof getDeposits)['Google']>['deposits'][number];

export default function DepositRecordsPage() {
  const platform = usePlatform();
  const { deposit } = useAddresses(platform);
  return (
    <>
      <PageHeader
        title={words.records[platform]}
        actions={
          <Button component={Link} to={deposit}>
            {words.newDeposit}
          </Button>
        }
      />
      <Records key={platform} platform={platform} to={deposit} />
    </>
  );
}

function columnsOf(platform: Platform, form: string): Column<Row>[] {
  return [
    column('applyId'),
    { id: 'adsId', header: shared.adsId, cell: (row) => <CopyId value={row.adsId} label={shared.adsId} /> },
    { id: 'money', header: words.money, cell: (row) => <Money cents={row.money} />, align: 'right', card: 'figure' },
    {
      id: 'topUpFee',
      header: words.topUpFee,
      cell: (row) => <Money cents={row.topUpFee} />,
      align: 'right',
      hidden: true,
    },
    { id: 'totalCost', header: words.totalCost, cell: (row) => <Money cents={row.totalCost} />, align: 'right' },
    column('state'),
    column('transactionId'),
    column('remarks'),
    column('created'),
    column('updated'),
    {
      id: 'actions',
      header: shared.actions,
      align: 'right',
      sticky: true,
      cell: (row) => (
        <>
          <CancelButton row={row} again={[getDeposits[platform]]}>
            {words.takeBack(usd(row.money), unbroken(row.adsId), usd(row.totalCost))}
          </CancelButton>
          <AgainButton row={row} to={form} values={{ adsId: row.adsId, money: dollarsText(row.money) }} />
        </>
      ),
    },
  ];
}

function Records({ platform, to }: { platform: Platform; to: string }) {
  const columns = useMemo(() => columnsOf(platform, to), [platform, to]);
  const start = (
    <Button component={Link} to={to} variant="default">
      {words.newDeposit}
    </Button>
  );
  return (
    <DataTable
      name={`${platform}-deposits`}
      caption={words.records[platform]}
      endpoint={getDeposits[platform]}
      query={{ adType: platform }}
      rows={(answer) => answer.deposits}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: words.empty, action: start }}
      failed={words.fetchFailed}
      thrown={words.fetchThrown}
      search={words.search}
      filters={[stateFilter]}
      exporting={{
        endpoint: exportDeposits[platform],
        fileName: depositFiles[platform],
        done: words.downloaded,
        failed: words.exportFailed,
      }}
      limit={8}
    />
  );
}
