/** The rows of a list: a table where there is room, cards on a phone. One set of elements serves both. */
import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import type { Column } from './useColumns.tsx';
import { useScrolls } from './useScrolls.tsx';
import { Gone, useIsGone } from './Steady.tsx';
import { words } from './ui.words.ts';
import css from './TableRows.module.css';
import cards from './Cards.module.css';

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  list: readonly Row[];
  /** Rows that stay although they are no longer in the list. */
  gone: ReadonlySet<string>;
  rowId: (row: Row) => string;
  rowName?: ((row: Row) => string) | undefined;
  expand?: ((row: Row) => ReactNode) | undefined;
  onRowOpen?: ((row: Row) => void) | undefined;
  /** The row that a link opened. */
  opened: string;
  sort: string;
  onSort: (sort: string) => void;
  /** While nothing has loaded: the space is reserved at once, the skeleton appears after a short delay. */
  skeletons: 'room' | 'shown' | undefined;
  stale: boolean;
};

/**
 * The rows that were decided, paid or taken back while they were being looked at: they stay marked until they leave the
 * page.
 */
function useChanged<Row>(list: readonly Row[], rowId: (row: Row) => string): ReadonlySet<string> {
  const seen = useRef<ReadonlyMap<string, string>>(new Map());
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const now = new Map(list.map((row) => [rowId(row), stateOf(row)]));
    const moved = [...now].flatMap(([id, state]) => ((seen.current.get(id) ?? state) === state ? [] : [id]));
    seen.current = now;
    if (moved.length > 0) setChanged((before) => new Set([...before, ...moved]));
  }, [list, rowId]);
  return changed;
}

/** The state of a row; refunds name this field differently. */
function stateOf(row: unknown): string {
  const { state, applyState } = row as { state?: string; applyState?: string };
  return state ?? applyState ?? '';
}

