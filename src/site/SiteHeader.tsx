/** The header of the public site. Its menus are `details`, so that they open by click and keyboard without a script. */
import type { ReactNode } from 'react';
import { onSite } from '#platforms/platforms.ts';
import { useDrawing, useFacts } from './drawing.tsx';
import { onlyOn } from './facts.ts';
import { Logo } from './SiteMarks.tsx';
import { words } from './site.words.ts';

/** The platforms that are switched on, each with its page. */
export function useBusiness() {
  return onlyOn(useFacts(), onSite).map(({ site: { at, name, note } }) => ({ href: at[0], label: name, note }));
}

export const policies = [
  { href: '/privacy-policy', label: words.privacy },
  { href: '/termof-services', label: words.terms },
  { href: '/refund-policy', label: words.refund },
] as const;

function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const { address } = useDrawing();
  const isHere = address === href || (href === '/' && address === '/homepage');
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

function WideMenu() {
  return (
    <nav className="wide" aria-label={words.mainMenu}>
      <NavLink href="/">{words.home}</NavLink>
      <details data-drop="" name="menu">
        <summary>{words.business}</summary>
        <ul>
          {useBusiness().map(({ href, label, note }) => (
            <li key={href}>
              <NavLink href={href}>
                {label} <small>{note}</small>
              </NavLink>
            </li>
          ))}
        </ul>
      </details>
      <NavLink href="/contact-us">{words.contact}</NavLink>
      <details data-drop="" name="menu">
        <summary>{words.policy}</summary>
        <ul>
          {policies.map(({ href, label }) => (
            <li key={href}>
              <NavLink href={href}>{label}</NavLink>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function NarrowMenu() {
  const links = [
    { href: '/', label: words.home },
    ...useBusiness(),
    { href: '/contact-us', label: words.contact },
    ...policies,
  ];
  return (
    <details className="narrow" data-drop="">
      <summary>
        <span className="bars" aria-hidden="true" />
        <span className="visually-hidden">{words.menu}</span>
      </summary>
      <nav aria-label={words.phoneMenu}>
        {links.map(({ href, label }) => (
          <NavLink key={href} href={href}>
            {label}
          </NavLink>
        ))}
        <NavLink href="/login">{words.login}</NavLink>
      </nav>
    </details>
  );
}

export function SiteHeader() {
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href="/">
          <Logo />
          {useFacts().brand.name}
        </a>
        <WideMenu />
        <div className="doors">
          <a className="login" href="/login">
            {words.login}
          </a>
          <a className="button small" href="/register">
            {words.register}
          </a>
        </div>
        <NarrowMenu />
      </div>
    </header>
  );
}
