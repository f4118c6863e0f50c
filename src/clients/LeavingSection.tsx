/** Taking one's data along, and closing the account. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { me } from '#users/me.api.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { leaveFor } from '#ui/leaving.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay, useReadOnly } from '#ui/session.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import { closeAccount, exportMyData, getClosing } from './leaving.api.ts';
import { words } from './leaving.words.ts';

export function DataSection() {
  if (!useMay(exportMyData)) return null;
  return (
    <Section title={words.dataTitle} text={words.dataText}>
      <ExportButton
        endpoint={exportMyData}
        fileName={words.fileName}
        done={words.downloaded}
        failed={words.downloadFailed}
        label={words.download}
        icon={<Icon name="download" />}
      />
    </Section>
  );
}

export function ClosingSection() {
  const closing = useCall(getClosing, {}, { on: ['wallet', 'request'] });
  const [opened, setOpened] = useState(false);
  const readOnly = useReadOnly();
  return (
    <Section title={words.closeTitle} text={words.closeText}>
      <DataState call={closing} failed={words.leftFailed} lines={2}>
        {({ refusal, wallet }) =>
          refusal === '' ? (
            <Button variant="default" disabled={readOnly} onClick={() => setOpened(true)}>
              {words.close}
            </Button>
          ) : (
            <>
              <p>{refusal}</p>
              {wallet > 0n ? (
                <Button component={Link} to="/kimi/wallet/withdraw" variant="default" mt="md">
                  {words.settle}
                </Button>
              ) : null}
            </>
          )
        }
      </DataState>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={words.closeTitle}>
        {opened ? <CloseForm /> : null}
      </Dialog>
    </Section>
  );
}

function CloseForm() {
  const { data } = useCall(me, {}, { on: ['notice'] });
  const form = useSend(closeAccount, {
    initial: { password: '', otp: '' },
    failed: words.closeFailed,
    empties: ['password', 'otp'],
    again: [getClosing],
    done: () => leaveFor('/'),
  });
  return (
    <SendForm form={form} label={words.closeTitle}>
      <p>{words.closeText}</p>
      <OwnPassword label={words.password} data-autofocus {...form.field('password')} />
      {data?.twoFactor ? (
        <TextInput
          {...form.field('otp')}
          label={words.otp}
          description={words.otpHint}
          autoComplete="one-time-code"
          maxLength={40}
        />
      ) : null}
      <SendButton color="bad">{words.close}</SendButton>
    </SendForm>
  );
}
