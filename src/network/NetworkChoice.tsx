/** On which network a client sends; asked only where there are several. */
import { Radio } from '@mantine/core';
import type { Network } from './network.ts';
import { words } from './network.words.ts';
import styles from './PayTo.module.css';

type Props = { networks: readonly Network[]; chosen: Network; onChoose: (network: Network) => void };

export function NetworkChoice({ networks, chosen, onChoose }: Props) {
  if (networks.length < 2) return null;
  const choose = (name: string) => {
    const network = networks.find(({ networkName }) => networkName === name);
    if (network) onChoose(network);
  };
  return (
    <Radio.Group label={words.choose} description={words.chooseHint} value={chosen.networkName} onChange={choose}>
      <div className={styles['choice']}>
        {networks.map(({ networkName }) => (
          <Radio key={networkName} value={networkName} label={networkName} translate="no" />
        ))}
      </div>
    </Radio.Group>
  );
}
