import { useMantineColorScheme } from '@mantine/core';
import { logout } from '#auth/auth.api.ts';
import { useChange } from '#ui/call.tsx';
import { Flyout } from '#ui/Flyout.tsx';
import { Icon } from '#ui/Icon.tsx';
import { leaveFor } from '#ui/leaving.tsx';
import { Link } from '#ui/router.tsx';
import { useMe } from '#ui/session.tsx';
import type { ThemeChoice } from '#ui/theme-choice.ts';
import { words } from './shell.words.ts';
import css from './UserMenu.module.css';

const themes = [
  { choice: 'auto', icon: 'screen' },
  { choice: 'light', icon: 'sun' },
  { choice: 'dark', icon: 'moon' },
] as const satisfies readonly { choice: ThemeChoice; icon: string }[];

export function UserMenu() {
  const { username, emailId, typeOfUser, role } = useMe();
  const leave = useChange(logout, { failed: words.logoutFailed, done: () => leaveFor('/login') });
  return (
    <Flyout
      wide
      className={css['panel']}
      button={(props) => (
        <button type="button" className={css['button']} {...props}>
          <span className={css['mark']} data-letter={([...username][0] ?? '').toUpperCase()} />
          <span className="visually-hidden">{words.accountOf}</span> <span className={css['name']}>{username}</span>
          <Icon name="down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <>
          <p className={css['mail']}>
            {emailId}
            {typeOfUser === 'Admin' ? <span className={css['role']}>{words.roleIs(role)}</span> : null}
          </p>
          <Link to="/dashboard/user-profile" className={css['item']} onClick={close}>
            <Icon name="user" />
            {words.profile}
          </Link>
          <Link to="/dashboard/settings" className={css['item']} onClick={close}>
            <Icon name="settings" />
            {words.settings}
          </Link>
          <Themes />
          <button type="button" className={css['item']} disabled={leave.busy} onClick={() => leave.send()}>
            <Icon name="logout" />
            {words.logout}
          </button>
        </>
      )}
    </Flyout>
  );
}

function Themes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={css['themes']}>
      <legend>{words.appearance}</legend>
      {themes.map(({ choice, icon }) => (
        <label key={choice} className={css['item']}>
          <Icon name={icon} />
          {words.themes[choice]}
          <input type="radio" name="theme" checked={colorScheme === choice} onChange={() => setColorScheme(choice)} />
        </label>
      ))}
    </fieldset>
  );
}
