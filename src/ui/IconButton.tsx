import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './IconButton.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string } & (
    | { children: ReactNode }
    /** Drawn by the style sheet, without an element: for the buttons of every row of a list. */
    | { sign: 'copy' | 'check' | 'down' | 'up' }
  );

/** A button that shows only an icon; the style sheet of its place sets its size. */
export function IconButton({ className = '', ...rest }: Props) {
  const { sign, ...its } = { sign: undefined, ...rest };
  return <button type="button" {...its} data-sign={sign} className={`${css['button']} ${className}`} />;
}
