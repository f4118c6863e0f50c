/** A verdict that waits for a second pair of eyes: who wants what and with which words, and the second admin's yes. */
import { Alert, Button, Group } from '@mantine/core';
import { useMe } from '#ui/session.tsx';
import { useChange } from '#ui/call.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.tsx';
import { confirmAction, dropReversal, getQueue, getQueueCounts, getRequest } from './queue.api.ts';
import { words } from './queue.words.ts';
import type { Waiting } from './verdicts.ts';

const again = [getQueue, getQueueCounts, getRequest];

export function SecondAdmin({ row, onDone }: { row: Waiting; onDone?: () => void }) {
  const me = useMe();
  const done = (answer: { message: string }) => {
    toast.done(`${row.applyId}: ${answer.message}`);
    onDone?.();
  };
  const confirm = useChange(confirmAction, { again, failed: words.failedToDecide, done });
  const drop = useChange(dropReversal, { again, failed: words.failedToDecide, done });
  if (!row.waits) return null;
  const { verdict, by, at, reason, transactionId, adsId, remarks } = row.waits;
  const own = by === me.username;
  const proposed: [string, string][] = [
    [words.transactionId, transactionId],
    [words.adsId, adsId],
    [words.remarks, reason || remarks],
  ];
  return (
    <Alert color="wait" mb="md" icon={<Icon name="clock" />} title={own ? words.waitsOwn(verdict) : words.waitsFor(verdict, by)}>
      <Facts items={proposed.filter(([, said]) => said !== '')} />
      <Group gap="sm" mt="sm">
        {own ? null : (
          // What was looked at is confirmed, nothing that was proposed anew since.
          <Button data-confirm loading={confirm.busy} onClick={() => confirm.send({ query: { id: row.applyId, at: at.toISOString() } })}>
            {words.confirmThis}
          </Button>
        )}
        {verdict === 'reverse' ? (
          <Button variant="default" loading={drop.busy} onClick={() => drop.send({ query: { applyId: row.applyId } })}>
            {words.keepApproved}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
