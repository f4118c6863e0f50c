import type { ButtonHTMLAttributes, Ref } from 'react';
import css from './RowButton.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> | undefined; quiet?: boolean };

/**
 * A button in a row of a list, as Mantine's small one looks: one element instead of three, as a list has fifty of them.
 * `quiet`: not what one came for.
 */
export function RowButton({ quiet = false, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      data-word
      data-quiet={quiet || undefined}
      className={`${css['button']} ${className}`}
    />
  );
}
