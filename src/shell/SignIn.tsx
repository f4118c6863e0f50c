/** Signing in again over the page; fetched only when a session has ended. */
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { login } from '#auth/auth.api.ts';
import { signInWithPasskey, startPasskeySignIn } from '#auth/passkey.api.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { useMe, useReadOnly } from '#ui/session.tsx';
import { signedInAgain } from '#ui/signin.ts';
import { Password } from '#ui/WhosePassword.tsx';
import { words } from './shell.words.ts';

export function SignIn() {
  return useReadOnly() ? <VisitOver /> : <SignInForm />;
}

/** The session was an admin's visit: they have no password of the client, whose area it showed. */
function VisitOver() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>{words.visitOverText}</p>
      <Group justify="flex-end" mt="md">
        <Button ref={button} onClick={toLogin}>
          {words.leave}
        </Button>
      </Group>
    </>
  );
}

const toLogin = () => location.assign('/login');

function SignInForm() {
  const known = useMe().emailId;
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const goOn = (answer: { emailId: string }) => {
    // Another person signed in: they must not go on with this person's page.
    if (known !== '' && answer.emailId.toLowerCase() !== known.toLowerCase()) {
      location.assign('/');
      return;
    }
    signedInAgain(true);
    void client.invalidateQueries();
  };
  const form = useSend(login, {
    initial: { emailId: known, password: '', otp: '', remember: false },
    empties: ['password', 'otp'],
    failed: words.signInFailed,
    toast: false,
    refused: (refusal: Refusal) => setNeedsCode((now) => now || refusal.code.includes('otp')),
    asks: ({ code }) => code === 'auth.otp_required',
    done: goOn,
  });
  // The window opened before this was fetched, so its own search for a first field came too early.
  const next = form.idOf(needsCode ? 'otp' : 'password');
  useEffect(() => {
    document.getElementById(next)?.focus();
  }, [next]);
  return (
    <SendForm form={form}>
      <p>{words.signInText}</p>
      <TextInput
        type="email"
        label={words.email}
        autoComplete="username"
        {...form.field('emailId')}
        readOnly={known !== ''}
      />
      <Password label={words.password} autoComplete="current-password" {...form.field('password')} />
      {needsCode ? (
        <TextInput
          label={words.otp}
          description={words.otpHint}
          autoComplete="one-time-code"
          inputMode="text"
          {...form.field('otp')}
        />
      ) : null}
      <Checkbox label={words.remember} {...form.tick('remember')} />
      <Group justify="space-between">
        <Button variant="subtle" onClick={toLogin}>
          {words.leave}
        </Button>
        {typeof PublicKeyCredential === 'function' ? (
          <ByPasskey form={form} remember={form.values.remember} onDone={goOn} />
        ) : null}
        <SendButton>{words.signIn}</SendButton>
      </Group>
    </SendForm>
  );
}

type ByPasskeyProps = {
  form: { idOf: (path: string) => string; setErrors: (errors: Record<string, string>) => void };
  remember: boolean;
  onDone: (answer: { emailId: string }) => void;
};

/** What goes wrong is said in the form: a toast would stand below the overlay of this window. */
function ByPasskey({ form, remember, onDone }: ByPasskeyProps) {
  const say = (message: string) => form.setErrors({ passkey: message });
  const said = { failed: words.signInFailed, toast: false, refused: ({ message }: Refusal) => say(message) };
  const sign = useChange(signInWithPasskey, { ...said, done: onDone });
  const start = useChange(startPasskeySignIn, {
    ...said,
    done: async ({ options }) => {
      const credential = await (await import('#ui/passkey.tsx')).signWithKey(options);
      if (credential) sign.send({ body: { credential, remember } });
      else say(words.noPasskey);
    },
  });
  return (
    <Button
      id={form.idOf('passkey')}
      variant="default"
      loading={start.busy || sign.busy}
      onClick={() => {
        form.setErrors({});
        start.send();
      }}
    >
      {words.passkey}
    </Button>
  );
}
