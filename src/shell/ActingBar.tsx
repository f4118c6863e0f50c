/** While an admin looks at a client's area: whose it is, how long it lasts, and the way back, on every page. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { stopLoginAs } from '#auth/auth.api.ts';
import { useChange } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { useMe } from '#ui/session.tsx';
import { words } from './shell.words.ts';
import css from './ActingBar.module.css';

const back = '/admin/dashboard/UserAdsInformation';

function useMinutesLeft(until: Date | undefined): number {
  const left = () => Math.max(0, Math.ceil(((until?.getTime() ?? 0) - Date.now()) / 60_000));
  const [minutes, setMinutes] = useState(left);
  useEffect(() => {
    setMinutes(left());
    const timer = setInterval(() => setMinutes(left()), 5_000);
    return () => clearInterval(timer);
    // `left` only reads `until`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [until]);
  return minutes;
}

export function ActingBar() {
  const { username, actingAdmin, until } = useMe();
  const minutes = useMinutesLeft(until);
  const stop = useChange(stopLoginAs, { failed: words.stopFailed, done: () => location.assign(back) });
  if (actingAdmin === undefined) return null;
  return (
    <div className={css['acting']} role="region" aria-label={words.acting(username)}>
      <Icon name="eye" />
      <span>{words.acting(username)}</span>
      <span className={`figures ${css['left']}`}>{words.minutesLeft(minutes)}</span>
      <Button size="compact-sm" color="calm" loading={stop.busy} onClick={() => stop.send()}>
        {words.stop}
      </Button>
    </div>
  );
}

const settings = '/dashboard/settings';

/** An agency may ask two-factor sign-in of every admin; until it is set up nothing else is answered. */
export function SecureBar() {
  const { twoFactorMissing } = useMe();
  const { pathname } = useLocation();
  if (twoFactorMissing !== true) return null;
  return (
    <div className={css['acting']} role="region" aria-label={words.secure}>
      <Icon name="key" />
      <span>{words.secure}</span>
      {pathname === settings ? null : <Link to={settings}>{words.secureNow}</Link>}
    </div>
  );
}
