/** Takes the second factor off somebody's account who can no longer sign in. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { useMay } from '#ui/session.tsx';
import { saysSo } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { words } from './auth.words.ts';
import { resetTwoFactor } from './twofactor.api.ts';

type Props = { userId: string; username: string; onDone: () => void };

export function ResetTwoFactor(props: Props) {
  const [opened, setOpened] = useState(false);
  const title = words.resetTitle(props.username);
  const close = () => setOpened(false);
  if (!useMay(resetTwoFactor)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)} aria-label={title}>
        {words.reset}
      </Button>
      <Dialog opened={opened} onClose={close} title={title} holds>
        {opened ? <ResetForm {...props} onClose={close} /> : null}
      </Dialog>
    </>
  );
}

function ResetForm({ userId, username, onDone, onClose }: Props & { onClose: () => void }) {
  const form = useSend(resetTwoFactor, {
    initial: { userId, reason: '', currentPassword: '' },
    empties: ['currentPassword'],
    toast: false,
    done: saysSo(() => {
      onClose();
      onDone();
    }),
  });
  return (
    <SendForm form={form} label={words.resetTitle(username)}>
      <p>{words.resetText}</p>
      <ReasonField label={words.resetReason} data-autofocus {...form.field('reason')} />
      <OwnPassword label={words.current} {...form.field('currentPassword')} />
      <SendButton color="bad">{words.reset}</SendButton>
    </SendForm>
  );
}
