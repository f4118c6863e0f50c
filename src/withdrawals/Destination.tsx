/** Where a withdrawal goes, for comparing by eye. */
import { CopyId } from '#ui/CopyId.tsx';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

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
