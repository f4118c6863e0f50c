/**
 * Lists with verdicts stand still under a resting pointer: a row that was decided stays in its place until pointer and
 * focus have left the list, and what is new waits below a line that says so.
 */
import { Button } from '@mantine/core';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { isWindowOpen } from './Dialog.tsx';
import { pointerPlace } from './pointer.tsx';
import { keptInPlace, steadyOf, type Steady } from './steady.ts';
import { words as say } from './steady.words.ts';
import css from './Steady.module.css';

/** Whether the row around is one that stays only so that nothing moves. */
export const Gone = createContext(false);
export const useIsGone = () => useContext(Gone);

type Held<Row> = Steady<Row> & { region: RefObject<HTMLDivElement | null>; show: () => void };

/** `view` names what is listed: another page, search or order is another list. */
export function useSteady<Row>(
  latest: readonly Row[],
  idOf: (row: Row) => string,
  view: string,
  isSteady = true,
): Held<Row> {
  const region = useRef<HTMLDivElement>(null);
  const [base, setBase] = useState({ latest, view, rows: latest });
  const isOther = !isSteady || base.view !== view;
  useLayoutEffect(() => {
    if (!isSteady || (base.latest === latest && base.view === view)) return;
    const stays = !isOther && isHeld(region.current);
    setBase({ latest, view, rows: stays ? keptInPlace(base.rows, latest, idOf) : latest });
  }, [base, latest, view, idOf, isOther, isSteady]);
  const show = () => setBase({ latest, view, rows: latest });
  const rows = isOther ? latest : base.rows;
  const steady = steadyOf(rows, latest, idOf);
  useRelease(region, isSteady && steady.gone.size + steady.fresh > 0, show);
  return { ...steady, region, show };
}

/** What stands above a list changes only while nobody points at it, and with its rows at the latest. */
export function useStill<Value>(value: Value, { region, rows }: Pick<Held<unknown>, 'region' | 'rows'>): Value {
  const [shown, setShown] = useState(value);
  useLayoutEffect(() => {
    if (shown !== value && !isHeld(region.current)) setShown(value);
  }, [shown, value, region, rows]);
  return shown;
}

/** A window over the page keeps the list as well: it goes on beneath when the window closes. */
function isHeld(region: HTMLElement | null): boolean {
  if (region === null) return false;
  const [box, pointer] = [region.getBoundingClientRect(), pointerPlace()];
  const isIn =
    pointer !== undefined &&
    pointer.x >= box.left + scrollX &&
    pointer.x <= box.right + scrollX &&
    pointer.y >= box.top + scrollY &&
    pointer.y <= box.bottom + scrollY;
  return isWindowOpen() || isIn || region.contains(document.activeElement);
}

/** Shows the list as it is once pointer and focus have left it. */
function useRelease(region: RefObject<HTMLDivElement | null>, waits: boolean, show: () => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (!waits) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not while the pointer only crosses the gap between two rows, or the focus is on its way.
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isHeld(region.current)) latest.current();
      }, 250);
    };
    const events = ['pointerover', 'mouseout', 'pointerdown', 'focusin', 'focusout'] as const;
    for (const name of events) document.addEventListener(name, look, true);
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, look, true);
    };
  }, [region, waits]);
}

/** Around a list: as long as pointer or focus is in it, it stands still. */
export function SteadyRegion({ region, children, ...steady }: Held<unknown> & { children: ReactNode }) {
  return (
    <>
      <div ref={region}>{children}</div>
      <SteadyLine {...steady} />
    </>
  );
}

/** Below the list, so that it moves nothing: what is not shown as it is, and the way to it. */
export function SteadyLine({ gone, fresh, show }: Pick<Held<unknown>, 'gone' | 'fresh' | 'show'>) {
  if (gone.size + fresh === 0) return null;
  return (
    <p className={css['line']} role="status">
      {say.steady(gone.size, fresh)}
      <Button size="compact-sm" variant="default" onClick={show}>
        {say.steadyShow}
      </Button>
    </p>
  );
}
