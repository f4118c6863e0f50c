/** A client's latest requests as four small tables; an ad opens its deposits and refunds. */
import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { normalisedAdsId } from '#kernel/ids.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Money } from '#ui/Money.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import type { getUsers } from './clients.api.ts';
import css from './clients.module.css';
import { words } from './clients.words.ts';

type User = OutputOf<typeof getUsers>['users'][number];
export type Nested = Pick<User, 'transactions' | 'googleAds' | 'facebookAds' | 'bingAds' | 'adDeposit' | 'refund'>;
type Ad = { applyId: string; adsIds: string[]; platform: 'Google' | 'Facebook' | 'Bing' };

const { field, nested } = words;

export function ClientRequests({ of }: { of: Nested }) {
  const [ad, setAd] = useState<Ad>();
  const groups = [
    { title: nested.google, platform: 'Google', ads: of.googleAds },
    { title: nested.facebook, platform: 'Facebook', ads: of.facebookAds },
    { title: nested.bing, platform: 'Bing', ads: of.bingAds },
  ] as const;
  return (
    <div className={css['nested']}>
      <Small
        title={nested.transactions}
        heads={[field.applyId, field.money, field.transactionId, field.state, field.at]}
        empty={of.transactions.length === 0}
      >
        {of.transactions.map((row) => (
          <tr key={row._id}>
            <td>
              <Trace applyId={row.applyId} />
            </td>
            <td className={css['right']}>
              <Money cents={row.receivedMoney ?? row.chargeMoney} />
            </td>
            <td>
              <CopyId value={row.transactionId} short />
            </td>
            <td>
              <StateBadge state={row.state} />
            </td>
            <td>
              <Time at={row.createdAt} />
            </td>
          </tr>
        ))}
      </Small>
      {groups.map(({ title, platform, ads }) => (
        <Small
          key={platform}
          title={title}
          heads={[field.applyId, field.adsId, field.totalCost, field.state, field.at]}
          empty={ads.length === 0}
        >
          {ads.map((row) => (
            <tr key={row._id}>
              <td>
                <UnstyledButton className={css['open']} onClick={() => setAd({ applyId: row.applyId, adsIds: row.adsIds, platform })}>
                  {row.applyId}
                </UnstyledButton>
              </td>
              <td>{row.adsId || '–'}</td>
              <td className={css['right']}>
                <Money cents={row.totalCost} />
              </td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td>
                <Time at={row.createdAt} />
              </td>
            </tr>
          ))}
        </Small>
      ))}
      <AdMoney ad={ad} of={of} onClose={() => setAd(undefined)} />
    </div>
  );
}

function AdMoney({ ad, of, onClose }: { ad: Ad | undefined; of: Nested; onClose: () => void }) {
  const ids = new Set((ad?.adsIds ?? []).map(normalisedAdsId));
  const mine = (row: { adType: string; adsId: string }) => row.adType === ad?.platform && ids.has(normalisedAdsId(row.adsId));
  const deposits = of.adDeposit.filter(mine);
  const refunds = of.refund.filter(mine);
  return (
    <Dialog opened={ad !== undefined} onClose={onClose} title={words.adTitle(ad?.adsIds.join(', ') || ad?.applyId || '')} size="xl">
      <div className={css['nested']}>
        <Small
          title={nested.deposits}
          heads={[field.applyId, field.adsId, field.money, field.totalCost, field.state, field.at]}
          empty={deposits.length === 0}
        >
          {deposits.map((row) => (
            <tr key={row._id}>
              <td>
                <Trace applyId={row.applyId} />
              </td>
              <td>{row.adsId}</td>
              <td className={css['right']}>
                <Money cents={row.money} />
              </td>
              <td className={css['right']}>
                <Money cents={row.totalCost} />
              </td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td>
                <Time at={row.createdAt} />
              </td>
            </tr>
          ))}
        </Small>
        <Small
          title={nested.refunds}
          heads={[field.applyId, field.adsId, field.amount, field.remain, field.state, field.at]}
          empty={refunds.length === 0}
        >
          {refunds.map((row) => (
            <tr key={row._id}>
              <td>
                <Trace applyId={row.applyId} />
              </td>
              <td>{row.adsId}</td>
              <td className={css['right']}>
                <Money cents={row.amount} />
              </td>
              <td className={css['right']}>
                <Money cents={row.remainMoney} />
              </td>
              <td>
                <StateBadge state={row.applyState} />
              </td>
              <td>
                <Time at={row.createdAt} />
              </td>
            </tr>
          ))}
        </Small>
      </div>
    </Dialog>
  );
}

/** One request's whole story. */
function Trace({ applyId }: { applyId: string }) {
  return (
    <Link to={`/admin/requests/${applyId}`} className={css['open']}>
      {applyId}
    </Link>
  );
}

type SmallProps = { title: string; heads: readonly string[]; empty: boolean; children: ReactNode };

/** A table without tools, for what is inside a row. */
function Small({ title, heads, empty, children }: SmallProps) {
  if (empty) {
    return (
      <div>
        <h3 className={css['smalltitle']}>{title}</h3>
        <p className={css['none']}>{nested.none}</p>
      </div>
    );
  }
  return (
    // Wide rows scroll inside, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['scroll']} tabIndex={0} role="region" aria-label={title}>
      <table className={css['small']}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
