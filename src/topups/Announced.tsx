import { Money } from '#ui/Money.tsx';
import type { Transaction } from './topups.api.ts';
import styles from './TopupsPage.module.css';
import { words } from './topups.words.ts';

/** What was announced, and what arrived where that differs. */
export function Announced({ row }: { row: Pick<Transaction, 'chargeMoney' | 'receivedMoney'> }) {
  if (row.receivedMoney === null) return <Money cents={row.chargeMoney} />;
  return (
    <span className={styles['stack']}>
      <Money cents={row.chargeMoney} />
      <span className={styles['quiet']}>
        {words.received} <Money cents={row.receivedMoney} />
      </span>
    </span>
  );
}
