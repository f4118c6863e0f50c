import { useEffect, useRef, type ReactNode } from 'react';
import { isOnServer } from '#ui/screen.tsx';
import styles from './TopupGuide.module.css';

/**
 * A step's heading takes the focus when the step comes, so that it is read from its start; where there is one field to
 * begin with, that field does, except on a phone, whose keyboard would cover the rest.
 */
export function StepTitle({ children, field }: { children: ReactNode; field?: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const first = useRef(isOnServer || document.activeElement === document.body);
  useEffect(() => {
    if (first.current) return;
    const begins =
      field !== undefined && matchMedia('(pointer: fine)').matches ? document.getElementById(field) : title.current;
    begins?.focus({ preventScroll: true });
  }, [field]);
  return (
    <h2 ref={title} className={styles['title']} tabIndex={-1}>
      {children}
    </h2>
  );
}
