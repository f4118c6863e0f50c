import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Link } from './router.tsx';
import { dismiss, onToasts, toasts, type Toast } from './toast.tsx';
import { words } from './ui.words.ts';
import css from './Toaster.module.css';

const icons: Record<Toast['tone'], IconName> = { good: 'check', bad: 'warning', calm: 'info' };
const none: readonly Toast[] = [];

/**
 * The place of the toasts. A toast does not close while the pointer moves over it or it has the focus; a pointer that
 * was already there and does not move does not count.
 */
export function Toaster() {
  const shown = useSyncExternalStore(onToasts, toasts, () => none);
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLElement>(null);
  const before = useRef(shown);
  // One that goes takes the focus with it, of which the browser tells nobody; a pointer is told of when it moves.
  useLayoutEffect(() => {
    const went = before.current.some((toast) => !shown.includes(toast));
    before.current = shown;
    if (went) setHeld((now) => now && box.current?.contains(document.activeElement) === true);
  }, [shown]);
  return (
    // Pointing only stops the clock; everything can be done without it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={box}
      className={css['toasts']}
      aria-label={words.toasts}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}

function OneToast({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, tone, text, link, closesAfter } = toast;
  useEffect(() => {
    if (closesAfter === undefined || held) return undefined;
    const timer = setTimeout(() => dismiss(id), closesAfter);
    return () => clearTimeout(timer);
  }, [id, closesAfter, held]);
  return (
    // Successes are read by the page's live region; a failure is read at once (role alert).
    <div className={css['toast']} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <p>
        {link === undefined ? (
          text
        ) : (
          <Link to={link} onClick={() => dismiss(id)}>
            {text}
          </Link>
        )}
      </p>
      <IconButton className={css['close']} aria-label={words.dismiss} onClick={() => dismiss(id)}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  );
}
