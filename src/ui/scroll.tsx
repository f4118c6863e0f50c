/**
 * Where a page is scrolled to: a new one begins at its top; going back comes to where one was, as far as the page is
 * drawn by then.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** By the entry of the browser's history. A reload is left to the browser, which finds its place by itself. */
const places = new Map<string, number>();

export function useScrollKept(): void {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const shown = useRef({ key, pathname, hash });
  useEffect(() => {
    const keep = () => void places.set(shown.current.key, window.scrollY);
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('scroll', keep, { passive: true });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('scroll', keep);
      removeEventListener('pagehide', leave);
    };
  }, []);
  useLayoutEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, pathname, hash };
    history.scrollRestoration = 'manual';
    const place = how === 'POP' ? places.get(key) : undefined;
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (place !== undefined) window.scrollTo(0, place);
    else if (target) target.scrollIntoView();
    // Another filter or page of a list stays where its reader is.
    else if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, hash, how]);
}
