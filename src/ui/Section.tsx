import { useId, type ReactNode } from 'react';

type Props = { title?: string; text?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A surface with a heading. Never one inside another. */
export function Section({ title, text, actions, children }: Props) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={title ? id : undefined}>
      {title ? (
        <div className="section-head">
          <div>
            <h2 id={id}>{title}</h2>
            {text ? <p className="section-text">{text}</p> : null}
          </div>
          {actions ? <div className="section-actions">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
