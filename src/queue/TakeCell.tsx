/** Who looks after what waits: one button to take it, or the name of whoever has. */
import { Button } from '@mantine/core';
import { useChange } from '#ui/call.tsx';
import { Refused } from '#ui/Refused.tsx';
import { takeRequest } from './queue.api.ts';
import { words } from './queue.words.ts';
import css from './queue.module.css';

type Row = {
  applyId: string;
  state: string;
  takenBy: { username: string; own: boolean } | null;
};

export function TakeCell({ row: { applyId, state, takenBy } }: { row: Row }) {
  const change = useChange(takeRequest, { failed: words.failedToDecide });
  if (!['Pending', 'To pay'].includes(state)) return <span className={css['quiet']}>–</span>;
  if (takenBy !== null && !takenBy.own) return <span className={css['quiet']}>{words.takenBy(takenBy.username)}</span>;
  const own = takenBy !== null;
  return (
    <>
      <Button
        data-take
        data-verdict
        size="compact-sm"
        variant={own ? 'light' : 'default'}
        aria-label={own ? words.letGoThis(applyId) : words.takeThis(applyId)}
        loading={change.busy}
        onClick={() => change.send({ query: { applyId, letGo: own } })}
      >
        {own ? words.letGo : words.take}
      </Button>
      <Refused message={change.refusal?.message} />
    </>
  );
}
