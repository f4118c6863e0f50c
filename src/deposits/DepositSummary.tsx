/** What the deposits come to while they are typed. */
import { percent, type Cents } from '#kernel/money.ts';
import { CostSummary } from '#adaccounts/CostSummary.tsx';
import type { Spec } from '#platforms/platforms.ts';
import { walletShort } from '#requests/requests.ts';
import type { priceDeposits } from './deposits.ts';
import { words } from './deposits.words.ts';

type Props = {
  platform: Spec;
  quote: ReturnType<typeof priceDeposits>;
  rate: bigint;
  wallet: Cents | undefined;
};

export function DepositSummary({ platform, quote: { depositCents, feeCents, totalCents }, rate, wallet }: Props) {
  return (
    <CostSummary
      {...{ platform, wallet, totalCents, more: words.perRow, lacks: walletShort.message, kept: words.kept }}
      title={words.summary}
      lines={[
        { label: words.totalDeposit, cents: depositCents },
        { label: words.fee(percent(rate)), cents: feeCents },
        { label: words.totalCost, cents: totalCents, strong: true },
      ]}
      addMoney={words.addMoney}
      send={words.send}
    />
  );
}
