/** Takes the second factor off somebody's account who can no longer sign in. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useMay } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { words } from './auth.words.ts';
import { resetTwoFactor } from './twofactor.api.ts';

type Props = { userId: string; username: string; onDone?: () => void };

export function ResetTwoFactor({ userId, username, onDone }: Props) {
  const [opened, setOpened] = useState(false);
  const may = useMay(resetTwoFactor);
  const change = useChange(resetTwoFactor, {
    toast: false,
    done: ({ message }) => {
      toast.done(message);
      setOpened(false);
      onDone?.();
    },
  });
  if (!may) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)} aria-label={words.resetTitle(username)}>
        {words.reset}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.resetTitle(username)}
        confirm={words.reset}
        danger
        busy={change.busy}
        refused={change.refusal?.message}
        reason={{ label: words.resetReason, required: true, error: words.resetMissing }}
        onConfirm={(reason) => change.send({ body: { userId, reason } })}
      >
        <p>{words.resetText}</p>
      </ConfirmDialog>
    </>
  );
}
