/**
 * Everything that stays at the top. Its height stands in `--head`, so that menus begin and focused fields stop below
 * it.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import css from './Head.module.css';

export function Head({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const head = box.current;
    if (!head) return undefined;
    const setHeight = () => document.documentElement.style.setProperty('--head', `${head.offsetHeight}px`);
    const watch = new ResizeObserver(setHeight);
    watch.observe(head);
    setHeight();
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
