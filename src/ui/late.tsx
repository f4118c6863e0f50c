/**
 * A part of a page that is seen only after a click: its code is loaded after the page, so that the page opens faster.
 */
import { createElement, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';

type LatePart<P> = ((props: P) => ReactNode) & {
  /** Fetches the part while the browser has nothing else to do. */
  soon: () => void;
  /** Asks for it at once; whether it is there. For what keys are pressed for as soon as the page is seen. */
  useReady: () => boolean;
};

const whenIdle = (work: () => void): unknown =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 300);

/** `meanwhile` stands in its place until it is there. */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile?: ComponentType<P>,
): LatePart<P> {
  const Part = lazy(() => load().then((part) => ({ default: part })));
  const Late = (props: P) => (
    <Suspense fallback={meanwhile ? createElement(meanwhile, props) : null}>
      {createElement(Part as ComponentType<P>, props)}
    </Suspense>
  );
  // If loading ahead fails, nothing is reported: the part is loaded again when it is needed.
  const soon = () => void whenIdle(() => void load().catch(() => undefined));
  const useReady = () => {
    const [ready, setReady] = useState(false);
    useEffect(() => {
      // Where it can't be loaded, drawing it says so.
      const done = () => setReady(true);
      load().then(done, done);
    }, []);
    return ready;
  };
  return Object.assign(Late, { soon, useReady });
}
