/** Which request is looked at, which verdict on it is being written, and what comes next. */
import { useState } from 'react';
import type { Verdict, Waiting } from './verdicts.ts';

/** `moved`: somebody has chosen it, rather than that it is simply the first; the page and the keyboard follow. */
type Focus = { applyId: string; place: number; moved: boolean };

export function useQueueFocus(waiting: readonly Waiting[]) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const rows = waiting.filter((each) => !decided.has(each.applyId));
  const [focus, setFocus] = useState<Focus>();
  const [verdict, setVerdict] = useState<Verdict>();
  // A verdict is about the request that was looked at: where another admin takes it away, no other one slips into its
  // place.
  if (!focus && rows[0]) setFocus({ applyId: rows[0].applyId, place: 0, moved: false });
  const row = rows.find((each) => each.applyId === focus?.applyId);
  const here = row ? rows.indexOf(row) : (focus?.place ?? 0);
  const move = (to: Waiting | undefined, place: number) => {
    if (to) setFocus({ applyId: to.applyId, place, moved: true });
  };
  /** What was decided here goes at once, without waiting for the next answer. */
  const without = (ids: readonly string[]) => {
    setDecided(new Set([...decided, ...ids]));
    if (focus && ids.includes(focus.applyId)) setFocus(undefined);
  };
  return {
    rows,
    row,
    here,
    focus,
    verdict,
    without,
    go: (to: number) => {
      const place = Math.max(0, Math.min(rows.length - 1, to));
      setVerdict(undefined);
      move(rows[place], place);
    },
    judge: (next: Verdict | undefined) => {
      move(row, here);
      setVerdict(next);
    },
    /** After a verdict of this admin; one that `waits` for another admin stays in the list. */
    leave: (applyId: string, waits: boolean) => {
      setVerdict(undefined);
      if (!waits) without([applyId]);
      move(rows[here + 1] ?? rows[here - 1], here);
    },
  };
}
