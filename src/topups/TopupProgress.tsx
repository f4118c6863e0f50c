/** How far a top-up has come, and what to expect next. */
import { Button } from '@mantine/core';
import { topup } from '#kinds/topup.ts';
import { usd } from '#kernel/money.ts';
import { Reversed, useHeading } from '#requests/Receipt.tsx';
import { UsualTime } from '#requests/UsualTime.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { seenLine } from '#chain/evidence.words.ts';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/router.tsx';
import { Timeline, type TimelineStep } from '#ui/Timeline.tsx';
import { Announced } from './Announced.tsx';
import styles from './TopupGuide.module.css';
import { getOwnTransactions, type Transaction } from './topups.api.ts';
import { words } from './topups.words.ts';

function outcomeOf({
  state,
  decidedAt,
  updatedAt,
  chargeMoney,
  receivedMoney,
  remarks,
  adminRemarks,
  reversalReason,
}: Transaction): TimelineStep {
  switch (state) {
    case 'Approved': {
      const other =
        receivedMoney === null
          ? undefined
          : `${words.otherAmount(usd(chargeMoney), usd(receivedMoney))} ${adminRemarks}`;
      return {
        label: words.approved,
        at: decidedAt ?? updatedAt,
        is: 'done',
        text: other ?? words.credited(usd(chargeMoney)),
      };
    }
    case 'Rejected':
      return { label: words.rejected, at: decidedAt ?? updatedAt, is: 'bad', text: remarks };
    case 'Cancelled':
      return { label: words.cancelled, at: decidedAt ?? updatedAt, is: 'bad', text: words.takenBack };
    case 'Reversed':
      return { label: words.reversed, at: updatedAt, is: 'bad', text: <Reversed because={reversalReason} /> };
    default:
      return { label: words.outcome, is: 'later' };
  }
}

export function TopupTimeline({ of }: { of: Transaction }) {
  const waits = of.state === 'Pending';
  return (
    <Timeline
      steps={[
        { label: words.submitted, at: of.createdAt, is: 'done' },
        {
          label: words.inReview,
          is: waits ? 'now' : 'done',
          text: waits ? (
            <>
              <p>
                {of.seen ? `${seenLine(of.seen)}. ` : ''}
                {words.reviewText} <UsualTime kind={topup.name} />
              </p>
              <AskSupport applyId={of.applyId} />
            </>
          ) : undefined,
        },
        outcomeOf(of),
      ]}
    />
  );
}

/** What was just sent and what becomes of it, kept up to date while one looks at it. */
export function TopupProgress({ applyId }: { applyId: string }) {
  const list = useCall(getOwnTransactions, { query: { q: applyId, limit: 1 } }, { on: ['request'] });
  return (
    <DataState
      call={list}
      failed={words.listFailed}
      empty={{ when: ({ transactions }) => transactions[0]?.applyId !== applyId, text: words.notFound }}
      lines={6}
    >
      {({ transactions }) => <Result of={transactions[0]!} />}
    </DataState>
  );
}

export function Result({ of }: { of: Transaction }) {
  const heading = useHeading();
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles['title']}>
        {words.placed[of.state as keyof typeof words.placed] ?? words.placed.Pending}
      </h2>
      <Facts
        items={[
          [words.applyId, <CopyId key="id" value={of.applyId} label={words.applyId} />],
          [words.money, <Announced key="money" row={of} />],
          [words.transactionId, <CopyId key="paid" value={of.transactionId} label={words.transactionId} short />],
        ]}
      />
      <TopupTimeline of={of} />
      {of.state === 'Rejected' ? (
        <Button component={Link} to={`/kimi/wallet/addmoney-table?add=${of.applyId}`}>
          {words.fixAndSend}
        </Button>
      ) : null}
    </>
  );
}
