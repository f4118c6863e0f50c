/** Where a withdrawal goes, for comparing by eye. */
import { CopyId } from '#ui/CopyId.tsx';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

/** An address with its first and last six characters stressed: those are what people compare. */
export function Stressed({ address }: { address: string }) {
  return (
    <span className={styles['stressed']} translate="no">
      <strong>{address.slice(0, 6)}</strong>
      {address.slice(6, -6)}
      <strong>{address.slice(-6)}</strong>
    </span>
  );
}

export function Destination({ of }: { of: { networkName: string; networkAddress: string } }) {
  return (
    <span className={styles['destination']}>
      <CopyId value={of.networkAddress} label={words.addressName} short />
      <span className={styles['quiet']} translate="no">
        {of.networkName}
      </span>
    </span>
  );
}
