/** What one ad account spent, by day; for admins beside the book. */
import { dateText } from '#kernel/clock.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { Facts } from '#ui/Facts.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Money } from '#ui/Money.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Time } from '#ui/Time.tsx';
import { SpendChart } from './SpendChart.tsx';
import { words } from './spend.words.ts';
import css from './spend.module.css';

type Day = { date: string; amount: Cents; final: boolean };
type Props = {
  account: { balance: Cents; spent: Cents | null; remaining: Cents | null };
  spend: readonly Day[];
  spentBefore: readonly { date: string; amount: Cents | null; at: Date }[];
  reconciliation: {
    funded: Cents;
    returned: Cents;
    settled: Cents;
    unsettled: Cents | null;
    spentUntil: string | null;
    left: { amount: Cents; at: Date } | null;
  };
  reader: 'User' | 'Admin';
};

export function SpendSection({ account, spend, spentBefore, reconciliation, reader }: Props) {
  return (
    <>
      <Fold open title={words.byDay} hint={words.byDayText}>
        <div className={css['stack']}>
          <SpendChart days={spend} />
          {reader === 'Admin' && spentBefore.length > 0 ? <Earlier days={spentBefore} /> : null}
        </div>
      </Fold>
      {reader === 'Admin' ? <Reconciliation account={account} of={reconciliation} /> : null}
    </>
  );
}

function Earlier({ days }: { days: Props['spentBefore'] }) {
  return (
    <PlainTable
      label={words.earlier}
      caption
      heads={[words.date, words.amount, words.saidAt]}
      right={[1]}
      empty={words.noEarlier}
      rows={days.map(({ date, amount, at }) => [
        dateText(date),
        amount === null ? words.unknownDay : <Money key="amount" cents={amount} />,
        <Time key="at" at={at} />,
      ])}
    />
  );
}

function Reconciliation({ account, of }: { account: Props['account']; of: Props['reconciliation'] }) {
  const { balance, spent, remaining } = account;
  const over = of.unsettled !== null && of.unsettled > balance ? of.unsettled - balance : 0n;
  return (
    <Fold open title={words.reconciliation} hint={words.reconciliationText}>
      <Facts
        items={[
          [words.funded, <Money key="funded" cents={of.funded} />],
          [words.returned, <Money key="returned" cents={of.returned} />],
          [words.settled, <Money key="settled" cents={of.settled} />],
          [words.balance, <Money key="balance" cents={balance} />],
          [
            words.spentByPlatform,
            spent === null
              ? null
              : `${usd(spent)}${of.spentUntil === null ? '' : ` ${words.until(dateText(of.spentUntil))}`}`,
          ],
          [words.unsettled, of.unsettled === null ? null : <Money key="open" cents={of.unsettled} />],
          [words.shouldBeLeft, remaining === null ? null : <Money key="left" cents={remaining} />],
          [words.leftByPlatform, of.left ? <Left key="platform" of={of.left} /> : words.notTold],
        ]}
      />
      {over > 0n ? <p className={css['fault']}>{words.overspent(usd(over))}</p> : null}
    </Fold>
  );
}

function Left({ of: { amount, at } }: { of: { amount: Cents; at: Date } }) {
  return (
    <>
      <Money cents={amount} /> (<Time at={at} />)
    </>
  );
}
