/** How far a deposit is, for its client. */
import { usd, type Cents } from '#kernel/money.ts';
import { deposit } from '#kinds/deposit.ts';
import { RequestTimeline } from '#requests/Receipt.tsx';
import { unbroken } from '#requests/RequestParts.tsx';
import { words } from './deposits.words.ts';

type Row = Parameters<typeof RequestTimeline>[0]['row'] & { adsId: string; money: Cents; totalCost: Cents };

export function DepositTimeline({ row }: { row: Row }) {
  const back = words.back(usd(row.totalCost));
  return (
    <div>
      <RequestTimeline
        row={row}
        kind={deposit.name}
        says={{ next: words.next, approved: words.arrived(usd(row.money), unbroken(row.adsId)), back }}
      />
      {row.state === 'Reversed' ? <p>{back}</p> : null}
    </div>
  );
}
