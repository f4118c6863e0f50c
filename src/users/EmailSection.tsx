/** Confirming one's address and changing it are the same two steps: a code is mailed, and the code comes back. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { announce } from '#ui/Announce.tsx';
import { useChange } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './profile.module.css';
import { emailChange, me, verifyEmail } from './users.api.ts';
import { words } from './users.words.ts';

type Props = { profile: { emailId: string; emailVerified: boolean } };

export function EmailSection({ profile }: Props) {
  /** The address that a code was sent to; undefined in the first step. */
  const [address, setAddress] = useState<string>();
  if (address !== undefined) return <CodeStep address={address} onBack={() => setAddress(undefined)} onAgain={() => setAddress(address)} />;
  return (
    <>
      {profile.emailVerified ? null : <Confirm email={profile.emailId} onSent={setAddress} />}
      <Change onSent={setAddress} />
    </>
  );
}

function useSendCode(onSent: (address: string) => void) {
  return useChange(emailChange, {
    failed: words.sendFailed,
    done: (_, { body }) => {
      toast.done(words.sent);
      onSent(String(body?.newEmail));
    },
  });
}

function Confirm({ email, onSent }: { email: string; onSent: (address: string) => void }) {
  const send = useSendCode(onSent);
  const readOnly = useReadOnly();
  return (
    <Section title={words.verifyTitle} text={words.verifyText(email)}>
      <Button loading={send.busy} disabled={readOnly} onClick={() => send.send({ body: { newEmail: email } })}>
        {words.sendCode}
      </Button>
    </Section>
  );
}

function Change({ onSent }: { onSent: (address: string) => void }) {
  const form = useSend(emailChange, {
    initial: { newEmail: '' },
    check: ({ newEmail }) => ({ newEmail: newEmail.trim() === '' ? words.enterEmail : undefined }),
    failed: words.sendFailed,
    done: (_, { newEmail }) => {
      toast.done(words.sent);
      onSent(newEmail.trim());
    },
  });
  return (
    <Section title={words.changeTitle} text={words.changeText}>
      <SendForm form={form} label={words.changeTitle}>
        <TextInput
          {...form.field('newEmail')}
          className={css['fields']}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          label={words.newEmail}
        />
        <SendButton variant="default">{words.next}</SendButton>
      </SendForm>
    </Section>
  );
}

function CodeStep({ address, onBack, onAgain }: { address: string; onBack: () => void; onAgain: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => field.current?.focus(), []);
  const form = useSend(verifyEmail, {
    initial: { otp: '' },
    check: ({ otp }) => ({ otp: otp.trim() === '' ? words.enterOtp : undefined }),
    failed: words.verifyFailed,
    empties: ['otp'],
    done: () => {
      toast.done(words.verified);
      onBack();
    },
    again: [me],
  });
  return (
    <Section title={words.otpTitle(address)} text={words.otpHint}>
      <SendForm form={form} label={words.otpTitle(address)}>
        <TextInput
          {...form.field('otp')}
          label={words.otp}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          classNames={{ input: css['otp'] ?? '' }}
          ref={field}
        />
        <div className={css['actions']}>
          <SendButton>{words.verify}</SendButton>
          <Again address={address} onAgain={onAgain} />
          <Button variant="subtle" onClick={onBack}>
            {words.back}
          </Button>
        </div>
      </SendForm>
    </Section>
  );
}

const waitSeconds = 60;

/** Another code, once a minute: the first one is usually on its way. */
function Again({ address, onAgain }: { address: string; onAgain: () => void }) {
  const [left, setLeft] = useState(waitSeconds);
  const send = useSendCode(() => {
    setLeft(waitSeconds);
    announce(words.sent);
    onAgain();
  });
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft((now) => now - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button variant="default" disabled={left > 0} loading={send.busy} onClick={() => send.send({ body: { newEmail: address } })}>
      {left > 0 ? words.againIn(left) : words.again}
    </Button>
  );
}
