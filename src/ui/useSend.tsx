/** One form that sends one call: values, the rules before sending, the server's answer at the right field. */
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { BodyIn, Endpoint, OutputOf, QueryIn } from '#kernel/endpoint.ts';
import { createForm, type Problem } from '#kernel/form.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange, type CallArgs, type Failed } from './call.tsx';
import { attemptOf, draftOf, dropDraft, endAttempt, keepDraft } from './drafts.tsx';
import { attemptKey } from './request.tsx';
import { valueAt, withValueAt } from './paths.ts';
import { settleMs } from './slips.ts';
import { words as say } from './form.words.ts';

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
  /** A refusal that only asks for the next step: the form goes on, and nothing is marked as wrong. */
  asks?: (refusal: Refusal) => boolean;
  failed?: Failed;
  /** Fields emptied after a refusal: passwords and codes. */
  empties?: readonly (keyof V & string)[];
  again?: readonly Endpoint[];
  /** False where the summary alone should show a refusal. */
  toast?: boolean;
};

/** What the form's own rules found; where they found nothing, the schema's word stands. */
function found(errors: Record<string, string | undefined>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function schemaErrors(endpoint: Endpoint, body: unknown): FieldErrors {
  if (!endpoint.body) return {};
  const read = z.safeDecode(endpoint.body, body as never);
  if (read.success) return {};
  const errors: FieldErrors = {};
  for (const issue of read.error.issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= issue.message === 'Invalid input' ? say.lookAtField : issue.message;
  }
  return errors;
}

function problemsOf(errors: Record<string, string | undefined>): Problem[] {
  return Object.entries(errors).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

/** The core that all forms share, as a component sees it. */
function useForm() {
  const [core] = useState(createForm);
  const { problems, busy, tries } = useSyncExternalStore(core.listen, core.state, core.state);
  const errors = useMemo<FieldErrors>(
    () => Object.fromEntries(problems.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]]))),
    [problems],
  );
  return { core, errors, refusal: problems.find(({ field }) => field === undefined), busy, tries };
}

/** The event or the bare value that a field hands over. */
function handedOver(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('currentTarget' in given)) return given;
  return (given as { currentTarget: { value: string } }).currentTarget.value;
}

/** What stands in a form's fields. */
function useFields<V extends object>(
  initial: V,
  draft: string | undefined,
  errors: FieldErrors,
  onTyped: (path: string) => void,
) {
  const id = useId();
  const [values, setValues] = useState<V>(() => draftOf(draft, initial));
  useEffect(() => {
    if (draft !== undefined && values !== initial) keepDraft(draft, values);
    // `initial` is a fresh object on every render; only what was typed matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft, values]);
  const set = (path: string, value: unknown) => {
    setValues((now) => withValueAt(now, path, value));
    onTyped(path);
  };
  const idOf = (path: string) => `${id}-${path}`;
  /** Props for a field with a value: text, select, money, file. */
  const field = (path: string) => ({
    id: idOf(path),
    name: path,
    // The values are of any type here; the schema checks them before sending.
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
  return { values, setValues, set, idOf, field, tick };
}

/** After a success the form starts again: its draft is removed, and the next sending is a new attempt. */
function forgetDraft(draft: string | undefined): void {
  if (draft === undefined) return;
  dropDraft(draft);
  endAttempt(draft);
}

/** What is sent: the body for the endpoint, and the idempotency key where the form keeps a draft. */
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
  const { initial, draft, check, body, done, refused, asks, empties = [], ...rest } = options;
  const { core, errors, refusal, busy, tries } = useForm();
  /** When these very values were taken: the page that follows is drawn in steps, and the button is there meanwhile. */
  const settledAt = useRef(-Infinity);
  const typed = (path: string) => {
    settledAt.current = -Infinity;
    core.typed(path);
  };
  const { values, setValues, ...fields } = useFields(initial, draft, errors, typed);
  const sent = useRef<V>(values);
  const [progress, setProgress] = useState<number>();
  const answered = useRef<(refused: readonly Problem[]) => void>(() => {});

  const change = useChange(endpoint, {
    ...rest,
    form: true,
    done: async (answer) => {
      settledAt.current = performance.now();
      forgetDraft(draft);
      await done?.(answer, sent.current);
      answered.current([]);
    },
    refused: (refusal) => {
      if (draft !== undefined && refusal.status < 500 && refusal.status !== 401) endAttempt(draft);
      const goesOn = asks?.(refusal) === true;
      if (!goesOn) setValues((now) => empties.reduce((kept, name) => withValueAt(kept, name, ''), now));
      answered.current(goesOn ? [] : [{ message: refusal.message, field: refusal.field }]);
      refused?.(refusal);
    },
  });
  const submit = () => {
    if (performance.now() - settledAt.current < settleMs) return;
    const outgoing = body ? body(values) : (values as unknown as BodyIn<E>);
    const judge = () => problemsOf({ ...schemaErrors(endpoint, outgoing), ...found(check?.(values) ?? {}) });
    void core.send(judge, () => {
      sent.current = values;
      setProgress(undefined);
      change.send(argsOf(endpoint, options, values, outgoing, setProgress));
      return new Promise((settle) => {
        answered.current = settle;
      });
    });
  };
  const reset = () => {
    settledAt.current = -Infinity;
    forgetDraft(draft);
    setValues(initial);
    core.say([]);
    change.reset();
  };
  const setAll = (next: Partial<V>) => {
    settledAt.current = -Infinity;
    setValues((now) => ({ ...now, ...next }));
  };
  return {
    ...fields,
    values,
    errors,
    setErrors: (errors: FieldErrors) => core.say(problemsOf(errors)),
    setAll,
    refusal,
    busy,
    /** Of a file on its way, 0 to 100. */
    progress: busy ? progress : undefined,
    tries,
    submit,
    reset,
  };
}

export type SendingForm = Pick<
  ReturnType<typeof useSend<Endpoint, Record<string, unknown>>>,
  'errors' | 'refusal' | 'busy' | 'tries' | 'idOf' | 'submit' | 'set' | 'field'
>;
