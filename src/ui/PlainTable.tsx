/**
 * A table without search or sorting, for the middle of a page. One of four columns or more shows each row as a card on
 * a phone; any other scrolls by itself where it is wider than the page.
 */
import type { ReactNode } from 'react';
import { useScrolls } from './useScrolls.tsx';
import css from './PlainTable.module.css';
import shape from './Cards.module.css';

type Props = {
  label: string;
  /** A visible heading; without one the label is only read by screen readers. */
  caption?: boolean;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** What each row is about: what somebody has opened in a row stays with it while others come in above. */
  ids?: readonly string[];
  empty: string;
  right?: readonly number[];
};

export function PlainTable({ label, caption = false, heads, rows, ids = [], empty, right = [] }: Props) {
  const cards = heads.length > 3;
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
    <div {...scrolls} className={`${css['scroll']} ${cards ? shape['box'] : ''}`} role="group" aria-label={label}>
      <table className={`${css['table']} ${cards ? shape['cards'] : ''}`} role="table" data-cards={cards || undefined}>
        {caption ? <caption className={css['caption']}>{label}</caption> : null}
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head, place) => (
              <th key={head} role="columnheader" scope="col" data-right={right.includes(place) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((cells, row) => (
            <tr key={ids[row] ?? row} role="row">
              {cells.map((cell, place) => (
                <td
                  key={heads[place]}
                  role="cell"
                  data-label={heads[place]}
                  data-title={(cards && place === 0) || undefined}
                  data-right={right.includes(place) || undefined}
                >
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
