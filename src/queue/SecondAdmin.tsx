/** A verdict that waits for a second pair of eyes: who wants what and with which words, and the second admin's yes. */
import { usd } from '#kernel/money.ts';
import { confirmAction } from '#proposals/proposals.api.ts';
import { useChange } from '#ui/call.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Proposal } from '#ui/Proposal.tsx';
import { useMe } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { getQueueCounts } from './counts.api.ts';
import { dropReversal, getQueue, getRequest } from './queue.api.ts';
import { words } from './queue.words.ts';
import { useMayDecide } from './useMayDecide.tsx';
import { amountOf, type QueuedRequest } from './verdicts.ts';

const again = [getQueue, getQueueCounts, getRequest];

export function SecondAdmin({ row, onDone }: { row: QueuedRequest; onDone?: (message: string) => void }) {
  const me = useMe();
  const done = (answer: { message: string }) => {
    toast.done(`${row.applyId}: ${answer.message}`);
    onDone?.(answer.message);
  };
  const confirm = useChange(confirmAction, { again, failed: words.failedToDecide, done });
  const drop = useChange(dropReversal, { again, failed: words.failedToDecide, done });
  const may = useMayDecide()(row);
  if (!row.waits) return null;
  const { verdict, by, byEmail, at, reason, transactionId, adsId, remarks } = row.waits;
  const own = byEmail === me.emailId;
  const proposed: [string, string][] = [
    [words.transactionId, transactionId],
    [words.adsId, adsId],
    [words.remarks, reason || remarks],
  ];
  const { username, contact } = row.userId;
  const yes = {
    label: words.confirmThis,
    title: words.confirmTitle(verdict, usd(amountOf(row)), username),
    text: words.confirmText(row.applyId, contact.emailId, by),
  };
  // What was looked at is confirmed, nothing that was proposed anew since.
  const go = () => confirm.send({ query: { id: row.applyId, at: at.toISOString() } });
  const keep = { label: words.keepApproved, change: drop, go: () => drop.send({ query: { applyId: row.applyId } }) };
  return (
    <Proposal
      quiet={own}
      title={own ? words.waitsOwn(verdict) : words.waitsFor(verdict, by)}
      {...(own || !may ? {} : { confirm: { ...yes, change: confirm, go } })}
      {...(verdict === 'reverse' && may ? { drop: keep } : {})}
    >
      <Facts items={proposed.filter(([, said]) => said !== '')} />
    </Proposal>
  );
}
