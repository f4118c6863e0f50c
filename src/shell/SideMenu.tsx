import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { AskSupport } from '#ui/AskSupport.tsx';
import { isHere, type Area, type MenuLink } from './menu.ts';
import { words } from './shell.words.ts';
import { useCounts } from './useCounts.tsx';
import { useMenu } from './useMenu.tsx';
import css from './SideMenu.module.css';

export function SideMenu({ area, className }: { area: Area; className?: string | undefined }) {
  const counts = useCounts(area === 'admin');
  const { pathname } = useLocation();
  const box = useRef<HTMLElement>(null);
  // The admins' menu is longer than a screen; where one is stays in sight.
  useEffect(() => {
    // Its answer is a promise in newer browsers, which React would take for a clean-up.
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={box} className={className} aria-label={words.menu}>
      {useMenu(area).map((group) => (
        <div key={group.links[0]!.to} className={css['group']}>
          {group.title ? <p className={css['title']}>{group.title}</p> : null}
          <ul>
            {group.links.map((link) => (
              <SideLink key={link.to} link={link} count={link.count && counts?.[link.count]} />
            ))}
          </ul>
        </div>
      ))}
      {area === 'admin' ? null : (
        <div className={css['help']}>
          <AskSupport />
        </div>
      )}
    </nav>
  );
}

function SideLink({ link, count }: { link: MenuLink; count: number | undefined }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={link.to} className={css['link']} aria-current={isHere(link.to, pathname) ? 'page' : undefined}>
        <span>{link.label}</span>
        {count ? (
          <span className={`${css['count']} figures`}>
            <span aria-hidden="true">{count}</span>
            <span className="visually-hidden">{words.waiting(count)}</span>
          </span>
        ) : null}
      </Link>
    </li>
  );
}
