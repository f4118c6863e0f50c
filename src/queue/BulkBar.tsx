/** Many at once: a selection that survives paging, the total in dollars before, a result per row after. */
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type MouseEvent } from 'react';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { focusFault } from '#ui/focus.tsx';
import { useHere } from '#ui/here.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { Refused } from '#ui/Refused.tsx';
import { toast } from '#ui/toast.tsx';
import { getQueueCounts } from './counts.api.ts';
import { decideRequests, getQueue, mostAtOnce, tooManyAtOnce } from './queue.api.ts';
import { failedOf, outcomesOf, Results, saidOf, type Outcome, type Result } from './BulkResults.tsx';
import bulk from './bulk.module.css';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { LeftOut } from './LeftOut.tsx';
import { AdsIdsField } from '#requests/AdsIdsField.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { useReading } from '#requests/useReading.tsx';
import { besideReason } from '#topups/arrived.ts';
import {
  accountsOf,
  deedOf,
  isByLink,
  isSeen,
  isTicked,
  itemOf,
  leftOutAs,
  needsOf,
  proposedFor,
  refusalOfVerdict,
  sharedReasons,
  sumsOf,
  whyOf,
  type Seen,
  type Typed,
  type Verdict,
  type QueuedRequest,
} from './verdicts.ts';

type Props = {
  rows: readonly QueuedRequest[];
  onClear: () => void;
  /** At once, while the results are still being read. */
  onDecided: (outcomes: readonly Outcome[]) => void;
};

export function BulkBar({ rows, onClear, onDecided }: Props) {
  const [verdict, setVerdict] = useState<Verdict>();
  const disabled = rows.length > mostAtOnce;
  const begin = (chosen: Verdict) => ({ disabled, onClick: () => setVerdict(chosen) });
  return (
    <div className={bulk['bulk']}>
      <strong className="figures">{words.selected(rows.length, sumsOf(rows))}</strong>
      {disabled ? <span role="alert">{tooManyAtOnce}</span> : null}
      <Button {...begin('approve')}>{words.approve}</Button>
      <Button color="bad" {...begin('reject')}>
        {words.reject}
      </Button>
      <Button variant="default" onClick={onClear} aria-label={words.clear}>
        {words.clearShort}
      </Button>
      {verdict ? (
        <BulkDialog
          key={verdict}
          {...{ rows, verdict, onDecided }}
          onClose={() => setVerdict(undefined)}
          onDone={onClear}
        />
      ) : null}
    </div>
  );
}

type DialogProps = Pick<Props, 'rows' | 'onDecided'> & {
  verdict: Verdict;
  onClose: () => void;
  onDone: () => void;
};

/** The rows as they are now and while the window is open: each was picked as it was then. */
function BulkDialog({ rows: chosen, ...props }: DialogProps) {
  const [applyIds] = useState(() => chosen.map(({ applyId }) => applyId));
  const call = useCall(getQueue, { query: { applyIds: applyIds.join(',') } }, { on: ['request'] });
  if (call.data) return <Many picked={call.data.requests} asked={applyIds.length} {...props} />;
  return (
    <Dialog opened onClose={props.onClose} title={words.selected(applyIds.length, sumsOf(chosen))} size="lg">
      <DataState call={call} lines={4}>
        {() => null}
      </DataState>
    </Dialog>
  );
}

type ManyProps = Omit<DialogProps, 'rows'> & {
  picked: readonly QueuedRequest[];
  /** So many were picked. */
  asked: number;
};

