import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './IconButton.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string; children: ReactNode };

/** A button that is a sign and nothing else; how large it is says where it stands. */
export function IconButton({ className = '', children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={`${css['button']} ${className}`}>
      {children}
    </button>
  );
}
