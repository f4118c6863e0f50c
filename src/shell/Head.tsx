/** Everything that stays at the top. Its height is told to the page, so that menus start and focus stops below it. */
import { useEffect, useRef, type ReactNode } from 'react';
import css from './Head.module.css';

export function Head({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const head = box.current;
    if (!head) return undefined;
    const tell = () => document.documentElement.style.setProperty('--head', `${head.offsetHeight}px`);
    const watch = new ResizeObserver(tell);
    watch.observe(head);
    tell();
    return () => {
      watch.disconnect();
      document.documentElement.style.removeProperty('--head');
    };
  }, []);
  return (
    <div ref={box} className={css['head']}>
      {children}
    </div>
  );
}
