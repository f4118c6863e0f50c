/**
 * Withdrawals as admins see them: those that wait to be sent, oldest first, to be decided in their rows, and those
 * sent.
 */
import { EvidenceNow } from '#chain/EvidenceLine.tsx';
import { words as evidence } from '#chain/evidence.words.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import { StoryLink } from '#requests/StoryLink.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { asked, InAllRequests, person, standing, toQueue, waiting } from '#requests/AdminColumns.tsx';
import { JudgeCell, Waits } from '#requests/JudgeCell.tsx';
import { Settling } from '#requests/Outcome.tsx';
import { refusalOfTransferId } from '#network/transferids.ts';
import { actionsColumn, column, deedOf, pendingFilter } from '#requests/RequestParts.tsx';
import { blankPayOut } from '#requests/requests.ts';
import { flagOf, isEarly, refusalToPayEarly, toldBeside } from './warnings.ts';
import { Signals } from '#signals/Signals.tsx';
import { AddressText } from '#network/AddressText.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { useMay } from '#ui/session.tsx';
import { useIsGone } from '#ui/Steady.tsx';
import { Page } from '#ui/Page.tsx';
import { DestinationFacts } from './DestinationFacts.tsx';
import {
  approveWithdrawal,
  getApprovedWithdrawals,
  getPendingWithdrawals,
  getWithdrawalsToPay,
  payWithdrawal,
} from './withdrawals.api.ts';
import { PayForm, TakeBackForm } from './PayForm.tsx';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

type Row = OutputOf<typeof getPendingWithdrawals>['withdrawals'][number];
type Columns = Column<Row>[];

const first: Columns = [
  column('applyId'),
  person,
  { id: 'amount', header: words.amount, align: 'right', card: 'figure', cell: (row) => <Money cents={row.amount} /> },
];
const to: Column<Row> = { id: 'to', header: words.to, cell: (row) => <To row={row} /> };
const chain: Column<Row> = {
  id: 'chain',
  header: evidence.chain,
  cell: (row) => <EvidenceNow row={row} />,
  under: true,
};
const rest: Columns = [column('remarks', { hidden: true }), column('updated')];

const lists = {
  pending: {
    title: words.pendingTitle,
    state: 'Pending',
    empty: words.noPending,
    endpoint: getPendingWithdrawals,
    filters: [pendingFilter],
    columns: [
      ...first,
      column('wallet', { under: true }),
      to,
      waiting,
      { ...standing, under: true },
      column('transactionId', { hidden: true }),
      column('created', { hidden: true }),
      ...rest,
      actionsColumn<Row>((row) => <Judge row={row} />),
    ] satisfies Columns,
  },
  toPay: {
    title: words.toPayTitle,
    text: words.toPayText,
    state: 'To pay',
    empty: words.noToPay,
    endpoint: getWithdrawalsToPay,
    filters: [],
    columns: [
      ...first,
      { ...to, cell: (row) => <To row={row} unmoved /> },
      waiting,
      column('decidedBy', { header: words.approvedBy, under: true }),
      ...rest,
      actionsColumn<Row>((row) => <Pay row={row} />),
    ] satisfies Columns,
  },
  approved: {
    title: words.approvedTitle,
    state: 'Approved',
    empty: words.noApproved,
    endpoint: getApprovedWithdrawals,
    filters: [],
    columns: [
      ...first,
      to,
      chain,
      column('state'),
      column('transactionId', { under: true }),
      asked,
      column('decided', { under: true }),
      column('decidedBy', { hidden: true }),
      ...rest,
    ] satisfies Columns,
  },
} as const;

/**
 * Where it goes; while it waits also the signals that are not about the address, and what the chain said of a transfer
 * that was named and did not pay it.
 */
function To({ row, unmoved = false }: { row: Row; unmoved?: boolean }) {
  return (
    <>
      <DestinationFacts of={row} unmoved={unmoved} />
      <Signals of={row} told={toldBeside(row.destination)} />
      {row.evidence && row.decidedAt === null ? <EvidenceNow row={row} /> : null}
    </>
  );
}

type ListOf = (typeof lists)[keyof typeof lists] & { text?: string };

export function WithdrawalList({ which }: { which: keyof typeof lists }) {
  const { title, text, state, empty, endpoint, filters, columns }: ListOf = lists[which];
  return (
    <Page title={title} text={text}>
      <DataTable
        name={`${which}-withdrawals`}
        caption={title}
        endpoint={endpoint}
        rows={(answer) => answer.withdrawals}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: empty, action: toQueue }}
        failed={words.fetchFailed}
        search={words.adminSearch}
        footer={({ total }) => <InAllRequests total={total} kind="withdrawal" state={state} />}
        filters={filters}
        expand={(row) => <StoryLink applyId={row.applyId} />}
        limit={25}
        steady={which !== 'approved'}
      />
    </Page>
  );
}

const again = [getPendingWithdrawals, getWithdrawalsToPay, getApprovedWithdrawals];

/** The transfer that paid it, or why it is not paid after all. */
function Pay({ row }: { row: Row }) {
  const { applyId, userId, networkName, networkAddress } = row;
  const amount = usd(row.amount);
  const may = useMay(payWithdrawal);
  const isGone = useIsGone();
  if (!may) return <span className={styles['quiet']}>{words.othersPay}</span>;
  return (
    <Settling applyId={applyId} className={styles['pay']}>
      <PayForm row={row} again={again} waits={row.waits && !isGone ? <Waits row={row} may={may} /> : undefined}>
        {words.payAbout(amount, userId.username, networkName)} <AddressText small address={networkAddress} />
      </PayForm>
      <TakeBackForm applyId={applyId} again={again}>
        {words.rejectAbout(amount, userId.username)}
      </TakeBackForm>
    </Settling>
  );
}

function Judge({ row }: { row: Row }) {
  const { applyId, userId, networkName, networkAddress } = row;
  const amount = usd(row.amount);
  return (
    <JudgeCell
      row={row}
      kind={withdrawal}
      flag={flagOf(row.destination)}
      waits={isEarly(row.destination)}
      needs={row.destination?.takesTwo ? 'nothing' : 'transactionId'}
      endpoint={approveWithdrawal}
      again={again}
      args={(action, said) => ({ query: { applyId, action }, body: said })}
      blank={blankPayOut}
      refusal={(action, said) =>
        action === 'approve'
          ? (refusalToPayEarly(row.destination, said.letPass) ?? refusalOfTransferId(said.transactionId))
          : undefined
      }
      failed={words.updateFailed}
      thrown={words.updateThrown}
      labels={words.labels}
      about={(action) =>
        action === 'reject' ? (
          words.rejectAbout(amount, userId.username)
        ) : (
          <>
            {row.destination?.takesTwo ? `${words.agree} ` : ''}
            {withdrawal.words.deed(deedOf(row, { amountCents: row.amount }))} {words.over(networkName)}{' '}
            <AddressText small address={networkAddress} />
          </>
        )
      }
    />
  );
}
