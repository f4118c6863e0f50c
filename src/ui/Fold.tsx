import { useId, useState, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import css from './Fold.module.css';

type Props = {
  title: string;
  /** What it says while it is closed. */
  text?: ReactNode;
  /** Whether it is open where there is room; on a phone every fold begins closed. */
  open?: boolean;
  children: ReactNode;
};

/** A section of a long page that is opened when it is wanted; what is in it is asked for then. */
export function Fold({ title, text, open = false, children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(() => open && matchMedia('(min-width: 48em)').matches);
  const [wasOpened, setWasOpened] = useState(opened);
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
        <summary className={css['head']}>
          <h2 id={id}>{title}</h2>
          {text ? <span className={css['text']}>{text}</span> : null}
          <span className={css['mark']}>
            <Icon name="down" size={16} />
          </span>
        </summary>
        {wasOpened ? <div className={css['body']}>{children}</div> : null}
      </details>
    </section>
  );
}
