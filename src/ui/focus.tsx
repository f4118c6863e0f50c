/** Where the focus goes when what had it goes away, and after a refusal. */
import { useLayoutEffect } from 'react';

/**
 * Remembers what has the focus. The function gives it back, unless somebody, or what came next, has moved it on purpose
 * meanwhile: it is given back from nowhere and from `leaving`, which is on its way out.
 */
export function keptFocus(): (leaving?: Element | null) => void {
  const from = document.activeElement;
  return (leaving) => {
    setTimeout(() => {
      const at = document.activeElement;
      const isLost = at === null || at === document.body || leaving?.contains(at);
      if (isLost && from instanceof HTMLElement) from.focus({ preventScroll: true });
    }, 10);
  };
}

/** Of a window: the focus goes back to what opened it, however it is closed or taken off the page. */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const giveBack = keptFocus();
    return () => giveBack(document.activeElement?.closest('[role="dialog"]'));
  }, [opened]);
}

/** To the first fault in this form, once it says so: what is typed next mends it. */
export function focusFault(form: Element | null): void {
  setTimeout(() => {
    const fault =
      form?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-error]') ??
      // What is wrong with several fields at once is said of their group.
      form?.querySelector<HTMLElement>('fieldset:has(> [role="alert"]) input');
    fault?.focus();
  });
}
