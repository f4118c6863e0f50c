import { useCall } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import css from './Evidence.module.css';
import { TransactionId } from './EvidenceLine.tsx';
import { getTransfers } from './transfers.api.ts';
import { words } from './transfers.words.ts';

/** What somebody has to look after: money that nobody named, and money that left without a reason. */
export function Strays() {
  const { data } = useCall(getTransfers, { query: { limit: 1 } }, { on: ['request'] });
  if (!data) return null;
  const { unclaimed, unknownOut, lost, unreadable, unread } = data;
  if (unclaimed.count + unknownOut + lost + unreadable === 0) return null;
  return (
    <div className={css['strays']}>
      {lost > 0 ? (
        <p className={css['said']} data-tone="bad">
          <Icon name="warning" size={14} />
          <Link to="/admin/transfers?state=Gone">{words.lost(lost)}</Link>
        </p>
      ) : null}
      {unknownOut > 0 ? (
        <p className={css['said']} data-tone="bad">
          <Icon name="warning" size={14} />
          <Link to="/admin/transfers?direction=Out&nobodys=true">{words.unknownOut(unknownOut)}</Link>
        </p>
      ) : null}
      {unreadable > 0 ? (
        <p className={css['said']} data-tone="bad">
          <Icon name="warning" size={14} />
          <span>
            {words.unreadable(unreadable)}
            {unread.map(({ network, hash }) => (
              <span key={`${network} ${hash}`} className={css['unread']}>
                {network} <TransactionId networkName={network} transactionId={hash} label={words.hash} />
              </span>
            ))}
          </span>
        </p>
      ) : null}
      {unclaimed.count > 0 ? (
        <p className={css['said']} data-tone="wait">
          <Icon name="clock" size={14} />
          <Link to="/admin/transfers?direction=In&nobodys=true">
            {words.unclaimed(unclaimed.count, unclaimed.amount)}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
