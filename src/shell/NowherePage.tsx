/** An address that is no page, for somebody who is signed in: the bars and the menu stay, and so does the way back. */
import { Button } from '@mantine/core';
import { AskSupport } from '#ui/AskSupport.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { useMe } from '#ui/session.tsx';
import css from './PageError.module.css';
import { words } from './shell.words.ts';

export default function NowherePage() {
  const { typeOfUser } = useMe();
  return (
    <Page title={words.nowhereTitle} text={words.nowhereText}>
      <div className={css['error']}>
        <Button component={Link} to={typeOfUser === 'Admin' ? '/admin/dashboard' : '/dashboard'}>
          {words.toDashboard}
        </Button>
        <AskSupport />
      </div>
    </Page>
  );
}
