/** A client's deposits on one platform, with the whole list as a spreadsheet. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import {
  actionsColumn,
  AgainButton,
  CancelButton,
  column,
  filterSaying,
  stateFilter,
  unbroken,
} from '#requests/RequestParts.tsx';
import { accountPageAt, type Platform } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { ThreadBelow } from '#support/ThreadBelow.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { exportDeposits, getDeposits } from './deposits.api.ts';
import { DepositTimeline } from './DepositTimeline.tsx';
import { words } from './deposits.words.ts';

type Row = OutputOf<(typeof getDeposits)[Platform]>['deposits'][number];

export default function DepositRecordsPage() {
  const { name, pages, wire } = usePlatform();
  const [deposit] = pages.deposit;
  return (
    <Page
      title={words.records(name)}
      actions={
        <Button component={Link} to={deposit}>
          {words.newDeposit}
        </Button>
      }
    >
      <Records key={name} platform={name} to={deposit} fileName={wire.depositFile} approved={wire.approvedDeposit} />
    </Page>
  );
}

function columnsOf(platform: Platform, form: string): Column<Row>[] {
  return [
    column('applyId'),
    {
      id: 'adsId',
      header: shared.adsId,
      cell: (row) => <CopyId value={row.adsId} label={shared.adsId} to={accountPageAt(row.adsId, row.adType)} />,
    },
    { id: 'money', header: words.money, cell: (row) => <Money cents={row.money} />, align: 'right', card: 'figure' },
    {
      id: 'topUpFee',
      header: words.topUpFee,
      cell: (row) => <Money cents={row.topUpFee} />,
      align: 'right',
      hidden: true,
    },
    { id: 'totalCost', header: words.costColumn, cell: (row) => <Money cents={row.totalCost} />, align: 'right' },
    column('state'),
    column('transactionId', { wide: 1280 }),
    column('remarks'),
    column('created'),
    column('updated'),
    actionsColumn((row) => (
      <>
        <CancelButton row={row} again={[getDeposits[platform]]}>
          {words.takeBack(usd(row.money), unbroken(row.adsId), usd(row.totalCost))}
        </CancelButton>
        <AgainButton row={row} to={form} values={{ adsId: row.adsId, money: dollarsText(row.money) }} />
      </>
    )),
  ];
}

type RecordsProps = { platform: Platform; to: string; fileName: string; approved: string };

function Records({ platform, to, fileName, approved }: RecordsProps) {
  const columns = useMemo(() => columnsOf(platform, to), [platform, to]);
  const filters = useMemo(() => [filterSaying(stateFilter, approved)], [approved]);
  const start = (
    <Button component={Link} to={to} variant="default">
      {words.newDeposit}
    </Button>
  );
  return (
    <DataTable
      name={`${platform}-deposits`}
      caption={words.records(platform)}
      endpoint={getDeposits[platform]}
      query={{ adType: platform }}
      rows={(answer) => answer.deposits}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: words.empty, action: start }}
      failed={words.fetchFailed}
      thrown={words.fetchThrown}
      search={words.search}
      filters={filters}
      exporting={{
        endpoint: exportDeposits[platform],
        fileName,
        done: words.downloaded,
      }}
      expand={(row) => (
        <>
          <DepositTimeline row={row} />
          <ThreadBelow subject={row.applyId} />
        </>
      )}
      limit={8}
    />
  );
}
