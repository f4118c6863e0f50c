/** After the deposits were asked for: their names, what is held, and what happens next. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import type { Platform, Spec } from '#platforms/platforms.ts';
import { deposit } from '#kinds/deposit.ts';
import { words as shared } from '#requests/requests.words.ts';
import { UsualTime } from '#requests/UsualTime.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { Money } from '#ui/Money.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import type { createDeposit } from './deposits.api.ts';
import { words } from './deposits.words.ts';
import styles from './deposits.module.css';

type Props = { platform: Spec; placed: OutputOf<(typeof createDeposit)[Platform]>; onAnother: () => void };

export function DepositPlaced({ platform, placed, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className={styles['placed']}>
      <h2 ref={heading} tabIndex={-1}>
        {words.added}
      </h2>
      <p className={styles['held']}>{words.placed(usd(placed.totalCost))}</p>
      <ul className={styles['placedrows']}>
        {placed.deposits.map((row) => (
          <li key={row.applyId}>
            <CopyId value={row.applyId} label={shared.applyId} />
            <span className={styles['placedaccount']}>{row.adsId}</span>
            <StateBadge state={row.state} />
            <Money cents={row.money} />
          </li>
        ))}
      </ul>
      <p>
        {words.next} <UsualTime kind={deposit.name} />
      </p>
      <AskSupport applyId={placed.deposits[0]?.applyId ?? ''} />
      <Group gap="sm">
        <Button component={Link} to={platform.pages.deposits[0]}>
          {words.toRecords}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Group>
    </section>
  );
}
