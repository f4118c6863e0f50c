/** The columns of a list, and which of them are shown: the choice is remembered under the list's name. */
import { useEffect, useState, type ReactNode } from 'react';
import { choicesOf, keepChoice } from './choices.tsx';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name in the list's allow-list, where it can be sorted by this. */
  sort?: string;
  align?: 'right';
  /** Names and words: they have two lines where there is no room for one, and what stands beside them stays whole. */
  wraps?: true;
  /** Not shown until chosen. */
  hidden?: true;
  /** Left out of the cards on a phone. */
  onCard?: false;
  /** Only on the cards of a phone. */
  onTable?: false;
  /** Stays in sight at the right while a wide table scrolls: the column of a row's buttons. One at most. */
  sticky?: true;
  /** Leaves the table where the window has at most so many pixels, so that no figure is cut; cards show it. */
  wide?: 1280 | 1440;
  /** The heading of a card. */
  title?: true;
  /** Stands below the column before it, so that a wide list fits its page; on a card it has a line of its own. */
  under?: true;
  /** Its place on a card: beside the heading, below it as the figure that matters, or small at the left or right. */
  card?: 'corner' | 'figure' | 'left' | 'right';
};

export function useColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  /** By column id. Columns that were added since use their own default. */
  const [choice, setChoice] = useState(() => choicesOf(`columns:${name}`));
  useEffect(() => keepChoice(`columns:${name}`, JSON.stringify(choice)), [name, choice]);
  const isShown = ({ id, hidden }: Column<Row>) => choice[id] ?? hidden !== true;
  const choices = columns.map((column) => ({
    id: column.id,
    header: column.header,
    visible: isShown(column),
    toggle: () => setChoice((now) => ({ ...now, [column.id]: !isShown(column) })),
  }));
  return { shown: columns.filter(isShown), choices };
}
