import { useCallback, useState } from 'react';
import { choiceOf, keepChoice } from '#ui/choices.tsx';
import { sideKey } from './side-choice.ts';

export type Side = {
  /** Beside the content, on a wide screen. */
  open: boolean;
  toggle: () => void;
  /** Over the content, on a narrow one. */
  drawer: boolean;
  openDrawer: () => void;
  closeDrawer: () => void;
};

/** Whether the side menu is open; a choice on a wide screen is remembered. */
export function useSide(): Side {
  const [open, setOpen] = useState(() => choiceOf(sideKey) !== 'closed');
  const [drawer, setDrawer] = useState(false);
  const toggle = () => {
    setOpen(!open);
    keepChoice(sideKey, open ? 'closed' : 'open');
  };
  return {
    open,
    toggle,
    drawer,
    openDrawer: useCallback(() => setDrawer(true), []),
    closeDrawer: useCallback(() => setDrawer(false), []),
  };
}
