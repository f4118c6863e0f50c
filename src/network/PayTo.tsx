/** Where to send USDT: the network's name beside the address, a code of exactly that address, and both to be copied. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyText } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { toast } from '#ui/toast.tsx';
import { AddressText } from './AddressText.tsx';
import type { Network } from './network.ts';
import { words } from './network.words.ts';
import styles from './PayTo.module.css';

type Props = { network: Network; children?: ReactNode };

export function PayTo({ network: { networkName, networkAddress }, children }: Props) {
  const copy = async () => {
    if (await copyText(networkAddress, words.address))
      toast.info(`${words.address}: ${networkAddress.slice(0, 6)}…${networkAddress.slice(-6)}`);
  };
  return (
    <div className={styles['payto']}>
      <div className={styles['code']}>
        <QrCode text={networkAddress} label={words.qrOf(networkName)} size={208} />
      </div>
      <dl className={styles['facts']}>
        {children}
        <div>
          <dt>{words.network}</dt>
          <dd className={styles['network']} translate="no">
            {networkName}
          </dd>
        </div>
        <div>
          <dt>{words.address}</dt>
          <dd>
            <AddressText address={networkAddress} />
            <Button
              variant="default"
              size="sm"
              className={styles['copy']}
              leftSection={<Icon name="copy" size={16} />}
              onClick={() => void copy()}
            >
              {words.copyAddress}
            </Button>
          </dd>
        </div>
      </dl>
      <p className={styles['note']}>{words.compare}</p>
    </div>
  );
}

/** What stands there while nobody has named an address, or it could not be fetched. */
export function NoAddress({ failed }: { failed: boolean }) {
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{words.network}</dt>
        <dd role={failed ? 'alert' : undefined}>{failed ? words.fetchError : words.noData}</dd>
      </div>
      <div>
        <dt>{words.address}</dt>
        <dd>{words.notAvailable}</dd>
      </div>
    </dl>
  );
}
