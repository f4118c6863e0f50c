/** Which request is looked at, which verdict on it is being written, and what comes next. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { Steady } from '#ui/steady.ts';
import type { Outcome } from './BulkResults.tsx';
import { words } from './queue.words.ts';
import type { Verdict, QueuedRequest } from './verdicts.ts';

/**
 * `moved`: somebody has chosen it, rather than that it is simply the first; the page and the keyboard follow. `verdict`
 * is written about this request and no other.
 */
type Focus = { applyId: string; place: number; moved: boolean; verdict?: Verdict | undefined };
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
  // A verdict is about the request that was looked at: where another admin takes it away, no other one slips into its
  // place.
  if (!focus && rows[0]) setFocus({ applyId: rows[0].applyId, place: 0, moved: false });
  const row = rows.find((each) => each.applyId === focus?.applyId);
  const here = row ? rows.indexOf(row) : (focus?.place ?? 0);
  // An answer may come when the list, and who looks at what, have long changed.
  const latest = useRef({ rows, focus });
  useLayoutEffect(() => {
    latest.current = { rows, focus };
  });
  const mark = (outcomes: readonly Outcome[]) =>
    setSettled(
      (now) =>
        new Map([
          ...now,
          ...outcomes.map(({ row: { applyId, state }, message }) => [applyId, { state, message }] as const),
        ]),
    );
  const move = (to: QueuedRequest | undefined, place: number, verdict?: Verdict) => {
    if (to) setFocus({ applyId: to.applyId, place, moved: true, verdict });
  };
  return {
    rows,
    row,
    here,
    focus,
    verdict: focus?.verdict,
    settledAs,
    /** What was decided here says so at once, without waiting for the next answer. */
    settle: (outcomes: readonly Outcome[]) => {
      mark(outcomes);
      setFocus((now) => (outcomes.some((each) => each.row.applyId === now?.applyId) ? undefined : now));
    },
    go: (to: number) => {
      const place = Math.max(0, Math.min(rows.length - 1, to));
      // Whoever presses the row that they write about goes on writing.
      move(rows[place], place, row && rows[place] === row ? focus?.verdict : undefined);
    },
    judge: (next: Verdict | undefined) => move(row, here, next),
    /** After a verdict of this admin; one that waits for another admin, without a message, stays as it was. */
    leave: (one: QueuedRequest, message: string | undefined) => {
      if (message !== undefined) mark([{ row: one, message }]);
      const now = latest.current;
      // Whoever has gone to another request meanwhile stays there, and writes on.
      if (now.focus !== focus) return;
      const [at, others] = [now.rows.findIndex(isOf(one)), now.rows.filter((each) => !isOf(one)(each))];
      const place = at < 0 ? here : at;
      const next = others[place] ?? others.at(-1);
      if (next) move(next, (message === undefined ? now.rows : others).indexOf(next));
      else setFocus(message === undefined && focus ? { ...focus, verdict: undefined } : undefined);
    },
  };
}

const isOf =
  ({ applyId }: QueuedRequest) =>
  (each: QueuedRequest) =>
    each.applyId === applyId;
