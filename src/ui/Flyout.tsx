/**
 * Something that opens under its button: a menu, a list of notices, a choice of columns. Plain disclosure, no portal.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import css from './Flyout.module.css';

type FlyoutButton = { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void };

type Props = {
  /** The button that opens it; spread the given props on a real button. */
  button: (props: FlyoutButton) => ReactNode;
  children: (close: () => void) => ReactNode;
  className?: string;
  label?: string;
  /** On a phone it is as wide as the screen instead of its button. */
  wide?: boolean;
};

export function Flyout({ button, children, className = '', label, wide = false }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!opened) return undefined;
    const close = () => setOpened(false);
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      focusButton(id);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', byKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', byKey);
    };
  }, [opened, id]);
  // What was chosen in it goes with it.
  const leave = () => {
    setOpened(false);
    focusButton(id);
  };
  return (
    <div ref={box} className={css['flyout']}>
      {button({ 'aria-expanded': opened, 'aria-controls': id, onClick: () => setOpened(!opened) })}
      <div
        id={id}
        className={`${css['panel']} ${className}`}
        data-flyout
        data-surface
        data-wide={wide || undefined}
        role={label ? 'group' : undefined}
        aria-label={label}
        hidden={!opened}
      >
        {opened ? children(leave) : null}
      </div>
    </div>
  );
}

/** Back to the button, unless somebody has gone on elsewhere before an answer closed what it had opened. */
function focusButton(panel: string): void {
  const box = document.getElementById(panel)?.parentElement;
  const at = document.activeElement;
  if (at === document.body || box?.contains(at)) box?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
}
