/** What an admin may want to know of a refund beyond its row. */
import { StoryLink } from '#requests/StoryLink.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { words as shared } from '#requests/requests.words.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Money } from '#ui/Money.tsx';
import { linkedIn, type getRefundsForAdmin } from './refunds.api.ts';
import { words } from './refunds.words.ts';
import styles from './refunds.module.css';

export type RefundRow = OutputOf<typeof getRefundsForAdmin>['refundsDetails'][number];

/** Of the platforms that are switched on. */
export const adTypeFilter = (on: readonly { name: string }[]) => ({
  param: 'adType',
  label: words.adType,
  options: on.map(({ name }) => ({ value: name, label: name })),
});

export function RefundDetails({ row }: { row: RefundRow }) {
  const account = linkedIn(row);
  const names = account?.ads?.map(({ accountName }) => accountName).join(', ') ?? '';
  return (
    <div className={styles['details']}>
      <Facts
        items={[
          [shared.userName, row.userId.username],
          [shared.email, row.userId.contact.emailId],
          [shared.wallet, <Money key="wallet" cents={row.userId.wallet} />],
          [words.account, <CopyId key="account" value={account?.adsId} label={shared.adsId} />],
          [words.orderId, <CopyId key="order" value={account?._id} label={shared.applyId} />],
          [words.feeBack, <Money key="fee" cents={row.feeBack} />],
          ...(names === '' ? [] : [[words.accountNames, names] as const]),
          ...(account?.remarks ? [[words.note, account.remarks] as const] : []),
          ...(row.clientRemarks === ''
            ? []
            : [[row.byAgency ? words.begunBecause : shared.clientNote, row.clientRemarks] as const]),
        ]}
      />
      <StoryLink applyId={row.applyId} />
    </div>
  );
}
