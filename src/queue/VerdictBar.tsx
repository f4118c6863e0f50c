/**
 * Where a request is decided: a bar below everything that is read before, which grows upwards over its end and moves
 * none of it.
 */
import { Button, Group } from '@mantine/core';
import { kindNamed } from '#kinds/kinds.ts';
import { words as shared } from '#requests/requests.words.ts';
import { useMe } from '#ui/session.tsx';
import { useChange } from '#ui/call.tsx';
import { useHere } from '#ui/here.tsx';
import { Link } from '#ui/router.tsx';
import { toast } from '#ui/toast.tsx';
import { getQueueCounts } from './counts.api.ts';
import { decideRequests, getQueue } from './queue.api.ts';
import { getRequest } from './request.api.ts';
import bar from './bar.module.css';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { TakeCell } from './TakeCell.tsx';
import { useMayDecide } from './useMayDecide.tsx';
import { VerdictForm } from './VerdictForm.tsx';
import { itemOf, neverByThem, type Verdict, type QueuedRequest } from './verdicts.ts';

/** What this admin's verdict led to; one that waits for another admin has decided nothing yet. */
export type Decided = { message: string; waits: boolean };

type Props = {
  row: QueuedRequest;
  verdict: Verdict | undefined;
  onVerdict: (verdict: Verdict | undefined) => void;
  onDecided: (result: Decided) => void;
  /** The way to the request's own page, from elsewhere. */
  story?: boolean;
};

export function VerdictBar({ row, verdict, onVerdict, onDecided, story = false }: Props) {
  const here = useHere();
  // Its form shows a refusal beside what was typed. Where another row has been chosen meanwhile, a toast does.
  const refusedOf = ({ message }: { message: string }, action: Verdict | undefined) => {
    if (!here.current || verdict !== action) toast.failed(`${row.applyId}: ${message}`);
  };
  const decide = useChange(decideRequests, {
    toast: false,
    failed: words.failedToDecide,
    again: [getQueue, getQueueCounts, getRequest],
    refused: (refusal, { body }) => refusedOf(refusal, body?.action),
    done: ({ results: [result] }, { body }) => {
      if (!result) return;
      if (!result.done && !result.waits) return refusedOf(result, body?.action);
      toast.done(`${row.applyId}: ${result.message}`);
      onDecided(result);
    },
  });
  const [failed] = decide.answer?.results.filter((result) => !result.done && !result.waits) ?? [];
  return (
    <div className={bar['bar']} data-bar>
      {verdict === 'approve' && (row.waits || neverByThem(row)) ? (
        <NotHere row={row} onLeave={() => onVerdict(undefined)} />
      ) : verdict ? (
        <VerdictForm
          key={`${row.applyId} ${verdict}`}
          row={row}
          verdict={verdict}
          busy={decide.busy}
          refused={failed ?? decide.refusal}
          onLeave={() => {
            // What is under way can no longer be stopped: its answer is waited for.
            if (decide.busy) return;
            decide.reset();
            onVerdict(undefined);
          }}
          onSend={(typed) => decide.send({ body: { action: verdict, items: [itemOf(row, verdict, typed)] } })}
        />
      ) : (
        <Ways row={row} story={story} onVerdict={onVerdict} />
      )}
    </div>
  );
}

/**
 * Whoever pressed "a" and types on is answered, and takes no other verdict with the next letter: "r" would reject, and
 * the rest be the reason.
 */
function NotHere({ row, onLeave }: Pick<Props, 'row'> & { onLeave: () => void }) {
  const me = useMe();
  const { waits } = row;
  const isMine = waits === null || waits.byEmail === me.emailId;
  const wants = isMine ? words.waitsOwn : words.waitsFor;
  return (
    <Group gap="sm">
      <span role="status" className={css['quiet']}>
        {waits === null ? neverByThem(row) : wants(waits.verdict, waits.by)}
      </span>
      {/* Where it is this admin's to confirm, the button for that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button data-leave variant="default" onClick={onLeave} autoFocus={isMine}>
        {words.cancel}
      </Button>
    </Group>
  );
}

/** The verdicts that this admin may give, or whose work it is; and who looks after it. */
function Ways({ row, story, onVerdict }: Pick<Props, 'row' | 'story' | 'onVerdict'>) {
  const may = useMayDecide()(row);
  const note = !may ? shared.decidedByRole(kindNamed(row.kind).decidedBy) : row.waits ? undefined : neverByThem(row);
  return (
    <Group gap="sm">
      {note === undefined ? null : <span className={css['quiet']}>{note}</span>}
      {!may || row.waits || neverByThem(row) ? null : (
        <Button data-verdict onClick={() => onVerdict('approve')}>
          {words.approve}
        </Button>
      )}
      {may ? (
        <Button data-verdict variant="default" onClick={() => onVerdict('reject')}>
          {words.reject}
        </Button>
      ) : null}
      {may ? <TakeCell row={row} /> : null}
      {story ? (
        <Button data-verdict component={Link} to={`/admin/requests/${row.applyId}`} variant="subtle">
          {words.story}
        </Button>
      ) : null}
    </Group>
  );
}
