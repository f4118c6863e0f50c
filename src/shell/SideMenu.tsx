import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { AskSupport } from '#ui/AskSupport.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { isHere, type Area, type MenuLink } from './menu.ts';
import { words, type Waiting } from './shell.words.ts';
import { added, useCounts } from './useCounts.tsx';
import { useGroups } from './useGroups.tsx';
import { useMenu } from './useMenu.tsx';
import css from './SideMenu.module.css';

export function SideMenu({ area, className }: { area: Area; className?: string | undefined }) {
  const counts = useCounts(area === 'admin');
  const { pathname } = useLocation();
  const box = useRef<HTMLElement>(null);
  // The admins' menu is longer than a screen; where one is stays in sight.
  useEffect(() => {
    const here = box.current?.querySelector('[aria-current]');
    if (!here) return undefined;
    // Told once all was laid out anyway: to scroll before would lay out the page for it alone.
    const watch = new IntersectionObserver(([seen]) => {
      watch.disconnect();
      if (seen!.intersectionRatio < 1) here.scrollIntoView({ block: 'nearest' });
    });
    watch.observe(here);
    return () => watch.disconnect();
  }, [pathname]);
  const groups = useGroups();
  return (
    <nav ref={box} className={className} aria-label={words.menu}>
      {useMenu(area).map(({ title, closed, links }) => {
        const list = (
          <ul>
            {links.map((link) => (
              <SideLink key={link.to} link={link} count={link.count && counts?.[link.count]} />
            ))}
          </ul>
        );
        if (title === undefined)
          return (
            <div key="first" className={css['group']}>
              {list}
            </div>
          );
        // Where one is stays in sight, whatever was folded up.
        const here = links.some(({ to }) => isHere(to, pathname));
        const open = here || (groups.isOpen(title) ?? !closed);
        const waiting = links.reduce(
          (sum, { count }) => added(sum, count && counts?.[count]),
          added(undefined, undefined),
        );
        return (
          <div key={title} className={css['group']}>
            <button
              type="button"
              className={css['title']}
              aria-expanded={open}
              disabled={here}
              onClick={() => groups.keep(title, !open)}
            >
              <span>{title}</span>
              {open ? null : <Count count={waiting} />}
              <Icon name={open ? 'up' : 'down'} size={13} />
            </button>
            {open ? list : null}
          </div>
        );
      })}
      {area === 'admin' ? null : (
        <div className={css['help']}>
          <AskSupport />
        </div>
      )}
    </nav>
  );
}

function SideLink({ link, count }: { link: MenuLink; count: Waiting | undefined }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={link.to} className={css['link']} aria-current={isHere(link.to, pathname) ? 'page' : undefined}>
        <span>{link.label}</span>
        <Count count={count} />
      </Link>
    </li>
  );
}

function Count({ count }: { count: Waiting | undefined }) {
  if (!count?.mine) return null;
  return (
    <span className={`${css['count']} figures nobreak`}>
      <span aria-hidden="true">{words.count(count)}</span>
      <span className="visually-hidden">{words.waiting(count)}</span>
    </span>
  );
}
