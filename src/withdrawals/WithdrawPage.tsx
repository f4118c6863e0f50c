/** Taking wallet money home: the form, and what was asked for before. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import { AgainButton, CancelButton, column, stateFilter } from '#requests/RequestParts.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Time } from '#ui/Time.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { AddressBook } from './AddressBook.tsx';
import { Destination } from './Destination.tsx';
import { getWithdrawals } from './withdrawals.api.ts';
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
    cell: (row) => <StateBadge state={row.state}>{words.clientStates[row.state]}</StateBadge>,
  }),
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
        <CancelButton row={row} again={[getWithdrawals]}>
          {words.takeBack(usd(row.amount))}
        </CancelButton>
        <AgainButton
          row={row}
          to=""
          values={{ amount: dollarsText(row.amount), networkName: row.networkName, networkAddress: row.networkAddress }}
        />
      </>
    ),
  },
];

const filterOf = (filter: typeof stateFilter) => ({
  ...filter,
  options: filter.options.flatMap((option) =>
    option.value === 'Pending' ? [option, { value: 'To pay', label: words.clientStates['To pay']! }] : [option],
  ),
});

export default function WithdrawPage() {
  return (
    <>
      <PageHeader title={words.title} text={words.text} />
      <WithdrawForm />
      <AddressBook />
      <section className={asking['list']}>
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
          filters={[filterOf(stateFilter)]}
          limit={8}
        />
      </section>
    </>
  );
}
