/** Calls as components use them: `useCall` reads and stays fresh, `useChange` writes and cannot fire twice. */
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFilters,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { jsonText } from '#kernel/json.ts';
import type { Endpoint, OutputOf } from '#kernel/endpoint.ts';
import type { Hint } from '#kernel/hint.ts';
import { keyReused, Refused, type Refusal } from '#kernel/refusal.ts';
import { addressOf, attemptKey, call, decoded, type CallArgs } from './request.tsx';
import { answerBrought, whenBrought } from '#kernel/brought.ts';
import { because, ended, toast } from './toast.tsx';
import { isSame } from './same.ts';
import { words } from './ui.words.ts';

export { call, download, saveAs, type CallArgs } from './request.tsx';

type UseCallOptions = {
  /** The live hints that fetch a call again. */
  on?: readonly Hint[];
  enabled?: boolean;
  /** Keep showing the old answer while another page or search is fetched. */
  keep?: boolean;
  /** Milliseconds between calls, for changes that no hint announces. */
  every?: number;
};

export function callKey(endpoint: Endpoint, args?: CallArgs<Endpoint>) {
  const name = `${endpoint.method} ${endpoint.path}`;
  return args === undefined ? [name] : [name, args.query ?? {}, args.params ?? {}];
}

export function useCall<E extends Endpoint>(
  endpoint: E,
  args: CallArgs<E> = {},
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<E>, Error> {
  const { on = [], enabled = true, keep = false, every } = options;
  const address = addressOf(endpoint, args as CallArgs<Endpoint>);
  return useQuery<OutputOf<E>>({
    queryKey: callKey(endpoint, args as CallArgs<Endpoint>),
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
    enabled,
    meta: { on, address },
    // The document brought it along.
    initialData: () => readBrought(endpoint, address),
    initialDataUpdatedAt: whenBrought,
    // An answer that says the same as the one before draws nothing again.
    structuralSharing: (before, now) => (isSame(before, now) ? before : now),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
}

/** What cannot be read is asked for again, and the page says so if it still cannot be. */
function readBrought<E extends Endpoint>(endpoint: E, address: string): OutputOf<E> | undefined {
  const brought = answerBrought(address);
  try {
    return brought && decoded(endpoint, brought);
  } catch {
    return undefined;
  }
}

/** Fetches everything again that listens to one of the hints. */
export function hint(client: QueryClient, hints: readonly Hint[]): Promise<void> {
  return askAnew(client, {
    predicate: ({ meta }) => hints.some((each) => (meta?.['on'] as readonly Hint[] | undefined)?.includes(each)),
  });
}

/** Fetches these calls again, whatever their arguments. */
export function useRefresh(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...endpoints) => {
      await Promise.all(endpoints.map((endpoint) => askAnew(client, { queryKey: callKey(endpoint) })));
    },
    [client],
  );
}

/**
 * A first answer that is on its way may have been given before what has changed, and the library asks for no second one
 * beside it: that is done once it is there.
 */
async function askAnew(client: QueryClient, which: QueryFilters): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...which, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(which);
  if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** The messages where the server gave no sentence, and where no readable answer came. */
export type Failed = string | ((refusal: Refusal | undefined) => string);

/** The refusal inside a thrown error, with `failed` where the server gave no sentence. */
export function refusalOf(error: unknown, failed: Failed = words.failed): Refusal {
  const refusal = error instanceof Refused ? error.refusal : undefined;
  if (refusal && isArrived(refusal)) return { ...refusal, message: words.arrived };
  if (refusal && refusal.message !== '') return refusal;
  const message = typeof failed === 'string' ? failed : failed(refusal);
  return refusal ? { ...refusal, message } : { code: 'unexpected', message, status: 503 };
}

type ChangeOptions<E extends Endpoint> = {
  done?: (answer: OutputOf<E>, args: CallArgs<E>) => void | Promise<void>;
  refused?: (refusal: Refusal, args: CallArgs<E>) => void;
  failed?: Failed;
  /** Calls to fetch again after a success. */
  again?: readonly Endpoint[];
  /** False where the page shows the refusal itself. */
  toast?: boolean;
  /** Of a form: whatever was typed, it is one attempt, and says by itself that no answer came, or to which try. */
  form?: boolean;
};

/** The key has made something else: the first try has arrived, and only its answer was lost. */
export function isArrived({ code }: Refusal): boolean {
  return code === keyReused.code;
}

/** Whoever saw the first one arrive, and means another one, presses once more. */
const sayMadeBefore = () => toast.info(words.madeBefore);

export function useChange<E extends Endpoint>(endpoint: E, options: ChangeOptions<E> = {}) {
  const client = useQueryClient();
  const key = useRef<string>(undefined);
  const underWay = useRef(false);
  const { done, refused, failed, again = [], toast: toasts = true, form = false } = options;
  /** One button may send about many things: only the same wish ends what was said of it. */
  const causeOf = ({ body, query, params }: CallArgs<E>) =>
    form ? underWay : jsonText([endpoint.path, body, params, Object.values(query ?? {}).join()]);
  const refresh = () => {
    again.forEach((each) => void client.invalidateQueries({ queryKey: callKey(each) }));
    // The person sees their own change at once, without waiting for the hint about it.
    void hint(client, ['wallet', 'request']);
  };
  const mutation = useMutation<OutputOf<E>, Error, CallArgs<E>>({
    mutationFn: (args) => call(endpoint, { key: (key.current ??= attemptKey()), replayed: sayMadeBefore, ...args }),
    // Without a connection it fails at once. If it were queued, it would be sent later by itself and could move money
    // after the person changed their mind.
    networkMode: 'always',
    onSuccess: async (answer, args) => {
      key.current = undefined;
      ended(causeOf(args));
      refresh();
      await done?.(answer, args);
    },
    onError: (error, args) => {
      const refusal = refusalOf(error, failed);
      // After an answer the next press of a button is a new attempt with a new key; without one it stays the same. A
      // form stays the same after both: nothing of a refusal is kept under a key, and an earlier try may have arrived.
      if (!form && refusal.status < 500 && refusal.status !== 401) key.current = undefined;
      if (form && isArrived(refusal)) refresh();
      because(causeOf(args), () => {
        refused?.(refusal, args);
        if (toasts && !(form && (refusal.code === 'network' || isArrived(refusal)))) toast.failed(refusal.message);
      });
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const { mutate } = mutation;
  const send = useCallback(
    (args: CallArgs<E> = {}) => {
      if (underWay.current) return;
      underWay.current = true;
      // What is sent anew may be something else: what was wrong before is no longer said.
      if (form) ended(underWay);
      mutate(args);
    },
    [mutate, form],
  );
  return {
    send,
    /** What is sent next is another attempt. */
    anew: () => void (key.current = undefined),
    busy: mutation.isPending,
    variables: mutation.variables,
    answer: mutation.data,
    refusal: mutation.error ? refusalOf(mutation.error, failed) : undefined,
    reset: mutation.reset,
  };
}