export function TableRows<Row>(props: Props<Row>) {
  const { caption, columns, list, skeletons, stale, expand } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (props.opened !== '') setOpened(new Set([props.opened]));
  }, [props.opened]);
  const changed = useChanged(list, props.rowId);
  const toggleOpened = (id: string) =>
    setOpened((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const span = stacksOf(columns).length + (expand ? 1 : 0);
  return (
    <div
      {...useScrolls()}
      className={`${css['box']} ${cards['box']}`}
      role="group"
      aria-label={caption}
      aria-busy={skeletons !== undefined || stale}
    >
      <table className={`${css['table']} ${cards['cards']}`} role="table" data-stale={stale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <Head {...props} />
        <tbody role="rowgroup">
          {skeletons
            ? Array.from({ length: 5 }, (_, line) => (
                <SkeletonRow key={line} columns={span} shown={skeletons === 'shown'} />
              ))
            : list.map((row) => (
                <Gone key={props.rowId(row)} value={props.gone.has(props.rowId(row))}>
                  <OneRow
                    {...{ ...props, row, span }}
                    isOpen={opened.has(props.rowId(row))}
                    isChanged={changed.has(props.rowId(row))}
                    onToggle={toggleOpened}
                  />
                </Gone>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({ columns, expand, sort, onSort }: Props<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {stacksOf(columns).map(([column, under]) =>
          under === undefined ? (
            <HeadCell key={column.id} as="th" {...{ column, sort, onSort }} />
          ) : (
            <th key={column.id} role="none" data-cell="stack">
              <HeadCell as="div" {...{ column, sort, onSort }} />
              <HeadCell as="div" {...{ sort, onSort }} column={under} />
            </th>
          ),
        )}
        {expand ? (
          <th role="columnheader" data-cell="expand">
            <span className="visually-hidden">{words.table.details}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

/** The columns as they stand beside each other, each with the one that stands below it. */
function stacksOf<Row>(columns: readonly Column<Row>[]): [Column<Row>, Column<Row>?][] {
  const stacks: [Column<Row>, Column<Row>?][] = [];
  for (const column of columns) {
    const above = stacks.at(-1);
    if (column.under && above?.length === 1) above.push(column);
    else stacks.push([column]);
  }
  return stacks;
}

type HeadCellProps<Row> = { as: 'th' | 'div'; column: Column<Row>; sort: string; onSort: (sort: string) => void };

function HeadCell<Row>({ as: Cell, column, sort, onSort }: HeadCellProps<Row>) {
  const up = column.sort !== undefined && sort === column.sort;
  const down = column.sort !== undefined && sort === `-${column.sort}`;
  const next = up ? `-${column.sort}` : down ? '' : (column.sort ?? '');
  return (
    <Cell
      role="columnheader"
      data-sticky={column.sticky}
      data-align={column.align}
      data-ontable={column.onTable === false ? 'no' : undefined}
      data-wide={column.wide}
      aria-sort={up ? 'ascending' : down ? 'descending' : column.sort ? 'none' : undefined}
    >
      {column.sort === undefined ? (
        column.header
      ) : (
        <button type="button" className={css['sort']} data-on={up || down || undefined} onClick={() => onSort(next)}>
          {column.header}
          <Icon name={up ? 'up' : down ? 'down' : 'sort'} size={14} />
        </button>
      )}
    </Cell>
  );
}

function BodyCell<Row>({ as: Cell, column, row }: { as: 'td' | 'div'; column: Column<Row>; row: Row }) {
  return (
    <Cell
      role="cell"
      data-label={column.header}
      data-align={column.align}
      data-wraps={column.wraps}
      data-sticky={column.sticky}
      data-title={column.title}
      data-card={column.card}
      data-oncard={column.onCard === false ? 'no' : undefined}
      data-ontable={column.onTable === false ? 'no' : undefined}
      data-wide={column.wide}
    >
      {column.cell(row)}
    </Cell>
  );
}

/**
 * A click on a link or button inside a row, or anywhere in the cell where buttons stand, is not one on the row; nor is
 * one in a window that such a button has opened, which React hands on to the row all the same.
 */
function isOnControl({ target, currentTarget }: MouseEvent | KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return !currentTarget.contains(target) || target.closest(controls) !== null;
}

const controls = 'a, button, input, select, textarea, label, [data-sticky]';

type OneRowProps<Row> = Props<Row> & {
  row: Row;
  isOpen: boolean;
  isChanged: boolean;
  onToggle: (id: string) => void;
  span: number;
};

function OneRow<Row>(props: OneRowProps<Row>) {
  const { row, columns, rowId, rowName, expand, onRowOpen, isOpen, isChanged, onToggle, span } = props;
  const id = rowId(row);
  const name = rowName?.(row) ?? id;
  const open = onRowOpen ? () => onRowOpen(row) : expand ? () => onToggle(id) : undefined;
  const byMouse = open ? (event: MouseEvent) => !isOnControl(event) && open() : undefined;
  const byKey = onRowOpen
    ? (event: KeyboardEvent) => event.key === 'Enter' && !isOnControl(event) && onRowOpen(row)
    : undefined;
  return (
    <Fragment>
      <tr
        role="row"
        data-row={id}
        data-open={isOpen || undefined}
        data-changed={isChanged || undefined}
        data-gone={useIsGone() || undefined}
        data-clickable={open ? true : undefined}
        tabIndex={onRowOpen ? 0 : undefined}
        onClick={byMouse}
        onKeyDown={byKey}
      >
        {stacksOf(columns).map(([column, under]) =>
          under === undefined ? (
            <BodyCell key={column.id} as="td" {...{ column, row }} />
          ) : (
            <td key={column.id} role="none" data-cell="stack">
              <BodyCell as="div" {...{ column, row }} />
              <BodyCell as="div" {...{ row }} column={under} />
            </td>
          ),
        )}
        {expand ? (
          <td role="cell" data-cell="expand">
            <IconButton
              className={css['opener']}
              aria-expanded={isOpen}
              aria-label={isOpen ? words.table.collapse(name) : words.table.expand(name)}
              sign={isOpen ? 'up' : 'down'}
              onClick={() => onToggle(id)}
            />
          </td>
        ) : null}
      </tr>
      {expand && isOpen ? (
        <tr role="row" data-expanded>
          <td role="cell" colSpan={span}>
            {expand(row)}
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

function SkeletonRow({ columns, shown }: { columns: number; shown: boolean }) {
  return (
    <tr role="row" aria-hidden="true" className={css['skeleton']} data-shown={shown || undefined}>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span>{'\u00a0'}</span>
        </td>
      ))}
    </tr>
  );
}
