import { useCallback, useState } from 'react';

/**
 * Keys scroll what has the focus: a box that is wider inside than outside can take it; any other would only be one more
 * stop for Tab.
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
