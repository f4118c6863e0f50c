/** Every list of the portal: rows from the server by page, search, filter and order, all of it in the address. */
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { Endpoint, OutputOf, QueryIn } from '#kernel/endpoint.ts';
import type { Hint } from '#kernel/hint.ts';
import { useCall } from './call.tsx';
import { Empty, Failed, Kept, useLasting, type Failures } from './DataState.tsx';
import { useExport, type Exporting } from './Exporting.tsx';
import { Pager, RangeStatus } from './Pager.tsx';
import { isOnServer } from './screen.tsx';
import { TableRows } from './TableRows.tsx';
import { focusTools, TableTools, type Filter } from './TableTools.tsx';
import { useLastPage, useTableUrl, type TableUrl } from './table-url.tsx';
import { useColumns, type Column } from './useColumns.tsx';
import { SteadyRegion, useSteady } from './Steady.tsx';
import { words } from './ui.words.ts';
import css from './DataTable.module.css';

export type { Column };

type DataTableProps<E extends Endpoint, Row> = Failures & {
  /** Names the remembered column choice. */
  name: string;
  caption: string;
  endpoint: E;
  /** Fixed parameters of this list. */
  query?: Record<string, string | number | boolean | undefined>;
  rows: (answer: OutputOf<E>) => readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called where it is opened; its id otherwise. */
  rowName?: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: { text: string; action?: ReactNode };
  search?: string;
  filters?: readonly Filter[];
  expand?: (row: Row) => ReactNode;
  onRowOpen?: (row: Row) => void;
  /** A file of what is shown; several where there are several formats, each with the label of its button. */
  exporting?: Exporting | readonly Exporting[];
  /** Stands below the rows: what all that was found adds up to. */
  footer?: (answer: OutputOf<E>) => ReactNode;
  on?: readonly Hint[];
  limit?: number;
  prefix?: string;
  /** A list with verdicts: no row leaves or comes in while somebody points at it. */
  steady?: boolean;
  /** A short list inside of another section: no search, no choice of columns. */
  bare?: true;
};

const noFilters: readonly Filter[] = [];
const always: readonly Hint[] = ['request', 'wallet'];

type PageOf = { total?: number; more?: boolean };

/** A link may name one row: it is opened and shown once when the list loads, and can be closed like any other. */
function useOpenedByLink<Row>(
  wanted: string,
  list: readonly Row[],
  rowId: (row: Row) => string,
  region: RefObject<HTMLElement | null>,
  open?: (row: Row) => void,
): void {
  const { key } = useLocation();
  const done = useRef<string>(undefined);
  useEffect(() => {
    const row = wanted === '' || done.current === key ? undefined : list.find((each) => rowId(each) === wanted);
    if (row === undefined) return;
    done.current = key;
    open?.(row);
    // Below a form, nobody who comes from a mail would look for it.
    const shown = region.current;
    if (shown && shown.getBoundingClientRect().top > innerHeight / 2) shown.scrollIntoView({ block: 'start' });
  }, [wanted, key, list, rowId, region, open]);
}

