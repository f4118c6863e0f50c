import { useCallback, useState } from 'react';

/**
 * Arrow keys scroll the element with the focus, so a box whose content is wider than itself can take the focus. Other
 * boxes cannot: they would only be one more stop for Tab. `data-more` names the sides at which something is out of
 * sight, so that it can be seen that there is.
 */
export function useScrolls() {
  const [more, setMore] = useState('');
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const look = () => {
      const right = box.scrollWidth - box.clientWidth - box.scrollLeft >= 1;
      setMore([box.scrollLeft >= 1 ? 'left' : '', right ? 'right' : ''].filter(Boolean).join(' '));
    };
    const watch = new ResizeObserver(look);
    for (const each of [box, ...box.children]) watch.observe(each);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  return { ref, tabIndex: more === '' ? undefined : 0, 'data-more': more || undefined };
}
