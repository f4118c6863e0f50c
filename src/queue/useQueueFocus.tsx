/** Which request is looked at, which verdict on it is being written, and what comes next. */
import { useState } from 'react';
import type { Steady } from '#ui/steady.ts';
import { words } from './queue.words.ts';
import type { Verdict, QueuedRequest } from './verdicts.ts';

/** `moved`: somebody has chosen it, rather than that it is simply the first; the page and the keyboard follow. */
type Focus = { applyId: string; place: number; moved: boolean };
/** In which state it was when it was decided here: in a later one it may wait for something else. */
type Settled = { state: string; message: string };

export function useQueueFocus({ rows: shown, gone }: Pick<Steady<QueuedRequest>, 'rows' | 'gone'>) {
  const [settled, setSettled] = useState<ReadonlyMap<string, Settled>>(new Map());
  /** What became of a row that is shown only so that nothing moves. */
  const settledAs = ({ applyId, state }: QueuedRequest): string | undefined => {
    const here = settled.get(applyId);
    return here?.state === state ? here.message : gone.has(applyId) ? words.settled : undefined;
  };
  const rows = shown.filter((each) => settledAs(each) === undefined);
  const [focus, setFocus] = useState<Focus>();
  const [verdict, setVerdict] = useState<Verdict>();
  // A verdict is about the request that was looked at: where another admin takes it away, no other one slips into its
  // place.
  if (!focus && rows[0]) setFocus({ applyId: rows[0].applyId, place: 0, moved: false });
  const row = rows.find((each) => each.applyId === focus?.applyId);
  const here = row ? rows.indexOf(row) : (focus?.place ?? 0);
  const move = (to: QueuedRequest | undefined, place: number) => {
    if (to) setFocus({ applyId: to.applyId, place, moved: true });
  };
  /** What was decided here says so at once, without waiting for the next answer. */
  const settle = (outcomes: readonly { row: QueuedRequest; message: string }[]) => {
    setSettled(
      new Map([
        ...settled,
        ...outcomes.map(({ row: { applyId, state }, message }) => [applyId, { state, message }] as const),
      ]),
    );
    if (outcomes.some((each) => each.row.applyId === focus?.applyId)) setFocus(undefined);
  };
  return {
    rows,
    row,
    here,
    focus,
    verdict,
    settle,
    settledAs,
    go: (to: number) => {
      const place = Math.max(0, Math.min(rows.length - 1, to));
      setVerdict(undefined);
      move(rows[place], place);
    },
    judge: (next: Verdict | undefined) => {
      move(row, here);
      setVerdict(next);
    },
    /** After a verdict of this admin; one that waits for another admin, without a message, stays as it was. */
    leave: (one: QueuedRequest, message: string | undefined) => {
      setVerdict(undefined);
      if (message !== undefined) settle([{ row: one, message }]);
      move(rows[here + 1] ?? rows[here - 1], here);
    },
  };
}
