import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './Chip.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Without a border, for less important actions such as resetting the filters. */
  quiet?: boolean;
};

/** A small round button: an amount to start from, a filter to take away. */
export function Chip({ className = '', quiet = false, ...rest }: Props) {
  return <button type="button" {...rest} className={`${css['chip']} ${className}`} data-quiet={quiet || undefined} />;
}

export function Chips({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={css['chips']} role={label === undefined ? undefined : 'group'} aria-label={label}>
      {children}
    </div>
  );
}
