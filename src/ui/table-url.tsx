/**
 * A list's page, search, filters and order stand in the address, so that a reload, Back or a colleague's tab shows the
 * same rows.
 */
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from './router.tsx';

type TableAsk = {
  page: number;
  limit: number | undefined;
  q: string;
  sort: string;
  /** The one row that a link asks to be opened; it is looked for by its whole id. */
  opened: string;
  /** Beyond the pages that can be counted: the last row seen. */
  after: string;
  /** The list's own filters, by parameter. */
  filters: Readonly<Record<string, string>>;
};

export type TableUrl = TableAsk & {
  /** Changes the address; anything but another page goes back to the first. */
  ask: (change: Partial<Omit<TableAsk, 'filters' | 'opened'>> & { filters?: Record<string, string> }) => void;
  reset: () => void;
  isNarrowed: boolean;
};

function whole(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

export function useTableUrl(prefix: string, filterNames: readonly string[]): TableUrl {
  const [address, setAddress] = useSearchParams();
  const names = filterNames.join(' ');
  const nameOf = useCallback((name: string) => (prefix === '' ? name : `${prefix}.${name}`), [prefix]);
  const asked = useMemo<TableAsk>(() => {
    const filters = names.split(' ').flatMap((name) => {
      const value = name === '' ? null : address.get(nameOf(name));
      return value ? [[name, value] as const] : [];
    });
    return {
      page: whole(address.get(nameOf('page'))) ?? 1,
      limit: whole(address.get(nameOf('limit'))),
      q: address.get(nameOf('q')) ?? '',
      sort: address.get(nameOf('sort')) ?? '',
      after: address.get(nameOf('after')) ?? '',
      opened: address.get(nameOf('open')) === 'true' ? (address.get(nameOf('q')) ?? '') : '',
      filters: Object.fromEntries(filters),
    };
  }, [address, nameOf, names]);

  const ask = useCallback<TableUrl['ask']>(
    ({ filters = {}, ...change }) => {
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          // What was opened by a link belongs to that link alone.
          next.delete(nameOf('open'));
          const all = { ...(change.page === undefined ? { page: 1 } : {}), after: '', ...change, ...filters };
          for (const [name, value] of Object.entries(all)) {
            const empty = value === undefined || value === '' || (name === 'page' && value === 1);
            if (empty) next.delete(nameOf(name));
            else next.set(nameOf(name), String(value));
          }
          return next;
        },
        // Typing in the search field should not fill the browser's history.
        { replace: change.q !== undefined },
      );
    },
    [nameOf, setAddress],
  );
  const reset = useCallback(() => {
    ask({ q: '', sort: '', filters: Object.fromEntries(names.split(' ').map((name) => [name, ''])) });
  }, [ask, names]);
  return { ...asked, ask, reset, isNarrowed: asked.q !== '' || Object.keys(asked.filters).length > 0 };
}

type Shown = { total: number | undefined; limit: number; rows: number };

/**
 * From a page that is past the last one, as its rows were decided meanwhile, to the last that has rows. By itself, once
 * whoever reads is `done` with it: nothing is said there that would go unread.
 */
export function useLastPage(
  { page, q, after, ask }: TableUrl,
  { total = 0, limit, rows }: Shown,
  done = true,
): (() => void) | undefined {
  const last = Math.ceil(total / limit);
  const isPast = rows === 0 && after === '' && last > 0 && last < page;
  // With the search, though it is the same: so Back does not lead to the empty page.
  const go = useMemo(() => (isPast ? () => ask({ page: last, q }) : undefined), [isPast, last, q, ask]);
  useEffect(() => {
    if (done) go?.();
  }, [done, go]);
  return go;
}
