import { useDeferredValue, useLayoutEffect, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { brand } from '#kernel/brand.ts';
import { Icon } from './Icon.tsx';
import css from './Page.module.css';
import { Link } from './router.tsx';
import { isOnServer } from './screen.tsx';

type HeaderProps = { title: string; text?: ReactNode; actions?: ReactNode; back?: { to: string; label: string } };

/** A page under the one h1 that it has. */
export function Page({ children, ...header }: HeaderProps & { children?: ReactNode }) {
  return (
    <>
      <Header {...header} />
      <Rest>{children}</Rest>
    </>
  );
}

/**
 * What stands under the heading is drawn after the heading was seen: a press on a link is answered at once, however
 * long its page is. Where one goes back, or to a part of a page, all of it is needed to find the place.
 */
function Rest({ children }: { children: ReactNode }) {
  const [how, { hash }] = [useNavigationType(), useLocation()];
  const atOnce = how === 'POP' || hash !== '';
  return useDeferredValue(true, atOnce ? undefined : false) ? children : null;
}

/** The document's one title, which React's own would stand beside. While a page has none it is the agency's name. */
export function Title({ of }: { of: string }) {
  useLayoutEffect(() => {
    document.title = of;
    return () => {
      document.title = brand.name;
    };
  }, [of]);
  return isOnServer ? <title>{of}</title> : null;
}

/** The heading, and the page's actions beside it. */
function Header({ title, text, actions, back }: HeaderProps) {
  return (
    <header className={css['header']} data-head>
      <Title of={`${title} · ${brand.name}`} />
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
