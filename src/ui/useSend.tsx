/** One form that sends one call: values, the rules before sending, the server's answer at the right field. */
import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { BodyIn, Endpoint, OutputOf, QueryIn } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange, type CallArgs, type Failed } from './call.tsx';
import { attemptOf, draftOf, dropDraft, endAttempt, keepDraft } from './drafts.tsx';
import { attemptKey } from './request.tsx';
import { valueAt, withValueAt } from './paths.ts';
import { words } from './ui.words.ts';

/** Sentences by field path. */
type FieldErrors = Record<string, string>;

type SendOptions<E extends Endpoint, V extends object> = {
  initial: V;
  /** Keeps what is typed over navigation and reload, under this name. Never for forms with passwords. */
  draft?: string;
  /** Rules of the form, before the schema's: path to sentence. */
  check?: (values: V) => Record<string, string | undefined>;
  body?: (values: V) => BodyIn<E>;
  query?: (values: V) => QueryIn<E>;
  params?: (values: V) => Record<string, string>;
  file?: (values: V) => File | null | undefined;
  done?: (answer: OutputOf<E>, values: V) => void | Promise<void>;
  refused?: (refusal: Refusal) => void;
  failed?: Failed;
  /** Fields emptied after a refusal: passwords and codes. */
  empties?: readonly (keyof V & string)[];
  again?: readonly Endpoint[];
  /** False where the summary alone should show a refusal. */
  toast?: boolean;
};

function schemaErrors(endpoint: Endpoint, body: unknown): FieldErrors {
  if (!endpoint.body) return {};
  const read = z.safeDecode(endpoint.body, body as never);
  if (read.success) return {};
  const errors: FieldErrors = {};
  for (const issue of read.error.issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= issue.message === 'Invalid input' ? words.lookAtField : issue.message;
  }
  return errors;
}

function told(errors: Record<string, string | undefined>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** The event or the bare value that a field hands over. */
function handedOver(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('currentTarget' in given)) return given;
  return (given as { currentTarget: { value: string } }).currentTarget.value;
}

/** What stands in a form's fields, and what is wrong with it. */
function useFields<V extends object>(initial: V, draft: string | undefined) {
  const id = useId();
  const [values, setValues] = useState<V>(() => draftOf(draft, initial));
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (draft !== undefined && values !== initial) keepDraft(draft, values);
    // `initial` is a fresh object on every render; only what was typed matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft, values]);
  const set = (path: string, value: unknown) => {
    setValues((now) => withValueAt(now, path, value));
    setErrors(({ [path]: _, ...rest }) => rest);
  };
  const idOf = (path: string) => `${id}-${path}`;
  /** Props for a field with a value: text, select, money, file. */
  const field = (path: string) => ({
    id: idOf(path),
    name: path,
    // The type is the field's own business; the schema judges it before sending.
    value: (valueAt(values, path) ?? '') as never,
    onChange: (given: unknown) => set(path, handedOver(given)),
    error: errors[path],
  });
  /** Props for a tick box. */
  const tick = (path: string) => ({
    id: idOf(path),
    name: path,
    checked: valueAt(values, path) === true,
    onChange: (event: { currentTarget: { checked: boolean } }) => set(path, event.currentTarget.checked),
    error: errors[path],
  });
  return { values, setValues, errors, setErrors, set, idOf, field, tick };
}

/** A form that was answered begins anew: nothing typed is kept, and what is sent from it next is another attempt. */
function forgetDraft(draft: string | undefined): void {
  if (draft === undefined) return;
  dropDraft(draft);
  endAttempt(draft);
}

/** What goes out: the body as the endpoint takes it, and the attempt's key where a draft keeps one. */
function argsOf<E extends Endpoint, V extends object>(
  endpoint: E,
  { draft, query, params, file }: SendOptions<E, V>,
  values: V,
  outgoing: unknown,
  onProgress: (progress: number) => void,
): CallArgs<E> {
  return {
    ...(draft === undefined ? {} : { key: attemptOf(draft, attemptKey) }),
    ...(endpoint.body ? { body: outgoing } : {}),
    ...(query ? { query: query(values) } : {}),
    ...(params ? { params: params(values) } : {}),
    ...(file ? { file: file(values) ?? undefined, onProgress } : {}),
  } as CallArgs<E>;
}

export function useSend<E extends Endpoint, V extends object>(endpoint: E, options: SendOptions<E, V>) {
  const { initial, draft, check, body, done, refused, empties = [], ...rest } = options;
  const { values, setValues, setErrors, ...fields } = useFields(initial, draft);
  const [refusal, setRefusal] = useState<Refusal>();
  const [tries, setTries] = useState(0);
  const sent = useRef<V>(values);
  const [progress, setProgress] = useState<number>();

  const change = useChange(endpoint, {
    ...rest,
    done: (answer) => {
      forgetDraft(draft);
      setRefusal(undefined);
      return done?.(answer, sent.current);
    },
    refused: (refusal) => {
      if (draft !== undefined && refusal.status < 500 && refusal.status !== 401) endAttempt(draft);
      setErrors(refusal.field === undefined ? {} : { [refusal.field]: refusal.message });
      setRefusal(refusal.field === undefined ? refusal : undefined);
      setValues((now) => empties.reduce((kept, name) => withValueAt(kept, name, ''), now));
      setTries((n) => n + 1);
      refused?.(refusal);
    },
  });
  const submit = () => {
    if (change.busy) return;
    const outgoing = body ? body(values) : (values as unknown as BodyIn<E>);
    const found = { ...schemaErrors(endpoint, outgoing), ...told(check?.(values) ?? {}) };
    setErrors(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) {
      setTries((n) => n + 1);
      return;
    }
    sent.current = values;
    setProgress(undefined);
    change.send(argsOf(endpoint, options, values, outgoing, setProgress));
  };
  const reset = () => {
    forgetDraft(draft);
    setValues(initial);
    setErrors({});
    setRefusal(undefined);
    change.reset();
  };
  const setAll = (next: Partial<V>) => setValues((now) => ({ ...now, ...next }));
  /**
   * `tries` counts refused ones, so that the summary takes the focus once for each; `progress` is that of a file on its
   * way.
   */
  return {
    ...fields,
    values,
    setErrors,
    setAll,
    refusal,
    busy: change.busy,
    progress: change.busy ? progress : undefined,
    tries,
    submit,
    reset,
  };
}

export type SendingForm = Pick<
  ReturnType<typeof useSend<Endpoint, Record<string, unknown>>>,
  'errors' | 'refusal' | 'busy' | 'tries' | 'idOf' | 'submit' | 'set' | 'field'
>;
