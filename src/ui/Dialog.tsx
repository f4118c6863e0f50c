/** A window over the page: focus stays in it and goes back where it came from. */
import { useEffect, useState, type ReactNode } from 'react';
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
  children: ReactNode;
};

const LateWindow = late(() => import('./DialogWindow.tsx').then(({ DialogWindow }) => DialogWindow));

export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  useFocusBack(props.opened);
  useEffect(() => {
    if (props.opened) setWanted(true);
    else LateWindow.soon();
  }, [props.opened]);
  return wanted ? <LateWindow {...props} /> : null;
}
