/** The networks that clients may choose instead of the default one, and how one of them is hidden. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { saysSo } from '#ui/toast.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import styles from './ChangeNetworkPage.module.css';
import { getNetworkDetails, getNetworkHistory, hideNetwork } from './network.api.ts';
import type { Network } from './network.ts';
import { words } from './network.words.ts';
import { AddressText } from './AddressText.tsx';

export function Beside({ networks }: { networks: readonly Network[] }) {
  const [hiding, setHiding] = useState<Network>();
  if (networks.length === 0) return null;
  return (
    <div className={styles['beside']}>
      <h3>{words.besideTitle}</h3>
      <ul>
        {networks.map((network) => (
          <li key={network.networkName}>
            <span>
              <strong translate="no">{network.networkName}</strong>
              <AddressText address={network.networkAddress} />
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.hideOne(network.networkName)}
              onClick={() => setHiding(network)}
            >
              {words.hide}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        opened={hiding !== undefined}
        onClose={() => setHiding(undefined)}
        title={words.hideTitle(hiding?.networkName ?? '')}
      >
        {hiding ? <HideForm network={hiding} onDone={() => setHiding(undefined)} /> : null}
      </Dialog>
    </div>
  );
}

function HideForm({ network, onDone }: { network: Network; onDone: () => void }) {
  const form = useSend(hideNetwork, {
    initial: { networkName: network.networkName, password: '' },
    failed: words.failed,
    empties: ['password'],
    again: [getNetworkDetails, getNetworkHistory],
    done: saysSo(onDone),
  });
  return (
    <SendForm form={form}>
      <p>{words.hideText}</p>
      <OwnPassword label={words.password} description={words.passwordHint} required {...form.field('password')} />
      <SendButton>{words.hide}</SendButton>
    </SendForm>
  );
}
