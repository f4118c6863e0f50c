import { useCallback, useState } from 'react';

/**
 * Arrow keys scroll the element with the focus, so a box whose content is wider than itself can take the focus. Other
 * boxes cannot: they would only be one more stop for Tab.
 */
export function useScrolls() {
  const [scrolls, setScrolls] = useState(false);
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const watch = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    for (const each of [box, ...box.children]) watch.observe(each);
    return () => watch.disconnect();
  }, []);
  return { ref, tabIndex: scrolls ? 0 : undefined };
}
