import { useCallback, useState } from 'react';
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
  const [open, setOpen] = useState(() => {
    try {
      return localStorage.getItem(sideKey) !== 'closed';
    } catch {
      return true;
    }
  });
  const [drawer, setDrawer] = useState(false);
  const toggle = () => {
    setOpen(!open);
    try {
      localStorage.setItem(sideKey, open ? 'closed' : 'open');
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return {
    open,
    toggle,
    drawer,
    openDrawer: useCallback(() => setDrawer(true), []),
    closeDrawer: useCallback(() => setDrawer(false), []),
  };
}
