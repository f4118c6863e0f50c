/** Short messages at the top right. Successes close by themselves; failures stay until they are dismissed. */
import { announce } from './Announce.tsx';

export type Toast = {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'calm';
  readonly text: string;
  /** The page that shows more. */
  readonly link?: string | undefined;
  readonly closesAfter: number | undefined;
  /** What failed: once it succeeds, the toast goes. */
  readonly cause?: unknown;
};

const seconds = { client: 5_000, admin: 3_000 } as const;
const most = 6;
let closesAfter: number = seconds.client;
let next = 1;
let cause: unknown;
let shown: readonly Toast[] = [];
const listeners = new Set<() => void>();

/** A failure makes room for newer failures alone, and what closes by itself is seen beside them. */
function show(toasts: readonly Toast[]): void {
  const failures = toasts.filter(({ tone }) => tone === 'bad').slice(-most);
  const passing = toasts.filter(({ tone }) => tone !== 'bad').slice(-Math.max(1, most - failures.length));
  shown = toasts.filter((toast) => failures.includes(toast) || passing.includes(toast));
  listeners.forEach((listener) => listener());
}

/** Toasts of admins and of clients stay for different times; the layout says which. */
export function toastsFor(audience: keyof typeof seconds): void {
  closesAfter = seconds[audience];
}

export function toasts(): readonly Toast[] {
  return shown;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismiss(id: number): void {
  show(shown.filter((toast) => toast.id !== id));
}

function passing(tone: 'good' | 'calm', text: string, after: number = closesAfter, link?: string): void {
  show([...shown, { id: next++, tone, text, link, closesAfter: after }]);
  announce(text);
}

/** The same failure twice is one toast. */
function failed(text: string): void {
  show([
    ...shown.filter((toast) => toast.tone !== 'bad' || toast.text !== text),
    { id: next++, tone: 'bad', text, closesAfter: undefined, cause },
  ]);
}

/** The failures that `say` shows belong to this cause. */
export function because(of: unknown, say: () => void): void {
  cause = of;
  say();
  cause = undefined;
}

/** It succeeded: what was said of its failure ends with it. */
export function ended(of: unknown): void {
  show(shown.filter((toast) => toast.cause !== of));
}

export const toast = {
  /** `after` milliseconds it goes, where the specification names a time of its own. */
  done: (text: string, after?: number) => passing('good', text, after),
  info: (text: string, link?: string) => passing('calm', text, undefined, link),
  failed,
} as const;

/** What comes after a call's success: its own sentence, and then the rest. */
export function saysSo(then?: () => void): (answer: { message: string }) => void {
  return ({ message }) => {
    toast.done(message);
    then?.();
  };
}
