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
    const root = document.documentElement;
    let said: string | undefined;
    // Told once all was laid out anyway: to ask before would lay out the page for it alone.
    const watch = new ResizeObserver(() => {
      const height = `${head.offsetHeight}px`;
      said ??= getComputedStyle(root).getPropertyValue('--bar');
      if (height !== said) root.style.setProperty('--head', height);
      said = height;
    });
    watch.observe(head);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--head');
    };
  }, []);
  return (
    <div ref={box} className={css['head']}>
      {children}
    </div>
  );
}
