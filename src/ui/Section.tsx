import { useId, type ReactNode } from 'react';
import css from './Section.module.css';

type Props = { title?: string; text?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A surface with a heading. Never one inside another. */
export function Section({ title, text, actions, children }: Props) {
  const id = useId();
  return (
    <section className={css['section']} data-surface aria-labelledby={title ? id : undefined}>
      {title ? (
        <header className={css['head']}>
          <div>
            <h2 id={id}>{title}</h2>
            {text ? <p className={css['text']}>{text}</p> : null}
          </div>
          {actions ? <div>{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}
