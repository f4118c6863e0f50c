/** What all that was found adds up to, whichever page is shown. Stands in the footer of a list. */
import type { ReactNode } from 'react';
import { words } from './ui.words.ts';
import { useScrolls } from './useScrolls.tsx';
import css from './Sums.module.css';

type SumsProps = {
  /** Above the names of the rows. */
  what: string;
  heads: readonly string[];
  /** Each with as many figures as there are heads; null where more was found than is added up. */
  rows: readonly { name: string; figures: readonly ReactNode[] }[] | null;
  tooMany: string;
};

export function Sums({ what, heads, rows, tooMany }: SumsProps) {
  const scrolls = useScrolls();
  if (rows === null) return <p className={css['toomany']}>{tooMany}</p>;
  return (
    <div className={css['box']} role="group" aria-label={words.table.sums} {...scrolls}>
      <table className={css['sums']}>
        <caption>{words.table.sums}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {heads.map((head, n) => (
                <td key={head}>{figures[n]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
