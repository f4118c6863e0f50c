/**
 * The frame of every signed-in page: who is here, the bars and menus, live hints, and what happens when a session ends.
 */
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { me as getMe } from '#users/me.api.ts';
import { getWallet } from '#wallet/wallet.api.ts';
import { usd } from '#kernel/money.ts';
import { announce } from '#ui/Announce.tsx';
import { AppProviders } from '#ui/AppProviders.tsx';
import { useCall } from '#ui/call.tsx';
import { keepDraftsOf } from '#ui/drafts.tsx';
import { useEvents } from '#ui/events.tsx';
import { followLeaving } from '#ui/leaving.tsx';
import { sendAs } from '#ui/request.tsx';
import { SessionContext, type Me, type Wallet } from '#ui/session.tsx';
import { toastsFor } from '#ui/toast.tsx';
import { ActingBar, SecureBar } from './ActingBar.tsx';
import { Drawer } from './Drawer.tsx';
import { Head } from './Head.tsx';
import { areaOf, roleAt } from './menu.ts';
import { OnlyWhereAllowed } from './NotYours.tsx';
import { PageBoundary } from './PageError.tsx';
import { words } from './shell.words.ts';
import { SideMenu } from './SideMenu.tsx';
import { SignInDialog } from './SignInDialog.tsx';
import { TopBar, TopLinks } from './TopBar.tsx';
import { useSide } from './useSide.tsx';
import frame from './frame.module.css';
import drawer from './Drawer.module.css';

export default function PortalLayout({ children }: { children?: ReactNode }) {
  return (
    <AppProviders>
      <WithSession>
        <SignInDialog />
        <Frame>{children}</Frame>
      </WithSession>
    </AppProviders>
  );
}

/** Asks who is here and what they can spend, and keeps both live. */
function WithSession({ children }: { children: ReactNode }) {
  const { data: me } = useCall(getMe, {}, { on: ['notice'] });
  const isClient = me?.typeOfUser === 'User';
  const { data } = useCall(getWallet, {}, { enabled: isClient, on: ['wallet'] });
  const wallet: Wallet | undefined = isClient ? data?.users : undefined;
  useEvents();
  useEffect(followLeaving, []);
  useAnnouncedBalance(wallet);
  const own = me?.person ?? me?._id;
  useEffect(() => sendAs(own), [own]);
  const drafter = me?.actingAdmin === undefined ? own : undefined;
  useEffect(() => {
    // What another person typed must not be sent in this one's name.
    if (drafter !== undefined && keepDraftsOf(drafter)) location.reload();
  }, [drafter]);
  const session = useMemo(() => ({ me: me as Me | undefined, wallet }), [me, wallet]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useAnnouncedBalance(wallet: Wallet | undefined): void {
  const known = useRef<bigint>(undefined);
  const now = wallet?.wallet;
  useEffect(() => {
    if (now === undefined || now === known.current) return;
    if (known.current !== undefined) announce(words.balanceNow(usd(now)));
    known.current = now;
  }, [now]);
}

/** After a change of page, reading goes on at its heading. */
function useFocusOnHeading(pathname: string): void {
  const [first] = useState(pathname);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (pathname === first && !moved) return;
    setMoved(true);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname, first, moved]);
}

function Frame({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation();
  // The server has already checked who may see which area; only pages of both wait to know who is signed in.
  const role = useContext(SessionContext).me?.typeOfUser ?? roleAt(pathname);
  const area = areaOf(pathname, role ?? 'User');
  const side = useSide();
  const { closeDrawer } = side;
  useFocusOnHeading(pathname);
  // Whoever chooses the page that they are on has chosen, too.
  useEffect(() => closeDrawer(), [key, closeDrawer]);
  useEffect(() => toastsFor(role === 'Admin' ? 'admin' : 'client'), [role]);
  return (
    <div className={frame['shell']} data-side={side.open ? 'open' : 'closed'}>
      <a className={frame['skip']} href="#content">
        {words.skip}
      </a>
      <Head>
        <ActingBar />
        <SecureBar />
        <TopBar role={role} side={side} />
      </Head>
      {role === undefined ? (
        <div className={frame['side']} />
      ) : side.open ? (
        <SideMenu area={area} className={frame['side']} />
      ) : null}
      <Drawer opened={side.drawer} onClose={side.closeDrawer}>
        {role ? <TopLinks role={role} className={drawer['links']} /> : null}
        {role ? <SideMenu area={area} /> : null}
      </Drawer>
      <main id="content" tabIndex={-1}>
        <PageBoundary key={pathname}>
          <OnlyWhereAllowed>{children}</OnlyWhereAllowed>
        </PageBoundary>
      </main>
    </div>
  );
}
