import type { ReactNode } from 'react';
import { words } from './ui.words.ts';
import css from './Facts.module.css';

/** Names and values, e.g. of one request. Missing values show a dash. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={css['facts']}>
      {items.map(([label, value]) => (
        <div key={label} className={css['fact']}>
          <dt>{label}</dt>
          <dd>{value === undefined || value === null || value === '' ? words.unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
