/** A verdict that waits for a second pair of eyes: who wants what and with which words, and the second admin's yes. */
import { usd } from '#kernel/money.ts';
import { Facts } from '#ui/Facts.tsx';
import { late } from '#ui/late.tsx';
import { useMe } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './queue.words.ts';
import { useMayDecide } from './useMayDecide.tsx';
import { amountOf, type QueuedRequest } from './verdicts.ts';

/** Most requests wait for nobody else. */
const Proposal = late(() => import('#proposals/Proposal.tsx').then((waiting) => waiting.Proposal));

export function SecondAdmin({ row, onDone }: { row: QueuedRequest; onDone?: (message: string) => void }) {
  const me = useMe();
  const may = useMayDecide()(row);
  if (!row.waits) return null;
  const { _id, verdict, by, byEmail, at, reason, transactionId, adsId, remarks } = row.waits;
  const own = byEmail === me.emailId;
  const proposed: [string, string][] = [
    [words.transactionId, transactionId],
    [words.adsId, adsId],
    [words.remarks, reason || remarks],
  ];
  const { username, contact } = row.userId;
  return (
    <Proposal
      id={_id}
      {...{ at, by, own, may }}
      drops={verdict === 'reverse'}
      title={own ? words.waitsOwn(verdict) : words.waitsFor(verdict, by)}
      ask={{
        title: words.confirmTitle(verdict, usd(amountOf(row)), username),
        text: words.confirmText(row.applyId, contact.emailId),
      }}
      done={(message) => {
        toast.done(`${row.applyId}: ${message}`);
        onDone?.(message);
      }}
    >
      <Facts items={proposed.filter(([, said]) => said !== '')} />
    </Proposal>
  );
}
