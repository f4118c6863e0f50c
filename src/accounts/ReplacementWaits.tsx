/** Another account is on its way: its client's receipt, and for an admin the way to the request. */
import { usd, type Cents } from '#kernel/money.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { replacement as kind } from '#kinds/replacement.ts';
import { RequestTimeline } from '#requests/Receipt.tsx';
import { CancelButton } from '#requests/RequestParts.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/router.tsx';
import { getAdAccount, getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { waitsText } from './replacing.ts';
import css from './accounts.module.css';

const { replacement } = words;

type PendingReplacement = NonNullable<OutputOf<typeof getAdAccount>['replacement']>;

type Waiting = {
  of: PendingReplacement;
  /** What the account has spent that is not settled; null where nobody knows. */
  spent: Cents | null;
  reader: 'User' | 'Admin';
};

/** Once it is decided, the account's own page says so. */
const saidNothing = { remarks: '', reversalReason: '', transactionId: '' };

/** A replacement waits: what is set aside for it, what of that is left, how far it is, and the way back. */
export function ReplacementWaits({ of: { applyId, amount, createdAt }, spent, reader }: Waiting) {
  const next = waitsText(amount, spent);
  const row = { applyId, createdAt, updatedAt: createdAt, decidedAt: null, state: 'Pending', ...saidNothing };
  return (
    <section className={css['calm']}>
      <h2>{replacement.waits}</h2>
      {reader === 'Admin' ? (
        <p>{next}</p>
      ) : (
        <>
          <Facts items={[[shared.applyId, <CopyId key="id" value={applyId} label={shared.applyId} />]]} />
          <RequestTimeline row={row} kind={kind.name} says={{ next, approved: '', back: '' }} />
        </>
      )}
      <p>
        {reader === 'Admin' ? (
          <Link to={`/admin/requests/${applyId}`}>{replacement.decide}</Link>
        ) : (
          <CancelButton row={row} again={[getAdAccount, getAdAccounts]} size="sm">
            {amount > 0n ? replacement.takeBackText(usd(amount)) : replacement.takeBackEmpty}
          </CancelButton>
        )}
      </p>
    </section>
  );
}
