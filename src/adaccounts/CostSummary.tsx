/** What a form comes to while it is typed, what the wallet says to it, and the way to more money and back. */
import { Button } from '@mantine/core';
import { usd, type Cents } from '#kernel/money.ts';
import type { Spec } from '#platforms/platforms.ts';
import { useAddMoney } from '#platforms/usePlatform.tsx';
import { walletShort } from '#requests/requests.ts';
import { SendButton } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { StickySummary } from '#ui/StickySummary.tsx';
import { words } from './adaccounts.words.ts';
import { shortfallOf } from './orders.ts';
import styles from './order.module.css';

type Props = Pick<Parameters<typeof StickySummary>[0], 'title' | 'lines'> & {
  platform: Spec;
  totalCents: Cents | undefined;
  wallet: Cents | undefined;
  /** Said as long as the wallet can pay. */
  more: string;
  /** Said where it can't. */
  lacks: string;
  kept?: string;
  addMoney: string;
  send: string;
};

export function CostSummary({ title, lines, platform, totalCents, wallet, more, lacks, kept, addMoney, send }: Props) {
  const shortfall = shortfallOf(totalCents, wallet);
  const to = useAddMoney(platform, shortfall);
  const isShort = shortfall > 0n;
  const after = wallet === undefined || totalCents === undefined ? undefined : wallet - totalCents;
  return (
    <StickySummary
      title={title}
      lines={[...lines, { label: words.order.walletAfter, cents: after, bad: isShort }]}
      more={isShort ? undefined : more}
    >
      {isShort ? (
        <div className={styles['insufficient']} role="status">
          <p>
            <strong>{lacks}</strong> {words.order.short(usd(shortfall))} {kept}
          </p>
          <Button component={Link} to={to} variant="default" fullWidth leftSection={<Icon name="wallet" size={16} />}>
            {addMoney}
          </Button>
        </div>
      ) : null}
      <SendButton fullWidth disabled={isShort} title={isShort ? walletShort.message : undefined}>
        {send}
      </SendButton>
    </StickySummary>
  );
}
