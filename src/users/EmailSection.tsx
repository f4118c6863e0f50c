/** Confirming one's address and changing it are the same two steps: a code is mailed, and the code comes back. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { announce } from '#ui/Announce.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './profile.module.css';
import { emailChange, me, verifyEmail } from './users.api.ts';
import { words } from './users.words.ts';

/** Another code to a new address asks for the password again. */
type Sent = { newEmail: string; currentPassword: string };

type Props = { profile: { emailId: string; emailVerified: boolean } };

export function EmailSection({ profile }: Props) {
  /** What a code was sent with; undefined in the first step. */
  const [sent, setSent] = useState<Sent>();
  if (sent !== undefined)
    return <CodeStep sent={sent} onBack={() => setSent(undefined)} onAgain={() => setSent(sent)} />;
  return (
    <>
      {profile.emailVerified ? null : <Confirm email={profile.emailId} onSent={setSent} />}
      <Change onSent={setSent} />
    </>
  );
}

function useSendCode(onSent: (sent: Sent) => void) {
  return useChange(emailChange, {
    failed: words.sendFailed,
    done: (_, { body }) => {
      toast.done(words.sent);
      onSent({ newEmail: String(body?.newEmail), currentPassword: String(body?.currentPassword ?? '') });
    },
  });
}

function Confirm({ email, onSent }: { email: string; onSent: (sent: Sent) => void }) {
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

function Change({ onSent }: { onSent: (sent: Sent) => void }) {
  const { data } = useCall(me, {}, { on: ['notice'] });
  const form = useSend(emailChange, {
    initial: { newEmail: '', currentPassword: '' },
    check: ({ newEmail, currentPassword }) => ({
      newEmail: newEmail.trim() === '' ? words.enterEmail : undefined,
      currentPassword: data?.needsCurrentPassword && currentPassword === '' ? words.enterCurrent : undefined,
    }),
    failed: words.sendFailed,
    empties: ['currentPassword'],
    done: (_, { newEmail, currentPassword }) => {
      toast.done(words.sent);
      onSent({ newEmail: newEmail.trim(), currentPassword });
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
        {data?.needsCurrentPassword ? (
          <PasswordInput
            {...form.field('currentPassword')}
            className={css['fields']}
            autoComplete="current-password"
            label={words.current}
            visibilityToggleButtonProps={{ 'aria-label': words.showCurrent, tabIndex: 0 }}
          />
        ) : null}
        <SendButton variant="default">{words.next}</SendButton>
      </SendForm>
    </Section>
  );
}

function CodeStep({ sent, onBack, onAgain }: { sent: Sent; onBack: () => void; onAgain: () => void }) {
  const address = sent.newEmail;
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
          <Again sent={sent} onAgain={onAgain} />
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
function Again({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
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
    <Button variant="default" disabled={left > 0} loading={send.busy} onClick={() => send.send({ body: sent })}>
      {left > 0 ? words.againIn(left) : words.again}
    </Button>
  );
}
