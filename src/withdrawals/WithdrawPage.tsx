/** Taking wallet money home: the form, and what was asked for before. */
import { withdrawal } from '#kinds/withdrawal.ts';
import { soonText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { ownFile } from '#requests/ownFile.tsx';
import { actionsColumn, AgainButton, CancelButton, column, stateFilter } from '#requests/RequestParts.tsx';
import { PlacedReceipt, RequestTimeline, usePlaced } from '#requests/Receipt.tsx';
import { ThreadBelow } from '#support/ThreadBelow.tsx';
import { useCall } from '#ui/call.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Time } from '#ui/Time.tsx';
import { Page } from '#ui/Page.tsx';
import { AddressBook } from './AddressBook.tsx';
import { Destination } from './Destination.tsx';
import { getWithdrawals } from './withdrawals.api.ts';
import { againOf } from './withdrawals.ts';
import { words } from './withdrawals.words.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import styles from './withdrawals.module.css';
import asking from '#requests/asking.module.css';

type Row = OutputOf<typeof getWithdrawals>['withdrawals'][number];

const columns: Column<Row>[] = [
  column('applyId'),
  { id: 'amount', header: words.amount, cell: (row) => <Money cents={row.amount} />, align: 'right', card: 'figure' },
  {
    id: 'to',
    header: words.to,
    cell: (row) => (
      <div>
        <Destination of={row} />
        {row.payableFrom === null ? null : (
          <span className={styles['waits']}>
            {words.payableFrom} <Time at={row.payableFrom} />
          </span>
        )}
      </div>
    ),
  },
  column('state', {
    cell: (row) => <StateBadge state={row.state}>{shared.ownStates[row.state]}</StateBadge>,
  }),
  column('transactionId', { wide: 1280 }),
  column('remarks'),
  column('created'),
  column('updated'),
  actionsColumn((row) => (
    <>
      <CancelButton row={row} again={[getWithdrawals]}>
        {words.takeBack(usd(row.amount))}
      </CancelButton>
      <AgainButton row={row} to="?" values={againOf(row)} />
    </>
  )),
];

const filterOf = (filter: typeof stateFilter) => ({
  ...filter,
  options: filter.options.flatMap((option) =>
    option.value === 'Pending' ? [option, { value: 'To pay', label: shared.ownStates['To pay']! }] : [option],
  ),
});

const saysOf = (row: Row) => ({
  next: row.payableFrom === null ? words.next : words.nextWaits(soonText(row.payableFrom)),
  approved: words.sentTo(usd(row.amount)),
  back: words.backAgain(usd(row.amount)),
});

function Placed({ applyId }: { applyId: string }) {
  const found = useCall(getWithdrawals, { query: { q: applyId, limit: 1 } }, { on: ['request'] });
  return (
    <PlacedReceipt
      found={found}
      row={found.data?.withdrawals.find((each) => each.applyId === applyId)}
      kind={withdrawal.name}
      says={saysOf}
      facts={(row) => [
        [words.amount, <Money key="amount" cents={row.amount} />],
        [words.to, <Destination key="to" of={row} />],
      ]}
      titles={words.placed}
      another={words.againAsk}
      failed={words.fetchFailed}
      notFound={words.notFound}
    />
  );
}

export default function WithdrawPage() {
  const { placed } = usePlaced();
  return (
    <Page title={words.title} text={placed ? undefined : words.text}>
      {placed ? <Placed key={placed} applyId={placed} /> : <WithdrawForm />}
      <AddressBook />
      <section className={asking['list']} id="withdrawals" tabIndex={-1}>
        <h2>{words.listTitle}</h2>
        <DataTable
          name="withdrawals"
          caption={words.listTitle}
          endpoint={getWithdrawals}
          rows={(answer) => answer.withdrawals}
          rowId={(row) => row._id}
          columns={columns}
          empty={{ text: words.empty }}
          failed={words.fetchFailed}
          search={words.search}
          exporting={ownFile(withdrawal.name)}
          filters={[filterOf(stateFilter)]}
          expand={(row) => (
            <>
              <RequestTimeline row={row} kind={withdrawal.name} says={saysOf(row)} />
              <ThreadBelow subject={row.applyId} />
            </>
          )}
          limit={8}
        />
      </section>
    </Page>
  );
}