export function DataTable<E extends Endpoint, Row extends object>(props: DataTableProps<E, Row>) {
  const { name, endpoint, query = {}, rows, rowId, columns, filters = noFilters, limit = 25, prefix = '' } = props;
  const filterNames = useMemo(() => filters.map(({ param }) => param), [filters]);
  const url = useTableUrl(prefix, filterNames);
  // A list's own order holds until somebody chooses another.
  const narrowing = { ...query, q: url.q, ...(url.sort === '' ? {} : { sort: url.sort }), ...url.filters };
  const place = url.after === '' ? { page: url.page } : { after: url.after };
  const asked = { ...narrowing, ...place, limit: url.limit ?? limit };
  const answer = useCall(endpoint, { query: asked as QueryIn<E> }, { keep: true, on: props.on ?? always });
  const exporting = useExport(props.exporting, narrowing);
  const latest = useMemo(() => (answer.data === undefined ? [] : [...rows(answer.data)]), [answer.data, rows]);
  const { region, ...steady } = useSteady(
    latest,
    rowId,
    useShownView(JSON.stringify(asked), answer),
    props.steady === true,
  );
  const list = steady.rows;
  const { shown, choices } = useColumns(name, columns);
  useOpenedByLink(url.opened, list, rowId, region, props.onRowOpen);

  const isBeyond = url.after !== '';
  const { total, more = false } = (answer.data ?? {}) as PageOf;
  const range = { page: url.page, limit: url.limit ?? limit, rows: latest.length, total, more };
  const sorts = columns.flatMap(({ sort, header }) => (sort === undefined ? [] : [{ sort, header }]));
  useLastPage(url, { ...range, rows: list.length });
  const isNew =
    answer.data !== undefined &&
    list.length === 0 &&
    isEverything(url) &&
    filters.every(({ every }) => every === undefined);
  return (
    <div className={css['list']} data-bare={props.bare}>
      {/* There is nothing to look for in a list that has never had a row. */}
      {isNew || props.bare ? null : (
        <TableTools
          url={url}
          search={props.search}
          filters={filters}
          columns={choices}
          sorts={sorts}
          exporting={exporting}
        />
      )}
      <SteadyRegion region={region} {...steady}>
        <Body {...{ ...props, list, answer, columns: shown, url, gone: steady.gone }} />
      </SteadyRegion>
      <RangeStatus of={answer.data && { ...range, isBeyond }} />
      {answer.data !== undefined && props.footer ? <Kept of={answer}>{props.footer(answer.data)}</Kept> : null}
      {answer.data !== undefined && (list.length > 0 || url.page > 1 || isBeyond) ? (
        <Pager {...range} url={url} lastRow={list.map(rowId).at(-1)} />
      ) : null}
    </div>
  );
}

/** What is on the page: the list that was asked for, once its rows are there. */
function useShownView(asked: string, { isPlaceholderData }: { isPlaceholderData: boolean }): string {
  const [view, setView] = useState(asked);
  if (!isPlaceholderData && view !== asked) setView(asked);
  return view;
}

/** True without search, filters or a later page: then an empty list means that there are no rows at all. */
function isEverything({ isNarrowed, page, after }: TableUrl): boolean {
  return !isNarrowed && page === 1 && after === '';
}

type BodyProps<E extends Endpoint, Row> = Omit<DataTableProps<E, Row>, 'rows'> & {
  list: readonly Row[];
  gone: ReadonlySet<string>;
  answer: ReturnType<typeof useCall<E>>;
  url: TableUrl;
};

function Body<E extends Endpoint, Row extends object>({ answer, list, url, empty, ...rest }: BodyProps<E, Row>) {
  const waiting = useLasting(answer.isPending);
  const stale = useLasting(answer.isPlaceholderData);
  if (answer.error && answer.data === undefined) {
    const { failed, thrown, unreadable } = rest;
    return <Failed error={answer.error} {...{ failed, thrown, unreadable }} onRetry={() => void answer.refetch()} />;
  }
  if (answer.data !== undefined && list.length === 0) {
    if (isEverything(url)) return <Empty text={empty.text} action={empty.action} />;
    const all = (
      <Button
        variant="default"
        onClick={(event) => {
          focusTools(event.currentTarget.closest(`.${css['list']}`));
          url.reset();
        }}
      >
        {words.table.resetSearch}
      </Button>
    );
    return <Empty text={url.isNarrowed ? words.table.noMatch : empty.text} action={all} />;
  }
  // How many columns there is room for is known only where they are seen.
  const isWaiting = answer.data === undefined || isOnServer;
  return (
    <TableRows
      {...rest}
      list={list}
      sort={url.sort}
      opened={url.opened}
      onSort={(sort) => url.ask({ sort })}
      skeletons={isWaiting ? (waiting ? 'shown' : 'room') : undefined}
      stale={stale}
    />
  );
}
