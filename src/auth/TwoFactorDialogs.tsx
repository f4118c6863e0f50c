/** The windows of two-factor sign-in: setting it up, making new recovery codes, switching it off. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { me } from '#users/me.api.ts';
import { useCall, useRefresh } from '#ui/call.tsx';
import { copyText } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { saysSo, toast } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { inGroups } from '#totp/totp.ts';
import { words } from './auth.words.ts';
import css from './auth.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from './twofactor.api.ts';

type Props = { opened: boolean; onClose: () => void };
type Key = { secret: string; uri: string };

export function SetUp({ opened, onClose }: Props) {
  const [key, setKey] = useState<Key>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = useRefresh();
  // Nothing of it stays behind a closed window.
  useEffect(() => {
    if (opened) return;
    setKey(undefined);
    setCodes(undefined);
  }, [opened]);
  const close = () => {
    if (codes) void refresh(getTwoFactor, me);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={codes ? words.codesTitle : words.setUpTitle} must={!!codes}>
      {!opened ? null : codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : key ? (
        <Scan shown={key} onCodes={setCodes} />
      ) : (
        <Start onKey={setKey} />
      )}
    </Dialog>
  );
}

/** Asks for the password where the session is no longer fresh, else goes straight to the key. */
function Start({ onKey }: { onKey: (key: Key) => void }) {
  const who = useCall(me, {}, { on: ['notice'] });
  return (
    <DataState call={who} failed={words.startFailed}>
      {(data) => <StartForm asks={data.needsCurrentPassword} onKey={onKey} />}
    </DataState>
  );
}

function StartForm({ asks, onKey }: { asks: boolean; onKey: (key: Key) => void }) {
  const form = useSend(startTwoFactor, {
    initial: { currentPassword: '' },
    failed: words.startFailed,
    empties: ['currentPassword'],
    done: onKey,
  });
  const { submit } = form;
  const [sent, setSent] = useState(asks);
  useEffect(() => {
    if (sent) return;
    setSent(true);
    submit();
  }, [sent, submit]);
  // A session that has just grown too old is asked after all.
  if (!asks && Object.keys(form.errors).length === 0 && !form.refusal)
    return <p aria-busy="true" className={css['waiting']} />;
  return (
    <SendForm form={form} label={words.setUpTitle}>
      <p>{words.currentText}</p>
      <OwnPassword label={words.current} data-autofocus {...form.field('currentPassword')} />
      <SendButton>{words.continue}</SendButton>
    </SendForm>
  );
}

function Scan({ shown, onCodes }: { shown: Key; onCodes: (codes: readonly string[]) => void }) {
  const form = useSend(enableTwoFactor, {
    initial: { otp: '' },
    failed: words.enableFailed,
    empties: ['otp'],
    done: ({ message, recoveryCodes }) => {
      toast.done(message);
      onCodes(recoveryCodes);
    },
  });
  return (
    <SendForm form={form} label={words.setUpTitle}>
      <p>{words.scanText}</p>
      <div className={css['scan']}>
        <QrCode text={shown.uri} label={words.qr} size={200} />
        <div>
          <p className={css['quiet']}>{words.key}</p>
          <p className={css['key']}>{inGroups(shown.secret, 4)}</p>
          <Button
            variant="default"
            size="xs"
            mt="sm"
            leftSection={<Icon name="copy" size={15} />}
            onClick={() => void copyText(shown.secret, words.theKey)}
          >
            {words.copyKey}
          </Button>
          {/* Nobody can scan the phone they hold. */}
          <Button
            component="a"
            href={shown.uri}
            variant="default"
            size="xs"
            mt="sm"
            className={css['onphone']}
            leftSection={<Icon name="external" size={15} />}
          >
            {words.openApp}
          </Button>
        </div>
      </div>
      <OtpField {...form.field('otp')} description={words.otpHint} />
      <SendButton>{words.enable}</SendButton>
    </SendForm>
  );
}

export function RenewCodes({ opened, onClose }: Props) {
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    if (!opened) setCodes(undefined);
  }, [opened]);
  return (
    <Dialog opened={opened} onClose={onClose} title={codes ? words.codesTitle : words.renewTitle} must={!!codes}>
      {!opened ? null : codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : <RenewForm onCodes={setCodes} />}
    </Dialog>
  );
}

function RenewForm({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const form = useSend(renewRecoveryCodes, {
    initial: { otp: '' },
    failed: words.renewFailed,
    empties: ['otp'],
    again: [getTwoFactor],
    done: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <SendForm form={form} label={words.renewTitle}>
      <p>{words.renewText}</p>
      <OtpField {...form.field('otp')} description={words.otpHint} />
      <SendButton>{words.renew}</SendButton>
    </SendForm>
  );
}

export function SwitchOff({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.offTitle}>
      {opened ? <OffForm onDone={onClose} /> : null}
    </Dialog>
  );
}

function OffForm({ onDone }: { onDone: () => void }) {
  const form = useSend(disableTwoFactor, {
    initial: { password: '', otp: '' },
    failed: words.offFailed,
    empties: ['password', 'otp'],
    again: [getTwoFactor, me],
    done: saysSo(onDone),
  });
  return (
    <SendForm form={form} label={words.offTitle}>
      <p>{words.offText}</p>
      <OwnPassword label={words.passwordOf} data-autofocus {...form.field('password')} />
      <OtpField {...form.field('otp')} description={words.otpOrRecovery} />
      <SendButton color="bad">{words.switchOff}</SendButton>
    </SendForm>
  );
}

type OtpProps = {
  id: string;
  name: string;
  value: never;
  onChange: (given: unknown) => void;
  error: string | undefined;
  description: string;
};

/** One field for a one-time code: takes spaces, and phones offer the code themselves. */
function OtpField(props: OtpProps) {
  return (
    <TextInput
      {...props}
      label={words.otp}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      classNames={{ input: css['otp'] ?? '' }}
    />
  );
}
