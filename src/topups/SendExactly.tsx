/** An exact amount to send and where to, and how far it is: for whoever declared it, and for whoever pays a link. */
import { Alert, Button } from '@mantine/core';
import type { SeenByClient } from '#chain/evidence.api.ts';
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import { PayTo } from '#network/PayTo.tsx';
import { copyText } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Time } from '#ui/Time.tsx';
import { Timeline, type TimelineStep } from '#ui/Timeline.tsx';
import { toast } from '#ui/toast.tsx';
import css from './Declared.module.css';
import { words } from './declared.words.ts';
import { words as shared } from './topups.words.ts';

type Exact = { amount: Cents; networkName: string; networkAddress: string; expiresAt: Date };

export function SendExactly({ of }: { of: Exact }) {
  return (
    <>
      <PayTo network={of}>
        <AmountToSend label={words.exactly} cents={of.amount} />
      </PayTo>
      <Alert color="wait" icon={<Icon name="info" />}>
        {shared.onlyUsdt(of.networkName)} {words.why}
      </Alert>
      <p className={css['quiet']}>
        {words.until} <Time at={of.expiresAt} />
      </p>
    </>
  );
}

/** Exchanges ask for it in a field of their own. */
export function AmountToSend({ label, cents }: { label: string; cents: Cents }) {
  const amount = usd(cents);
  const copy = async () => {
    if (await copyText(dollarsText(cents), words.copied)) toast.info(`${words.copied}: ${amount}`);
  };
  return (
    <div>
      <dt>{label}</dt>
      <dd className={css['amount']}>
        <span className={`${css['figure']} figures`} translate="no">
          {amount}
        </span>
        <Button variant="default" size="sm" aria-label={words.copy(amount)} onClick={() => void copy()}>
          <Icon name="copy" size={16} />
        </Button>
      </dd>
    </div>
  );
}

type Progress = {
  createdAt: Date;
  seen?: SeenByClient | undefined;
  /** It became a top-up. */
  arrived?: boolean;
  /** That was credited. */
  credited?: boolean;
  inReview?: boolean;
  /** Whether whoever looks at it owns the wallet. */
  isOwn?: boolean;
};

/** Reserved, seen, final, credited. */
export function ArrivalSteps({ createdAt, seen, arrived = false, credited, inReview, isOwn = true }: Progress) {
  const final = arrived || seen?.state === 'Final';
  const young = seen?.state === 'Seen' ? words.ofNeeded(seen.confirmations, seen.needed) : undefined;
  const steps: TimelineStep[] = [
    { label: words.reserved, at: createdAt, is: 'done' },
    seen || arrived
      ? { label: words.seen, is: final ? 'done' : 'now', text: young }
      : { label: words.waiting, is: 'now', text: words.waitingText },
    { label: words.final, is: final ? 'done' : 'later' },
    {
      label: isOwn ? words.credited : words.creditedToAnother,
      is: credited ? 'done' : final ? 'now' : 'later',
      text: inReview ? words.inReview : undefined,
    },
  ];
  return (
    <div aria-live="polite">
      <Timeline steps={steps} />
    </div>
  );
}
