import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { logout } from '#auth/auth.api.ts';
import { useChange } from '#ui/call.tsx';
import { dropAllDrafts } from '#ui/drafts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useMe } from '#ui/session.tsx';
import type { ThemeChoice } from '#ui/theme-choice.ts';
import { words } from './shell.words.ts';

const themes = [
  { choice: 'auto', icon: 'screen' },
  { choice: 'light', icon: 'sun' },
  { choice: 'dark', icon: 'moon' },
] as const satisfies readonly { choice: ThemeChoice; icon: string }[];

/** Leaves the portal: nothing of the person stays in this browser. */
function useLeave() {
  return useChange(logout, {
    failed: words.logoutFailed,
    done: () => {
      dropAllDrafts();
      location.assign('/login');
    },
  });
}

export function UserMenu() {
  const { username, emailId } = useMe();
  const navigate = useNavigate();
  const leave = useLeave();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className="usermenu">
          <span className="usermenu-mark" data-letter={username.charAt(0).toUpperCase()} />
          <span className="visually-hidden">{words.accountOf}</span> <span className="usermenu-name">{username}</span>
          <Icon name="down" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{emailId}</Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} onClick={() => void navigate('/dashboard/user-profile')}>
          {words.profile}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="settings" />} onClick={() => void navigate('/dashboard/settings')}>
          {words.settings}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.appearance}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(choice) => setColorScheme(choice as ThemeChoice)}>
          {themes.map(({ choice, icon }) => (
            <Menu.RadioItem key={choice} value={choice} rightSection={<Icon name={icon} />}>
              {words.themes[choice]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} disabled={leave.busy} onClick={() => leave.send()}>
          {words.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
