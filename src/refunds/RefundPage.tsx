/** Refunds of one platform: the form that says beforehand what comes back, and what was asked for before. */
import { useMemo } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import { AgainButton, CancelButton, column, stateFilter, unbroken } from '#requests/RequestParts.tsx';
import { accountPageAt, type Platform } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RefundForm } from './RefundForm.tsx';
import { getRefundable, getRefunds } from './refunds.api.ts';
import { words } from './refunds.words.ts';
import asking from '#requests/asking.module.css';

type Row = OutputOf<typeof getRefunds>['refundsDetails'][number];

const columns: Column<Row>[] = [
  column('applyId'),
  {
    id: 'adsId',
    header: shared.adsId,
    cell: (row) => <CopyId value={row.adsId} label={shared.adsId} to={accountPageAt(row.adsId, row.adType)} />,
  },
  {
    id: 'amount',
    header: words.amountColumn,
    cell: (row) => <Money cents={row.amount} />,
    align: 'right',
    card: 'figure',
  },
  { id: 'feeBack', header: words.feeBack, cell: (row) => <Money cents={row.feeBack} />, align: 'right', hidden: true },
  { id: 'totalRefund', header: words.totalRefund, cell: (row) => <Money cents={row.totalRefund} />, align: 'right' },
  { id: 'remainMoney', header: words.remain, cell: (row) => <Money cents={row.remainMoney} />, align: 'right' },
  column('state'),
  column('transactionId', { hidden: true }),
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
        <CancelButton row={row} again={[getRefunds, getRefundable]}>
          {words.takeBack(usd(row.amount), unbroken(row.adsId))}
        </CancelButton>
        <AgainButton row={row} to="" values={{ adsId: row.adsId, amount: dollarsText(row.amount) }} />
      </>
    ),
  },
];

export default function RefundPage() {
  const platform = usePlatform();
  return (
    <>
      <PageHeader title={words.title(platform.name)} text={words.text} />
      <RefundForm key={platform.name} platform={platform} />
      <Refunds key={`${platform.name} list`} platform={platform.name} />
    </>
  );
}

function Refunds({ platform }: { platform: Platform }) {
  const query = useMemo(() => ({ adType: platform }), [platform]);
  return (
    <section className={asking['list']}>
      <h2>{words.listTitle}</h2>
      <DataTable
        name={`${platform}-refunds`}
        caption={words.listTitle}
        endpoint={getRefunds}
        query={query}
        rows={(answer) => answer.refundsDetails}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.empty }}
        failed={words.fetchFailed}
        thrown={words.fetchThrown}
        search={words.search}
        filters={[stateFilter]}
        limit={8}
      />
    </section>
  );
}
