import { ActionIcon } from '@mantine/core';
import { useLocation } from 'react-router';
import { brand } from '#kernel/brand.ts';
import { usd } from '#kernel/money.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { ConnectionBanner } from '#ui/ConnectionBanner.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Link } from '#ui/router.tsx';
import { useWallet } from '#ui/session.tsx';
import { FindSoon, useFindKey } from './FindSoon.tsx';
import { NoticesBell } from './NoticesBell.tsx';
import { words } from './shell.words.ts';
import { UserMenu } from './UserMenu.tsx';
import { useCounts } from './useCounts.tsx';
import type { Side } from './useSide.tsx';
import css from './TopBar.module.css';

/** It weighs on no page: until it is there, and where it can't be had, a bare field takes what is typed. */
const Finder = late(() => import('./Finder.tsx').then((part) => part.Finder), FindSoon, FindSoon);

type Role = 'User' | 'Admin' | undefined;

const homeOf = (role: Role) => (role === 'Admin' ? '/admin/dashboard' : '/dashboard');

export function TopBar({ role, side }: { role: Role; side: Side }) {
  useFindKey();
  return (
    <header className={css['topbar']} data-role={role}>
      <ActionIcon
        variant="subtle"
        className={`${css['toggle']} ${css['wide']}`}
        aria-label={side.open ? words.hideSide : words.showSide}
        aria-expanded={side.open}
        onClick={side.toggle}
      >
        <Icon name="panel" size={20} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        className={`${css['toggle']} ${css['narrow']}`}
        aria-label={words.openMenu}
        onClick={side.openDrawer}
      >
        <Icon name="menu" size={20} />
      </ActionIcon>
      <Link to={homeOf(role)} className={css['brand']}>
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <path d={brand.logoPath} fill="currentColor" />
        </svg>
        <span>{brand.name}</span>
      </Link>
      {role ? <TopLinks role={role} className={css['links']} /> : null}
      <div className={css['rest']}>
        {role === 'User' ? <Balance /> : null}
        {role === 'User' ? <NoticesBell /> : null}
        {role ? <Finder key={role} role={role} /> : null}
        {role === 'Admin' ? <Waiting /> : null}
        <UserMenu />
        <ConnectionBanner />
      </div>
    </header>
  );
}

const addMoney = '/kimi/wallet/addmoney-table';

export function TopLinks({ role, className }: { role: 'User' | 'Admin'; className: string | undefined }) {
  const path = useLocation().pathname.toLowerCase();
  const home = homeOf(role);
  const ofPlatforms = usePlatforms().map(({ name, pages }) => ({ label: name, to: pages.list[0], under: pages.root }));
  const links = [
    { label: words.home, to: home, under: undefined },
    ...(role === 'User' ? [...ofPlatforms, { label: words.addMoney, to: addMoney, under: addMoney }] : []),
  ];
  return (
    <nav className={className} aria-label={words.mainMenu}>
      {links.map(({ label, to, under }) => {
        const here = under === undefined ? path === to : path.startsWith(under);
        return (
          <Link key={to} to={to} aria-current={here ? (path === to.toLowerCase() ? 'page' : 'true') : undefined}>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

/** What can be spent, with what is held beside it and never added to it. */
function Balance() {
  const wallet = useWallet();
  return (
    <Link to="/kimi/wallet/statement" className={css['balance']} aria-busy={wallet === undefined}>
      <span className="visually-hidden">{words.balance}: </span>
      <span className={`${css['now']} figures`} translate="no">
        {wallet ? usd(wallet.wallet) : '$…'}
      </span>
      {wallet && wallet.held > 0n ? (
        <span className={`${css['held']} figures`}>{words.held(usd(wallet.held))}</span>
      ) : null}
    </Link>
  );
}

function Waiting() {
  const all = useCounts(true)?.all;
  if (!all?.mine) return null;
  return (
    <Link to="/admin/queue" className={`${css['pill']} figures reach`}>
      <span className={css['long']}>{words.waiting(all)}</span>
      <span className={css['short']} aria-hidden="true">
        {words.waitingShort(all)}
      </span>
    </Link>
  );
}
