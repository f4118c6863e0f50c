import type { ReactNode } from 'react';
import { brand } from '#kernel/brand.ts';
import { Icon } from './Icon.tsx';
import css from './PageHeader.module.css';
import { Link } from './router.tsx';

type Props = { title: string; text?: ReactNode; actions?: ReactNode; back?: { to: string; label: string } };

/** The one h1 of a page, the document's title, and the page's actions. */
export function PageHeader({ title, text, actions, back }: Props) {
  return (
    <header className={css['header']} data-head>
      <title>{`${title} · ${brand.name}`}</title>
      {back ? (
        <Link to={back.to} className={css['back']}>
          <Icon name="left" size={16} />
          {back.label}
        </Link>
      ) : null}
      <div className={css['row']}>
        <div>
          {/* Focus comes here after a change of page, so that it is read from its start. */}
          <h1 tabIndex={-1}>{title}</h1>
          {text ? <p className={css['text']}>{text}</p> : null}
        </div>
        {actions ? <div className={css['actions']}>{actions}</div> : null}
      </div>
    </header>
  );
}
