/** Refunds of one platform: the form that says beforehand what comes back, and what was asked for before. */
import { useMemo } from 'react';
import { refund } from '#kinds/refund.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { ownFile } from '#requests/ownFile.tsx';
import { actionsColumn, AgainButton, CancelButton, column, stateFilter, unbroken } from '#requests/RequestParts.tsx';
import { accountPageAt, type Platform } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { PlacedReceipt, RequestTimeline, usePlaced } from '#requests/Receipt.tsx';
import { ThreadBelow } from '#support/ThreadBelow.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { RefundForm } from './RefundForm.tsx';
import { getRefundable, getRefunds } from './refunds.api.ts';
import { againOf } from './refunds.ts';
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
  {
    id: 'remainMoney',
    header: words.remain,
    cell: (row) => <Money cents={row.remainMoney} />,
    align: 'right',
    wide: 1280,
  },
  column('state'),
  column('transactionId', { hidden: true }),
  column('remarks'),
  column('created'),
  column('updated'),
  actionsColumn((row) => (
    <>
      <CancelButton row={row} again={[getRefunds, getRefundable]}>
        {words.takeBack(usd(row.amount), unbroken(row.adsId))}
      </CancelButton>
      <AgainButton row={row} to="?" values={againOf(row)} />
    </>
  )),
];

const saysOf = (row: Row) => ({
  next: words.next,
  approved: words.backInWallet(usd(row.totalRefund)),
  back: words.staysIn(usd(row.amount), unbroken(row.adsId)),
});

function Placed({ applyId, platform }: { applyId: string; platform: Platform }) {
  const query = { adType: platform, q: applyId, limit: 1 };
  const found = useCall(getRefunds, { query }, { on: ['request'] });
  return (
    <PlacedReceipt
      found={found}
      row={found.data?.refundsDetails.find((each) => each.applyId === applyId)}
      kind={refund.name}
      says={saysOf}
      facts={(row) => [
        [
          shared.adsId,
          <CopyId key="account" value={row.adsId} label={shared.adsId} to={accountPageAt(row.adsId, row.adType)} />,
        ],
        [words.fromAccount, <Money key="amount" cents={row.amount} />],
        [words.toWallet, <Money key="total" cents={row.totalRefund} />],
      ]}
      titles={words.placed}
      another={words.againAsk}
      failed={words.fetchFailed}
      notFound={words.notFound}
    />
  );
}

export default function RefundPage() {
  const platform = usePlatform();
  const { placed } = usePlaced();
  const query = { adType: platform.name };
  const refundable = useCall(getRefundable, { query }, { on: ['request'], enabled: !placed });
  return (
    <Page title={words.title(platform.name)} text={placed ? undefined : words.text(refundable.data?.returnsFee)}>
      {placed ? (
        <Placed key={placed} applyId={placed} platform={platform.name} />
      ) : (
        <RefundForm key={platform.name} platform={platform} />
      )}
      <Refunds key={`${platform.name} list`} platform={platform.name} />
    </Page>
  );
}

function Refunds({ platform }: { platform: Platform }) {
  const query = useMemo(() => ({ adType: platform }), [platform]);
  return (
    <section className={asking['list']} id="refunds" tabIndex={-1}>
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
        exporting={ownFile(refund.name, platform)}
        filters={[stateFilter]}
        expand={(row) => (
          <>
            <RequestTimeline row={row} kind={refund.name} says={saysOf(row)} />
            <ThreadBelow subject={row.applyId} />
          </>
        )}
        limit={8}
      />
    </section>
  );
}