function Many({ picked, asked, verdict, onDecided, onClose, onDone }: ManyProps) {
  const [seen, setSeen] = useState<Seen>(new Map());
  const rows = picked.filter((row) => leftOutAs(row, verdict, seen) === undefined);
  const { typedOf, isWrong, set, reason, setReason } = useTyped(verdict);
  const [tried, setTried] = useState(false);
  const { change, decide, sent, results } = useDecideMany(rows, onDecided);
  const say = verdict === 'approve' ? words.bulkApprove : words.bulkReject;
  const title = say(rows.length, sumsOf(rows, typedOf));
  const { changed, isRead } = useReading([title, ...rows.map(({ applyId }) => applyId)].join(' '));
  const send = ({ currentTarget: button }: MouseEvent) => {
    if (!isRead()) return undefined;
    setTried(true);
    if (rows.some(isWrong)) return focusFault(button.closest('[role="dialog"]'));
    const now = new Date();
    return decide(verdict, (row) => ({
      ...typedOf(row),
      acknowledged: isSeen(row, verdict, seen) && isTicked(row, now, typedOf(row)),
    }));
  };
  if (results) {
    return (
      <Dialog opened onClose={onDone} title={words.results} size="lg">
        <Results {...{ rows: sent, results, typedOf }} onClose={onDone} />
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={() => change.busy || onClose()} title={title} size="lg">
      <p className={css['quiet']}>{words.bulkText}</p>
      {picked.length < asked ? <p className={css['note']}>{words.decidedMeanwhile(asked - picked.length)}</p> : null}
      {rows.length === 0 ? <p className={css['note']}>{words.nothingLeft}</p> : null}
      {verdict === 'reject' && rows.length > 0 ? (
        <SharedReason
          rows={rows}
          reason={reason}
          onReason={setReason}
          error={tried ? refusalOfVerdict(rows[0]!, verdict, typedOf(rows[0]!))?.message : undefined}
        />
      ) : null}
      <div className={bulk['bulkrows']}>
        {rows.map((row) => (
          <BulkRow
            key={row.applyId}
            {...{ row, verdict, tried }}
            typed={typedOf(row)}
            onTyped={(change) => set(row, change)}
          />
        ))}
      </div>
      <LeftOut rows={picked} {...{ verdict, seen, setSeen }} />
      <Group justify="flex-end" className={`${bulk['foot']} sentences`}>
        <Refused message={changed ? shared.changedMeanwhile : change.refusal?.message} />
        <Button variant="default" disabled={change.busy} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          data-verdict
          disabled={rows.length === 0}
          loading={change.busy}
          onClick={send}
          {...(verdict === 'reject' ? { color: 'bad' } : {})}
        >
          {title}
        </Button>
      </Group>
    </Dialog>
  );
}

/** Decides them; what became of each is shown in the window, and in toasts where that is gone by then. */
function useDecideMany(rows: readonly QueuedRequest[], onDecided: Props['onDecided']) {
  const here = useHere();
  const [results, setResults] = useState<Result[]>();
  // Those that were decided wait no longer, and are not asked for any more.
  const [sent, setSent] = useState(rows);
  const change = useChange(decideRequests, {
    again: [getQueue, getQueueCounts],
    toast: false,
    failed: words.failedToDecide,
    refused: ({ message }) => {
      if (!here.current) toast.failed(message);
    },
    done: ({ results: told }) => {
      setResults(told);
      onDecided(outcomesOf(sent, told));
      if (here.current) return;
      const failed = told.filter((each) => !each.done && !each.waits);
      // Only so many toasts have room: what failed is one of them, and the summary comes last.
      if (failed.length > 0) toast.failed(failedOf(failed));
      toast.info(saidOf(told));
    },
  });
  const decide = (action: Verdict, typedOf: (row: QueuedRequest) => Typed) => {
    setSent(rows);
    change.send({ body: { action, items: rows.map((row) => itemOf(row, action, typedOf(row))) } });
  };
  return { change, decide, sent, results };
}

/** What is typed with each of them; the reason of a rejection is one for all, also for what comes to them later. */
function useTyped(verdict: Verdict) {
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const [reason, setReason] = useState('');
  const together = verdict === 'reject' ? { remarks: reason } : {};
  const typedOf = (row: QueuedRequest) => typed[row.applyId] ?? { ...proposedFor(row, verdict), ...together };
  const set = (row: QueuedRequest, change: Partial<Typed>) =>
    setTyped({ ...typed, [row.applyId]: { ...typedOf(row), ...change } });
  const isWrong = (row: QueuedRequest) => refusalOfVerdict(row, verdict, typedOf(row)) !== undefined;
  return { typedOf, isWrong, set, reason, setReason };
}

type SharedReasonProps = {
  rows: readonly QueuedRequest[];
  reason: string;
  onReason: (reason: string) => void;
  error: string | undefined;
};

function SharedReason({ rows, reason, onReason, error }: SharedReasonProps) {
  return (
    <ReasonField
      keys
      data-autofocus
      label={words.remarks}
      description={besideReason(undefined, rows.some(isByLink))}
      onChange={onReason}
      templates={sharedReasons(rows)}
      {...{ value: reason, error }}
    />
  );
}

type RowProps = {
  row: QueuedRequest;
  verdict: Verdict;
  typed: Typed;
  tried: boolean;
  onTyped: (change: Partial<Typed>) => void;
};

function BulkRow({ row, verdict, typed, tried, onTyped }: RowProps) {
  const refusal = tried ? refusalOfVerdict(row, verdict, typed) : undefined;
  const needs = verdict === 'approve' ? needsOf(row) : 'nothing';
  return (
    <div className={bulk['bulkrow']}>
      <span className={css['tx']}>
        <strong>{words.because(deedOf(row, typed), whyOf(row))}</strong>
        {verdict === 'approve' && typed.received !== '' ? <span>{typed.remarks}</span> : null}
        <span className={css['quiet']}>
          {row.userId.username} · {row.userId.contact.emailId} · {row.applyId}
        </span>
      </span>
      {needs === 'adsId' ? (
        <AdsIdsField
          label={`${words.adsId}, ${row.applyId}`}
          accounts={accountsOf(row)}
          value={typed.adsId}
          onChange={(adsId) => onTyped({ adsId })}
          error={refusal?.message}
        />
      ) : null}
      {needs === 'transactionId' ? (
        <TextInput
          label={`${words.transactionId}, ${row.applyId}`}
          value={typed.transactionId}
          onChange={(event) => onTyped({ transactionId: event.currentTarget.value })}
          error={refusal?.message}
        />
      ) : null}
    </div>
  );
}
