import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './IconButton.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string; children: ReactNode };

/** A button that shows only an icon; the style sheet of its place sets its size. */
export function IconButton({ className = '', children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={`${css['button']} ${className}`}>
      {children}
    </button>
  );
}
