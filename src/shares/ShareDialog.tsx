/** Asks the agency to share an ad account, or some of those that an order opened, with a Gmail address. */
import { useEffect } from 'react';
import type { Platform } from '#platforms/platforms.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { late } from '#ui/late.tsx';
import { adsIdsNamed } from './shares.ts';
import { words } from './shares.words.ts';

const ShareForm = late(() => import('./ShareForm.tsx').then((form) => form.ShareForm));

type Props = {
  opened: boolean;
  onClose: () => void;
  platform: Platform;
  /** The account, or the accounts of one order joined by commas; empty while none is open yet. */
  adsId: string;
};

export function ShareDialog({ opened, onClose, platform, adsId }: Props) {
  const accounts = adsIdsNamed(adsId);
  useEffect(() => ShareForm.soon(), []);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={accounts.length > 1 ? words.dialogTitleMany : words.dialogTitle}
      holds
    >
      {opened ? <ShareForm platform={platform} accounts={accounts} onDone={onClose} /> : null}
    </Dialog>
  );
}
