/** Confirming one's address and changing it are the same two steps: a code is mailed, and the code comes back. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { announce } from '#ui/Announce.tsx';
import { useChange, useRefresh } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import css from './profile.module.css';
import { me } from './me.api.ts';
import { useAsksPassword } from './useAsksPassword.tsx';
import { emailChange, verifyEmail } from './users.api.ts';
import { words } from './users.words.ts';

/** Another code to a new address asks for the password again. */
type Sent = { newEmail: string; currentPassword: string };

type Profile = OutputOf<typeof me>;

type Props = { profile: Pick<Profile, 'emailId' | 'emailVerified' | 'codeSentTo' | 'needsCurrentPassword'> };

export function EmailSection({ profile }: Props) {
  /** What a code was sent with while this page is open; a reload leaves the address alone, which the portal knows. */
  const [sent, setSent] = useState<Sent>();
  /** The address whose code is not awaited after all. */
  const [leftOut, setLeftOut] = useState<string>();
  const { emailId, emailVerified, codeSentTo } = profile;
  const awaited = sent?.newEmail ?? (codeSentTo === leftOut ? null : codeSentTo);
  const begin = (next: Sent) => {
    setSent(next);
    setLeftOut(undefined);
  };
  const end = () => {
    setLeftOut(codeSentTo ?? undefined);
    setSent(undefined);
  };
  if (awaited !== null && awaited.toLowerCase() !== emailId.toLowerCase())
    return (
      <Section title={words.otpTitle(awaited)} text={words.otpHint}>
        <CodeForm address={awaited} onDone={end}>
          {(forget) => (
            <>
              {profile.needsCurrentPassword && !sent?.currentPassword ? null : (
                <Again
                  sent={sent ?? { newEmail: awaited, currentPassword: '' }}
                  justSent={sent !== undefined}
                  onSent={forget}
                />
              )}
              <Button variant="subtle" onClick={end}>
                {words.back}
              </Button>
            </>
          )}
        </CodeForm>
      </Section>
    );
  return (
    <>
      {emailVerified ? null : <ConfirmSection profile={profile} />}
      <Change onSent={begin} />
    </>
  );
}

function useSendCode(onSent: (sent: Sent) => void) {
  const refresh = useRefresh();
  return useChange(emailChange, {
    failed: words.sendFailed,
    again: [me],
    // The session has grown too old meanwhile: only `Change` asks for the password.
    refused: ({ field }) => void (field === 'currentPassword' && refresh(me)),
    done: (_, { body }) => {
      toast.done(words.sent);
      onSent({ newEmail: String(body?.newEmail), currentPassword: String(body?.currentPassword ?? '') });
    },
  });
}

function ConfirmSection({ profile }: Props) {
  return (
    <Section title={words.verifyTitle} text={words.verifyText(profile.emailId)}>
      <ConfirmAddress profile={profile} />
    </Section>
  );
}

/** Proving the address that one registered with: the field for its code, wherever one lands. */
export function ConfirmAddress({ profile: { emailId, codeSentTo } }: Pick<Props, 'profile'>) {
  const [justSent, setJustSent] = useState(false);
  const [fromLink] = useSearchParams();
  const send = useSendCode(() => setJustSent(true));
  const readOnly = useReadOnly();
  if (!justSent && codeSentTo?.toLowerCase() !== emailId.toLowerCase() && !fromLink.has('code'))
    return (
      <Button loading={send.busy} disabled={readOnly} onClick={() => send.send({ body: { newEmail: emailId } })}>
        {words.sendCode}
      </Button>
    );
  return (
    <CodeForm address={emailId}>
      {(forget) => <Again sent={{ newEmail: emailId, currentPassword: '' }} justSent={justSent} onSent={forget} />}
    </CodeForm>
  );
}

function Change({ onSent }: { onSent: (sent: Sent) => void }) {
  const form = useSend(emailChange, {
    initial: { newEmail: '', currentPassword: '' },
    check: ({ newEmail, currentPassword }) => ({
      newEmail: newEmail.trim() === '' ? words.enterEmail : undefined,
      currentPassword: asks && currentPassword === '' ? words.enterCurrent : undefined,
    }),
    failed: words.sendFailed,
    empties: ['currentPassword'],
    done: (_, { newEmail, currentPassword }) => {
      toast.done(words.sent);
      onSent({ newEmail: newEmail.trim(), currentPassword });
    },
  });
  const asks: boolean = useAsksPassword(form.errors);
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
        {asks ? (
          <OwnPassword {...form.field('currentPassword')} className={css['fields']} label={words.current} />
        ) : null}
        <SendButton variant="default">{words.next}</SendButton>
      </SendForm>
    </Section>
  );
}

type CodeFormProps = {
  address: string;
  onDone?: () => void;
  /** `forget` takes back what was said of an older code. */
  children: (forget: () => void) => ReactNode;
};

/** The code of a mail, typed or brought along by the mail's link; beside it what else can be done. */
function CodeForm({ address, onDone, children }: CodeFormProps) {
  const [fromLink, setFromLink] = useSearchParams();
  const form = useSend(verifyEmail, {
    initial: { otp: (fromLink.get('code') ?? '').slice(0, 20) },
    check: ({ otp }) => ({ otp: otp.trim() === '' ? words.enterOtp : undefined }),
    failed: words.verifyFailed,
    empties: ['otp'],
    done: () => {
      toast.done(words.verified);
      if (fromLink.has('code')) setFromLink({}, { replace: true });
      onDone?.();
    },
    again: [me],
  });
  const actions = useRef<HTMLDivElement>(null);
  const isFilledIn = fromLink.has('code');
  // Whoever comes from the mail presses one button, which on a phone lies below the profile.
  useEffect(() => {
    if (isFilledIn) actions.current?.querySelector('button')?.focus();
  }, [isFilledIn]);
  return (
    <SendForm form={form} label={words.otpTitle(address)}>
      <TextInput
        {...form.field('otp')}
        label={words.otp}
        description={form.errors['otp'] === words.verifyFailed ? words.verifyFailedHint : words.otpFrom(address)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        classNames={{ input: css['otp'] ?? '' }}
      />
      <div ref={actions} className={css['actions']}>
        <SendButton>{words.verify}</SendButton>
        {children(() => form.setErrors({}))}
      </div>
    </SendForm>
  );
}

const waitSeconds = 60;

/** Another code, once a minute: the first one is usually on its way. */
function Again({ sent, justSent, onSent }: { sent: Sent; justSent: boolean; onSent: () => void }) {
  const [left, setLeft] = useState(justSent ? waitSeconds : 0);
  const readOnly = useReadOnly();
  const send = useSendCode(() => {
    setLeft(waitSeconds);
    onSent();
    announce(words.sent);
  });
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft((now) => now - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button
      variant="default"
      disabled={left > 0 || readOnly}
      loading={send.busy}
      onClick={() => send.send({ body: sent })}
    >
      {left > 0 ? words.againIn(left) : words.again}
    </Button>
  );
}
