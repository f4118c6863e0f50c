/**
 * A part of a page that is seen only after a click: its code is loaded after the page, so that the page opens faster.
 */
import { Button } from '@mantine/core';
import { createElement, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { isOnServer } from './screen.tsx';
import { words } from './ui.words.ts';
import css from './DataState.module.css';

type LatePart<P> = ((props: P) => ReactNode) & {
  /** Fetches the part while the browser has nothing else to do. */
  soon: () => void;
  /** Asks for it at once; whether it is there. For what keys are pressed for as soon as the page is seen. */
  useReady: () => boolean;
};

/** A first sight is drawn without such parts, as the browser's own first drawing is. */
const never = new Promise<never>(() => {});

export const whenIdle = (work: () => void): unknown =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 300);

/**
 * Nothing that was typed beside it is lost, as it is where a page breaks. A browser asks once for a file of code: only
 * a new document asks again.
 */
function Missing() {
  return (
    <div className={css['state']} role="alert">
      <Icon name="warning" size={22} />
      <p>{words.partMissing}</p>
      <Button variant="default" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </div>
  );
}

/** `meanwhile` stands in its place until it is there, and `missing` where it can't be loaded. */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile?: ComponentType<P>,
  missing: ComponentType<P> = Missing,
): LatePart<P> {
  const loaded = () => load().catch(() => missing);
  const Part = lazy(async () => ({ default: await (isOnServer ? never : loaded()) })) as ComponentType<P>;
  let awaited: ComponentType<P> | undefined;
  const Late = (props: P) => {
    // What its page has waited for is drawn at once: a key pressed meanwhile would meet the page instead.
    const [Drawn] = useState(() => awaited ?? Part);
    return (
      <Suspense fallback={meanwhile ? createElement(meanwhile, props) : null}>{createElement(Drawn, props)}</Suspense>
    );
  };
  // If loading ahead fails, nothing is reported: the part is loaded again when it is needed.
  const soon = () => void whenIdle(() => void load().catch(() => undefined));
  const useReady = () => {
    const [ready, setReady] = useState(false);
    useEffect(() => {
      const done = () => setReady(true);
      // Where it can't be loaded, drawing it says so.
      load().then((part) => {
        awaited = part;
        done();
      }, done);
    }, []);
    return ready;
  };
  return Object.assign(Late, { soon, useReady });
}
