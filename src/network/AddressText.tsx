import styles from './AddressText.module.css';

/** An address with its first and last six characters made strong: those are what people compare. */
export function AddressText({ address, small = false }: { address: string; small?: boolean }) {
  const isShort = address.length < 16;
  return (
    <span className={small ? styles['small'] : styles['address']} translate="no">
      {isShort ? (
        address
      ) : (
        <>
          <strong>{address.slice(0, 6)}</strong>
          {address.slice(6, -6)}
          <strong>{address.slice(-6)}</strong>
        </>
      )}
    </span>
  );
}
