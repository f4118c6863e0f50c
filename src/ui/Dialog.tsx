/** A window over the page: focus stays in it and goes back where it came from. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem';
  /** Cannot be put off: no close button, no Escape. */
  must?: boolean;
  children: ReactNode;
};

// A window is opened later than the page is read, so its code comes later too: while the browser is idle.
const fetchWindow = () => import('./DialogWindow.tsx').then(({ DialogWindow }) => ({ default: DialogWindow }));
const LateWindow = lazy(fetchWindow);
const whenIdle = (work: () => void) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 300));

export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  useEffect(() => {
    if (props.opened) setWanted(true);
    else whenIdle(() => void fetchWindow().catch(() => undefined));
  }, [props.opened]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <LateWindow {...props} />
    </Suspense>
  );
}
