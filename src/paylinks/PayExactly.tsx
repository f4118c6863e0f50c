/** Paying a link with an exact amount: nothing has to be told afterwards, and the page says how far it is. */
import { Button } from '@mantine/core';
import { ArrivalSteps, SendExactly } from '#topups/SendExactly.tsx';
import { words as exact } from '#topups/declared.words.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { declarePayment, getPay, type DeclaredPayment, type PublicPaylink } from './paylinks.api.ts';
import styles from './PayPage.module.css';

/** The offer of an exact amount on this network, where what arrives on it is seen. */
export function OfferExactly({ of, networkName }: { of: PublicPaylink; networkName: string }) {
  const take = useChange(declarePayment, { failed: exact.takeFailed, again: [getPay] });
  if (!of.declarable.includes(networkName)) return null;
  return (
    <div className={styles['offer']}>
      <h3>{exact.offerTitle}</h3>
      <p>{exact.offer}</p>
      <Button
        variant="default"
        loading={take.busy}
        onClick={() => take.send({ params: { code: of.code }, body: { networkName } })}
      >
        {exact.take}
      </Button>
    </div>
  );
}

/** What to send, until it is seen, and how far it is; asked again more often than the rest of the page. */
export function PayExactly({ of, declared }: { of: PublicPaylink; declared: DeclaredPayment }) {
  const { createdAt, arrived, seen } = declared;
  useCall(getPay, { params: { code: of.code } }, { every: 5_000 });
  return (
    <>
      {arrived || seen ? null : <SendExactly of={declared} />}
      <ArrivalSteps
        createdAt={createdAt}
        seen={seen}
        arrived={arrived}
        credited={of.state === 'Paid'}
        isOwn={false}
        inReview={of.state === 'Processing'}
      />
    </>
  );
}
