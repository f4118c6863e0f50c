/** The windows of passkeys: making one, naming it, removing it. */
import { TextInput } from '@mantine/core';
import { Refused } from '#kernel/refusal.ts';
import { me } from '#users/me.api.ts';
import { useAsksPassword } from '#users/useAsksPassword.tsx';
import { call, useCall, useRefresh } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { makeKey } from '#ui/passkey.tsx';
import { useMe } from '#ui/session.tsx';
import { saysSo, toast } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { addPasskey, getPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys.api.ts';
import type { Passkey } from './PasskeysSection.tsx';
import { words } from './passkeys.words.ts';

type Props = { opened: boolean; onClose: () => void };
type OfOne = Props & { passkey: Passkey | undefined };
type FormProps = { onDone: () => void };

/** Knows whether the password is asked for before it shows its form. */
function WithPassword({ children }: { children: React.ReactNode }) {
  const who = useCall(me, {}, { on: ['notice'] });
  return (
    <DataState call={who} failed={words.failed}>
      {() => children}
    </DataState>
  );
}

/** `first`: there is no passkey yet. */
export function Add({ opened, onClose, first }: Props & { first: boolean }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.addTitle}>
      {opened ? (
        <WithPassword>
          <AddForm onDone={onClose} first={first} />
        </WithPassword>
      ) : null}
    </Dialog>
  );
}

function AddForm({ onDone, first }: FormProps & { first: boolean }) {
  const refresh = useRefresh();
  const isAdmin = useMe().typeOfUser === 'Admin';
  const { data: who } = useCall(me, {}, { on: ['notice'] });
  const form = useSend(startPasskey, {
    initial: { name: '', currentPassword: '', otp: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? words.nameHint : undefined }),
    failed: words.addFailed,
    empties: ['currentPassword', 'otp'],
    done: async ({ options }, { name }) => {
      const credential = await makeKey(options);
      if (!credential) throw new Refused({ code: 'passkey.not_made', message: words.notMade, status: 400 });
      const { message } = await call(addPasskey, { body: { name, credential: credential as never } });
      toast.done(message);
      void refresh(getPasskeys, me);
      onDone();
    },
  });
  const asks = useAsksPassword(form.errors) || isAdmin;
  const asksCode = who?.twoFactor === true && (first || !isAdmin);
  return (
    <SendForm form={form} label={words.addTitle}>
      <p>{words.addText}</p>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={60}
        data-autofocus
        {...form.field('name')}
      />
      {asks ? <OwnPassword label={words.password} {...form.field('currentPassword')} /> : null}
      {asksCode ? (
        <TextInput
          label={words.otp}
          description={words.otpHint}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          {...form.field('otp')}
        />
      ) : null}
      <SendButton>{words.continue}</SendButton>
    </SendForm>
  );
}

export function Rename({ opened, onClose, passkey }: OfOne) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.renameTitle}>
      {opened && passkey ? <RenameForm passkey={passkey} onDone={onClose} /> : null}
    </Dialog>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useSend(renamePasskey, {
    initial: { name: passkey.name },
    query: () => ({ id: passkey._id }),
    failed: words.renameFailed,
    again: [getPasskeys],
    done: saysSo(onDone),
  });
  return (
    <SendForm form={form} label={words.renameTitle}>
      <TextInput label={words.name} maxLength={60} data-autofocus {...form.field('name')} />
      <SendButton>{words.save}</SendButton>
    </SendForm>
  );
}

export function Remove({ opened, onClose, passkey }: OfOne) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.removeTitle(passkey?.name ?? '')}>
      {opened && passkey ? (
        <WithPassword>
          <RemoveForm passkey={passkey} onDone={onClose} />
        </WithPassword>
      ) : null}
    </Dialog>
  );
}

function RemoveForm({ passkey, onDone }: FormProps & { passkey: Passkey }) {
  const form = useSend(removePasskey, {
    initial: { currentPassword: '' },
    query: () => ({ id: passkey._id }),
    failed: words.removeFailed,
    empties: ['currentPassword'],
    again: [getPasskeys, me],
    done: saysSo(onDone),
  });
  const asks = useAsksPassword(form.errors);
  return (
    <SendForm form={form} label={words.removeTitle(passkey.name)}>
      <p>{words.removeText}</p>
      {asks ? <OwnPassword label={words.password} {...form.field('currentPassword')} /> : null}
      <SendButton color="bad">{words.remove}</SendButton>
    </SendForm>
  );
}
