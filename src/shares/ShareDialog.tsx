/** Asks the agency to share an ad account with a Gmail address. */
import { TextInput } from '@mantine/core';
import type { Platform } from '#requests/requests.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { toast } from '#ui/toast.tsx';
import { getShareLog, sendRequestEmail } from './shares.api.ts';
import { words } from './shares.words.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  platform: Platform;
  /** The account, or the accounts of one order joined by commas; empty while none is open yet. */
  adsId: string;
};

export function ShareDialog({ opened, onClose, platform, adsId }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.dialogTitle}>
      {opened ? <ShareForm platform={platform} adsId={adsId} onDone={onClose} /> : null}
    </Dialog>
  );
}

function ShareForm({ platform, adsId, onDone }: { platform: Platform; adsId: string; onDone: () => void }) {
  const form = useSend(sendRequestEmail, {
    initial: { emailId: '' },
    body: ({ emailId }) => ({ emailId, adsId, adType: platform }),
    done: () => {
      toast.done(words.sent);
      onDone();
    },
    toast: false,
    failed: words.failed,
    refused: (refusal) => toast.failed(refusal.code === 'network' ? words.broken : refusal.message),
    again: [getShareLog],
  });
  return (
    <SendForm form={form} label={words.dialogTitle}>
      <p>{words.dialogText}</p>
      {adsId === '' ? null : <Facts items={[[words.account, `${platform} ${adsId}`]]} />}
      <TextInput
        {...form.field('emailId')}
        type="email"
        label={words.gmail}
        description={words.gmailHint}
        placeholder="name@gmail.com"
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
        data-autofocus
      />
      <SendButton>{words.send}</SendButton>
    </SendForm>
  );
}
