/** What the deposits come to while they are typed, and the way to more money and back. */
import { Button } from '@mantine/core';
import { percent, usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Spec } from '#platforms/platforms.ts';
import { useAddMoney } from '#platforms/usePlatform.tsx';
import { SendButton } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { StickySummary } from '#ui/StickySummary.tsx';
import type { priceDeposits } from './deposits.ts';
import { words } from './deposits.words.ts';
import styles from './deposits.module.css';

type Props = {
  platform: Spec;
  quote: ReturnType<typeof priceDeposits>;
  rate: bigint;
  wallet: Cents | undefined;
  refusal: Refusal | undefined;
};

export function DepositSummary({ platform, quote, rate, wallet, refusal }: Props) {
  const after = wallet === undefined ? undefined : wallet - quote.totalCents;
  const missing = after !== undefined && after < 0n ? -after : 0n;
  const addMoney = useAddMoney(platform, missing);
  return (
    <StickySummary
      title={words.summary}
      lines={[
        { label: words.totalDeposit, cents: quote.depositCents },
        { label: words.fee(percent(rate)), cents: quote.feeCents },
        { label: words.totalCost, cents: quote.totalCents, strong: true },
        { label: words.walletAfter, cents: after, bad: after !== undefined && after < 0n },
      ]}
      more={refusal ? undefined : words.perRow}
    >
      {refusal && after !== undefined ? (
        <div className={styles['short']} role="status">
          <p>
            <strong>{refusal.message}</strong> {words.short(usd(missing))} {words.kept}
          </p>
          <Button
            component={Link}
            to={addMoney}
            variant="default"
            fullWidth
            leftSection={<Icon name="wallet" size={16} />}
          >
            {words.addMoney}
          </Button>
        </div>
      ) : null}
      <SendButton fullWidth disabled={refusal !== undefined} title={refusal?.message}>
        {words.send}
      </SendButton>
    </StickySummary>
  );
}
