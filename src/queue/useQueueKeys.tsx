/**
 * The queue's keys: off while somebody types, and while a window is open over the page. Whoever gives `leave` has a
 * verdict open, and gives no other: what is typed then was meant for a field.
 */
import { useLayoutEffect, useRef } from 'react';
import { choiceOf, keepChoice } from '#ui/choices.tsx';
import { isWindowOpen } from '#ui/Dialog.tsx';

type QueueKeys = {
  next: () => void;
  previous: () => void;
  open: () => void;
  approve: () => void;
  reject: () => void;
  take: () => void;
  select: () => void;
  search: () => void;
  help: () => void;
  leave: () => void;
};

const names: Readonly<Record<string, keyof QueueKeys>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  t: 'take',
  x: 'select',
  '/': 'search',
  '?': 'help',
  Enter: 'open',
  Escape: 'leave',
};

/** Under this key a browser remembers that letters are none. */
const stored = 'letters';

export function lettersAreKeys(): boolean {
  return choiceOf(stored) !== 'off';
}

export function keepLetters(on: boolean): void {
  keepChoice(stored, on ? 'on' : 'off');
}

export function useQueueKeys(keys: Partial<QueueKeys>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  // As soon as a row is seen: of a sentence whose first key is lost, another key could be a verdict.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = names[event.key];
      if (name === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Also where the focus is in none: what lies under a window is not what is looked at.
      if (isWindowOpen()) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) return;
      // Enter on a link or button does what that link or button does.
      if (name === 'open' && target.closest('a, button')) return;
      if (event.key.length === 1 && !lettersAreKeys()) return;
      const act = latest.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The keys while a verdict is open: it is left, or, once it was sent, one goes on to another request. */
export function ofVerdict({ next, previous }: Pick<QueueKeys, 'next' | 'previous'>): Partial<QueueKeys> {
  return { leave: pressLeave, next: () => isVerdictSent() && next(), previous: () => isVerdictSent() && previous() };
}

/** Leaves the verdict that is open, if that can still be stopped. */
export function pressLeave(): void {
  document.querySelector<HTMLButtonElement>('button[data-leave]')?.click();
}

/** Whether the verdict that is open is under way: it can't be left, but one may go on to another request. */
function isVerdictSent(): boolean {
  return document.querySelector('button[data-leave]:disabled') !== null;
}

/** Takes the request that is looked at, or lets it go. */
export function pressTake(): void {
  document.querySelector<HTMLButtonElement>('button[data-take]')?.click();
}
