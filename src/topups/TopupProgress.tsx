/** How far a top-up has come, and what to expect next. */
import { Button } from '@mantine/core';
import { topup } from '#kinds/topup.ts';
import { usd } from '#kernel/money.ts';
import { UsualTime } from '#requests/UsualTime.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { seenLine } from '#chain/evidence.words.ts';
import { useCall } from '#ui/call.tsx';
import { Link } from '#ui/router.tsx';
import { Timeline, type TimelineStep } from '#ui/Timeline.tsx';
import { StepTitle } from './StepTitle.tsx';
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
      return { label: words.reversed, at: updatedAt, is: 'bad', text: words.reversedText };
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
export function TopupProgress({ of }: { of: Transaction }) {
  const list = useCall(getOwnTransactions, { query: { q: of.applyId, limit: 1 } }, { on: ['request'] });
  const now = list.data?.transactions.find(({ applyId }) => applyId === of.applyId) ?? of;
  return (
    <>
      <StepTitle>{words.placed[now.state as keyof typeof words.placed] ?? words.placed.Pending}</StepTitle>
      <TopupTimeline of={now} />
      {now.state === 'Rejected' ? (
        <Button component={Link} to={`/kimi/wallet/addmoney-table?add=${now.applyId}`}>
          {words.fixAndSend}
        </Button>
      ) : null}
    </>
  );
}
