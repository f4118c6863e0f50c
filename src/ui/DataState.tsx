/** The four states of data that is not a table: loading, failed, empty, there. */
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Refusal } from '#kernel/refusal.ts';
import { refusalOf } from './call.tsx';
import { Icon } from './Icon.tsx';
import { words } from './ui.words.ts';
import css from './DataState.module.css';

/** True after a short delay, so that a skeleton does not flash when data comes quickly. */
export function useLasting(on: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) {
      setLasting(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(true), 200);
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasting;
}

type KeptProps = { of: { isPlaceholderData: boolean }; children: ReactNode };

/** What `keep` keeps of an old answer is not said of what is asked for now: it is dim until that one is there. */
export function Kept({ of, children }: KeptProps) {
  const stale = useLasting(of.isPlaceholderData);
  return (
    <div className={css['kept']} data-stale={stale || undefined}>
      {children}
    </div>
  );
}

/** What a list says of its own where the server refused, no answer came, or the answer could not be read. */
export type Failures = { failed?: string | undefined; thrown?: string | undefined; unreadable?: string | undefined };

/** What failed, and behind it what the server knows of it: a reason, when to come back, a reference for support. */
export function sentencesOf(
  refusal: Refusal,
  { failed, thrown, unreadable }: Failures & { failed: string },
): readonly string[] {
  const { code, message, status } = refusal;
  if (status === 403) return [words.notAllowed];
  if (code === 'network') return thrown ? [thrown] : [failed, message];
  if (code === 'unexpected') return [unreadable ?? thrown ?? message];
  return status === 404 ? [message] : [...new Set([failed, message])];
}

type FailedProps = Failures & { error: unknown; onRetry: () => void };

export function Failed({ error, onRetry, failed = words.fetchFailed, ...others }: FailedProps) {
  const refusal = refusalOf(error, failed);
  return (
    <div className={css['state']} role="alert">
      <Icon name="warning" size={22} />
      {sentencesOf(refusal, { failed, ...others }).map((each) => (
        <p key={each}>{each}</p>
      ))}
      {refusal.status === 403 ? null : (
        <Button variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}

export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={css['state']}>
      <p>{text}</p>
      {action}
    </div>
  );
}

type Props<T> = {
  call: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  failed?: string;
  empty?: { when: (data: T) => boolean; text: string; action?: ReactNode };
  /** Lines of skeleton, about as tall as what comes. */
  lines?: number;
  children: (data: T) => ReactNode;
};

export function DataState<T>({ call, failed, empty, lines = 3, children }: Props<T>) {
  const waiting = useLasting(call.isPending);
  if (call.data !== undefined) {
    return empty?.when(call.data) ? <Empty text={empty.text} action={empty.action} /> : children(call.data);
  }
  if (call.error) return <Failed error={call.error} failed={failed} onRetry={() => void call.refetch()} />;
  return (
    <div aria-busy="true" className={css['lines']}>
      <span className="visually-hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={16} width={`${92 - ((line * 17) % 40)}%`} visible={waiting} />
      ))}
    </div>
  );
}
