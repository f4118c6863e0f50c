/** A withdrawal once more before it is asked for: a transfer on a chain cannot be called back. */
import { usd, type Cents } from '#kernel/money.ts';
import type { KnownNetwork } from '#network/addresses.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  onSend: () => void;
  network: KnownNetwork;
  address: string;
  amount: Cents;
  left: Cents | undefined;
  /** From when on the address can be paid, where it has to wait. */
  wait: string | undefined;
};

export function Review({ opened, onClose, onSend, network, address, amount, left, wait }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.reviewTitle(usd(amount))}
      confirm={words.reviewSend}
      onConfirm={() => {
        onClose();
        onSend();
      }}
    >
      <Facts
        items={[
          [words.amount, usd(amount)],
          [words.network, words.networks[network]],
          [words.address, <Grouped key="address" address={address} />],
          ...(left === undefined ? [] : [[words.walletAfter, usd(left)] as [string, React.ReactNode]]),
        ]}
      />
      {wait === undefined ? null : <p>{wait}</p>}
      <p>{words.reviewText}</p>
    </ConfirmDialog>
  );
}

/** Four signs at a time, as people compare them; read as one. */
function Grouped({ address }: { address: string }) {
  return (
    <span translate="no">
      <span className="visually-hidden">{address}</span>
      <span className={styles['grouped']} aria-hidden="true">
        {(address.match(/.{1,4}/g) ?? []).map((group, place) => (
          <span key={place}>{group}</span>
        ))}
      </span>
    </span>
  );
}
