/**
 * A table without search or sorting, for the middle of a page. It scrolls by itself where it is wider than the page.
 */
import type { ReactNode } from 'react';
import { useScrolls } from './useScrolls.tsx';
import css from './PlainTable.module.css';

type Props = {
  label: string;
  /** A visible heading; without one the label is only read by screen readers. */
  caption?: boolean;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  empty: string;
  right?: readonly number[];
};

export function PlainTable({ label, caption = false, heads, rows, empty, right = [] }: Props) {
  const scrolls = useScrolls();
  if (rows.length === 0) {
    return (
      <div>
        {caption ? <h3 className={css['caption']}>{label}</h3> : null}
        <p className={css['quiet']}>{empty}</p>
      </div>
    );
  }
  return (
    <div {...scrolls} className={css['scroll']} role="region" aria-label={label}>
      <table className={css['table']}>
        {caption ? <caption className={css['caption']}>{label}</caption> : null}
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" data-right={right.includes(place) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={heads[place]} data-right={right.includes(place) || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
