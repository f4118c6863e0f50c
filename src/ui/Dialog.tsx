/** A window over the page: focus stays in it and goes back where it came from. */
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useFocusBack } from './focus.tsx';
import { late } from './late.tsx';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem';
  /** Has to be answered: no close button, no Escape. */
  must?: boolean;
  /** Lies over every other window, and over toasts. */
  above?: boolean;
  /** Stays while what a form in it sends is under way: nobody would see its answer, and might send it anew. */
  holds?: boolean;
  children: ReactNode;
};

const LateWindow = late(() => import('./DialogWindow.tsx').then(({ DialogWindow }) => DialogWindow));

/** Tells the window around that something is under way, or no more. */
const Hold = createContext<((holds: boolean) => void) | undefined>(undefined);

/** Holds the window around, where it is one that `holds`, while something is under way. */
export function useHolding(busy: boolean): void {
  const hold = use(Hold);
  useEffect(() => {
    if (!busy) return;
    hold?.(true);
    return () => hold?.(false);
  }, [hold, busy]);
}

/** Whether a window lies over the page; not one that is on its way out. */
export function isWindowOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([data-closes])') !== null;
}

export function Dialog({ holds = false, ...props }: DialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  const [held, hold] = useState(false);
  useFocusBack(props.opened);
  useEffect(() => {
    if (props.opened) setWanted(true);
    else LateWindow.soon();
  }, [props.opened]);
  if (!wanted) return null;
  return (
    <Hold value={holds ? hold : undefined}>
      <LateWindow {...props} onClose={() => held || props.onClose()} />
    </Hold>
  );
}
