/** Passing a pay link on: its address to copy, and its QR code to show. */
import { Button } from '@mantine/core';
import { copyText } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { toast } from '#ui/toast.tsx';
import type { Paylink } from './paylinks.api.ts';
import styles from './PaylinksPage.module.css';
import { words } from './paylinks.words.ts';

/** The address as this browser knows the portal, so that a link works wherever the portal is reached. */
function addressOf({ code }: Pick<Paylink, 'code'>): string {
  return `${window.location.origin}/pay/${code}`;
}

export function CopyLink({ of, subtle = false }: { of: Paylink; subtle?: boolean }) {
  const copy = async () => {
    if (await copyText(addressOf(of), words.copied)) toast.info(addressOf(of));
  };
  return (
    <Button
      variant={subtle ? 'default' : 'filled'}
      size="sm"
      aria-label={`${words.copy} ${of._id}`}
      leftSection={<Icon name="copy" size={16} />}
      onClick={() => void copy()}
    >
      {words.copy}
    </Button>
  );
}

export function PaylinkShare({ of }: { of: Paylink }) {
  const address = addressOf(of);
  return (
    <>
      <QrCode text={address} label={words.qrOf} size={200} />
      <div className={styles['side']}>
        <div>
          <p className={styles['quiet']}>{words.address}</p>
          <p className={styles['url']}>
            <code>{address}</code>
          </p>
        </div>
        <div className={styles['buttons']}>
          <CopyLink of={of} />
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="sm"
            leftSection={<Icon name="external" size={16} />}
          >
            {words.open}
          </Button>
        </div>
      </div>
    </>
  );
}
