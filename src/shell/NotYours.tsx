/**
 * Around every page: one that is not for the role of whoever is here says so instead of failing, and so does one of a
 * platform that is switched off.
 */
import { Button } from '@mantine/core';
import { useContext, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { adminRoles, mayCall } from '#kernel/access.ts';
import { onByDefault, platformAt } from '#platforms/platforms.ts';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { SessionContext, useMayCall } from '#ui/session.tsx';
import { accessAt } from './menu.ts';
import { words } from './shell.words.ts';

export function OnlyWhereAllowed({ children }: { children: ReactNode }) {
  const { me } = useContext(SessionContext);
  const may = useMayCall();
  const { pathname } = useLocation();
  const [access, platform] = [accessAt(pathname), platformAt(pathname)];
  const isOff = platform && !(me?.features ?? onByDefault).includes(platform);
  if (!isOff && (!access || may({ access }))) return children;
  // Not before it is known who is here.
  if (!me) return null;
  if (isOff || !access) return <Page title={words.nowhereTitle} text={words.nowhereText} />;
  const roles = adminRoles.filter((role) => mayCall(access, { typeOfUser: 'Admin', role }));
  return (
    <Page title={words.notYoursTitle} text={words.notYoursText(roles, me.role)}>
      <Button component={Link} to="/admin/queue" variant="default">
        {words.toQueue}
      </Button>
    </Page>
  );
}
