/** One form that sends one call: values, the rules before sending, the server's answer at the right field. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { BodyIn, Endpoint, OutputOf, QueryIn } from '#kernel/endpoint.ts';
import { createForm, type Problem } from '#kernel/form.ts';
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { isArrived, useChange, type CallArgs, type Failed } from './call.tsx';
import { attemptOf, beginForm, draftOf, dropDraft, endAttempt, isInForm, isLost, keepDraft } from './drafts.tsx';
import { useHere } from './here.tsx';
import { attemptKey } from './request.tsx';
import { valueAt, withoutRow, withValueAt } from './paths.ts';
import { isSame } from './same.ts';
import { toast } from './toast.tsx';
import { useEarlierTry } from './useEarlierTry.tsx';
import { useSettled } from './useSettled.tsx';
import { words as say } from './form.words.ts';

/** Sentences by field path. */
type FieldErrors = Record<string, string>;

type SendOptions<E extends Endpoint, V extends object> = {
  initial: V;
  /** Keeps what is typed over navigation and reload, under this name. Never for forms with passwords. */
  draft?: string;
  /** Where nothing that is typed may be kept: the name under which only the key of the attempt outlives the page. */
  attempt?: string;
  /** Rules of the form, before the schema's: path to sentence. */
  check?: (values: V) => Record<string, string | undefined>;
  body?: (values: V) => BodyIn<E>;
  query?: (values: V) => QueryIn<E>;
  params?: (values: V) => Record<string, string>;
  file?: (values: V) => File | null | undefined;
  /** What the page says that these values come to. */
  total?: (values: V) => Cents | undefined;
  /** What these values take of a balance, where it is not the total. */
  takes?: (values: V) => unknown;
  done?: (answer: OutputOf<E>, values: V) => void | Promise<void>;
  refused?: (refusal: Refusal) => void;
  /** A refusal that only asks for the next step: the form goes on, and nothing is marked as wrong. */
  asks?: (refusal: Refusal) => boolean;
  failed?: Failed;
  /** Fields emptied after a refusal: passwords and codes. */
  empties?: readonly (keyof V & string)[];
  again?: readonly Endpoint[];
  /** Where one sees what an earlier try has made: a page, or `#id` of a part of this one. */
  seenAt?: string;
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

/** What would be sent of these values. */
function outgoingOf<E extends Endpoint, V extends object>({ body }: SendOptions<E, V>, values: V): BodyIn<E> {
  return body ? body(values) : (values as unknown as BodyIn<E>);
}

function faultsOf<E extends Endpoint, V extends object>(
  endpoint: E,
  options: SendOptions<E, V>,
  values: V,
): FieldErrors {
  return { ...schemaErrors(endpoint, outgoingOf(options, values)), ...found(options.check?.(values) ?? {}) };
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
  const refusal = problems.find(({ field }) => field === undefined);
  return { core, errors, refusal, busy, tries };
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
  { core, errors }: Pick<ReturnType<typeof useForm>, 'core' | 'errors'>,
  onTyped: () => void,
  judge: (values: V) => FieldErrors,
) {
  const id = useId();
  const [values, setValues] = useState<V>(() => draftOf(draft, initial));
  useEffect(() => {
    if (draft !== undefined && values !== initial) keepDraft(draft, values);
    // `initial` is a fresh object on every render; only what was typed matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft, values]);
  /**
   * The fields at fault in which something else stands now, in whichever row of a list, and those with which nothing is
   * wrong any more: their row or their part of the form is not asked for.
   */
  const mendedIn = (next: V) => {
    const paths = Object.keys(errors);
    if (paths.length === 0) return [];
    const [before, after] = [judge(values), judge(next)];
    const isOther = (path: string) => (valueAt(values, path) ?? '') !== (valueAt(next, path) ?? '');
    return paths.filter((path) => isOther(path) || (path in before && !(path in after)));
  };
  const change = (typed: readonly string[], next: (now: V) => V) => {
    onTyped();
    [...typed, ...mendedIn(next(values))].forEach((path) => core.typed(path));
    setValues(next);
  };
  const set = (path: string, value: unknown) => change([path], (now) => withValueAt(now, path, value));
  const setAll = (part: Partial<V>) => change([], (now) => ({ ...now, ...part }));
  /** After a success: empties what was sent. Who has typed on since keeps that, and its draft. */
  const emptySent = (sent: V) => change([], (now) => (isSame(now, sent) ? initial : { ...now }));
  /** Takes a row out of a list, of which `others` are left: what is wrong with a later row moves up with it. */
  const removeRow = (list: string, row: number, others: readonly unknown[]) => {
    onTyped();
    core.say(withoutRow(core.state().problems, list, row));
    setValues((now) => withValueAt(now, list, others));
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
  return { values, setValues, set, setAll, emptySent, removeRow, idOf, field, tick };
}

/**
 * After a success the form starts again: its draft is removed, and the next sending is a new attempt. Until then every
 * sending is the same one, or a correction would be made beside a first try whose answer was lost. Whoever left this
 * form and is back before its answer has another one, which keeps both: what is sent there may be the very same. An
 * answer that comes later than that ends no attempt but its own.
 */
function useForgetting(
  { draft, attempt = draft }: { draft?: string; attempt?: string },
  { goesOn, isOver }: Pick<ReturnType<typeof useEarlierTry>, 'goesOn' | 'isOver'>,
  empty: () => void,
): () => void {
  const here = useHere();
  useLayoutEffect(() => {
    if (attempt === undefined) return undefined;
    // That answer came while this one was drawn: what it was drawn with is made.
    if (goesOn && !isLost(attempt)) empty();
    return beginForm(attempt);
    // Asked once: what ends an attempt later empties nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);
  return () => {
    if (attempt === undefined || isOver() || (!here.current && isInForm(attempt))) return;
    if (draft !== undefined) dropDraft(draft);
    endAttempt(attempt);
  };
}

/** What is sent: the body for the endpoint, and the idempotency key where the form keeps a draft or its attempt. */
function argsOf<E extends Endpoint, V extends object>(
  endpoint: E,
  options: SendOptions<E, V>,
  values: V,
  onProgress: (progress: number) => void,
): CallArgs<E> {
  const { draft, attempt = draft, query, params, file, total } = options;
  return {
    ...(attempt === undefined ? {} : { key: attemptOf(attempt, attemptKey) }),
    ...(endpoint.body ? { body: outgoingOf(options, values) } : {}),
    ...(query ? { query: query(values) } : {}),
    ...(params ? { params: params(values) } : {}),
    ...(total ? { expectedCents: total(values) } : {}),
    ...(file ? { file: file(values) ?? undefined, onProgress } : {}),
  } as CallArgs<E>;
}

/** The answer that a form waits for. */
function useAnswer() {
  const here = useHere();
  const settle = useRef<(refused: readonly Problem[]) => void>(() => {});
  return {
    awaited: () => new Promise<readonly Problem[]>((done) => void (settle.current = done)),
    came: (refused: readonly Problem[]) => {
      settle.current(refused);
      // Whoever has left the form reads it there no more.
      if (!here.current) refused.forEach(({ message }) => toast.failed(message));
    },
  };
}

export function useSend<E extends Endpoint, V extends object>(endpoint: E, options: SendOptions<E, V>) {
  const { initial, draft, attempt = draft, done, refused, asks, seenAt, empties = [], ...rest } = options;
  const { core, errors, refusal, busy, tries } = useForm();
  const earlier = useEarlierTry(options);
  const settled = useSettled();
  const { values, setValues, ...fields } = useFields(initial, draft, { core, errors }, settled.end, (now) =>
    faultsOf(endpoint, options, now),
  );
  const forget = useForgetting(options, earlier, () => setValues({ ...initial }));
  const sent = useRef<V>(values);
  const [progress, setProgress] = useState<number>();
  const answer = useAnswer();

  const change = useChange(endpoint, {
    ...rest,
    form: true,
    done: async (made) => {
      settled.begin();
      forget();
      await done?.(made, sent.current);
      answer.came([]);
    },
    refused: (refusal) => {
      const goesOn = asks?.(refusal) === true;
      earlier.refused(refusal);
      if (!goesOn) setValues((now) => empties.reduce((kept, name) => withValueAt(kept, name, ''), now));
      answer.came(goesOn ? [] : [{ message: refusal.message, field: refusal.field }]);
      if (!isArrived(refusal)) refused?.(refusal);
    },
  });
  const submit = () => {
    if (settled.lasts()) return;
    const judge = () => problemsOf(faultsOf(endpoint, options, values));
    void core.send(judge, () => {
      sent.current = values;
      setProgress(undefined);
      earlier.sending(values);
      change.send(argsOf(endpoint, options, values, setProgress));
      return answer.awaited();
    });
  };
  const reset = () => {
    settled.end();
    forget();
    setValues(initial);
    core.say([]);
    change.reset();
    change.anew();
  };
  /** The person wants this beside what has arrived. */
  const anew = () => {
    if (attempt !== undefined) endAttempt(attempt);
    change.anew();
  };
  return {
    ...fields,
    values,
    errors,
    setErrors: (errors: FieldErrors) => core.say(problemsOf(errors)),
    refusal,
    ...earlier.said(values, refusal !== undefined, seenAt, anew),
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
  'errors' | 'refusal' | 'arrived' | 'lost' | 'busy' | 'tries' | 'idOf' | 'submit' | 'set' | 'field'
>;
