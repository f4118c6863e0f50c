import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from './Icon.tsx';
import { isWide } from './screen.tsx';
import css from './Fold.module.css';

type Props = {
  /** An address that ends with `#` and this leads here, and opens it. */
  anchor?: string;
  title: string;
  /** What it says while it is closed. */
  text?: ReactNode;
  /** What it says first once it is open. */
  hint?: ReactNode;
  /** Whether it is open where there is room; on a phone every fold begins closed. */
  open?: boolean;
  children: ReactNode;
};

/** A section of a long page that is opened when it is wanted; what is in it is asked for then. */
export function Fold({ anchor, title, text, hint, open = false, children }: Props) {
  const id = useId();
  const { hash, key } = useLocation();
  const isNamed = anchor !== undefined && hash === `#${anchor}`;
  const head = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(() => isNamed || (open && isWide(48)));
  const [wasOpened, setWasOpened] = useState(opened);
  useEffect(() => {
    if (!isNamed) return;
    setOpened(true);
    setWasOpened(true);
    head.current?.scrollIntoView({ block: 'start' });
    head.current?.focus({ preventScroll: true });
  }, [isNamed, key]);
  return (
    <section className={css['fold']} data-surface aria-labelledby={id}>
      <details
        open={opened}
        onToggle={(event) => {
          const now = event.currentTarget.open;
          setOpened(now);
          if (now) setWasOpened(true);
        }}
      >
        <summary ref={head} className={css['head']}>
          <h2 id={id}>{title}</h2>
          {text ? <span className={css['text']}>{text}</span> : null}
          <span className={css['mark']}>
            <Icon name="down" size={16} />
          </span>
        </summary>
        {wasOpened ? (
          <div className={css['body']}>
            {hint ? <p className={css['hint']}>{hint}</p> : null}
            {children}
          </div>
        ) : null}
      </details>
    </section>
  );
}
