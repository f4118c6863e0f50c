/**
 * Opens the client area as a client does: a reason is asked for, and the whole page starts anew under the other
 * session.
 */
import { useState } from 'react';
import { loginAsUser } from '#auth/auth.api.ts';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { words } from './clients.words.ts';

type Props = { userId: string; username: string; children: (open: () => void) => React.ReactNode };

export function LoginAs({ userId, username, children }: Props) {
  const [opened, setOpened] = useState(false);
  const change = useChange(loginAsUser, { done: () => location.assign('/dashboard'), toast: false });
  return (
    <>
      {children(() => setOpened(true))}
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.loginTitle(username)}
        confirm={words.loginGo}
        busy={change.busy}
        refused={change.refusal?.message}
        reason={{ label: words.loginReason, required: true, error: words.loginMissing }}
        onConfirm={(reason) => change.send({ body: { userId, reason } })}
      >
        <p>{words.loginText}</p>
      </ConfirmDialog>
    </>
  );
}
