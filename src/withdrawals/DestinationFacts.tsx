/**
 * Where a withdrawal goes, as whoever pays it has to see it: the whole address, its network, and what speaks against
 * it.
 */
import { addressLink } from '#network/network.ts';
import type { Signal } from '#signals/signals.ts';
import { CopyId } from '#ui/CopyId.tsx';
import type { Destination as Known } from './destination.api.ts';
import { factsOf } from './warnings.ts';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

type Sent = {
  networkName: string;
  networkAddress: string;
  destination?: Known | undefined;
  signals?: readonly Signal[] | undefined;
};

/** `unmoved`: as wide with its row's buttons as without. */
export function DestinationFacts({ of, unmoved = false }: { of: Sent; unmoved?: boolean }) {
  const { networkName, networkAddress, destination, signals = [] } = of;
  const link = addressLink(networkName, networkAddress);
  return (
    <div className={styles['whole']} data-unmoved={unmoved || undefined}>
      <span className={styles['network']} translate="no">
        {words.networks[networkName as keyof typeof words.networks] ?? networkName}
      </span>
      <CopyId value={networkAddress} label={words.addressName} />
      {link ? (
        <a href={link} target="_blank" rel="noreferrer noopener">
          {words.explorer}
        </a>
      ) : null}
      {destination ? (
        <ul className={styles['known']}>
          {factsOf(destination, signals, new Date()).map(({ text, warns }) => (
            <li key={text} data-warns={warns || undefined}>
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
