/** Rows picked on several pages, and what can be done with them. */
import { useCallback, useState, type ReactNode } from 'react';
import { Chip } from './Chip.tsx';
import { words } from './ui.words.ts';
import css from './Selection.module.css';

export type Selection<Row> = {
  picked: ReadonlyMap<string, Row>;
  toggle: (rows: readonly Row[], on: boolean) => void;
  clear: () => void;
};

/** The rows themselves are kept, not only their ids, so that sums need no further call. */
export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const toggle = useCallback(
    (rows: readonly Row[], on: boolean) => {
      setPicked((now) => {
        const next = new Map(now);
        rows.forEach((row) => (on ? next.set(rowId(row), row) : next.delete(rowId(row))));
        return next;
      });
    },
    [rowId],
  );
  return { picked, toggle, clear: useCallback(() => setPicked(new Map()), []) };
}

type SelectionBarProps<Row> = {
  selection: Selection<Row>;
  bar: (rows: readonly Row[], clear: () => void) => ReactNode;
};

export function SelectionBar<Row>({ selection, bar }: SelectionBarProps<Row>) {
  const text = words.table.selected(selection.picked.size);
  return (
    <div className={css['bar']} role="region" aria-label={text}>
      <span role="status">{text}</span>
      <Chip quiet onClick={selection.clear}>
        {words.table.clear}
      </Chip>
      {bar([...selection.picked.values()], selection.clear)}
    </div>
  );
}
