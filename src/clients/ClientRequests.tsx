/** A client's latest requests as four small tables; an ad opens its deposits and refunds. */
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { normalisedAdsId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { inUsers, type Platform } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Money } from '#ui/Money.tsx';
import { RequestLink } from '#ui/NamedLink.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { adsOf, mostNested, type getUsers } from './clients.api.ts';
import css from './clients.module.css';
import { words } from './clients.words.ts';

type User = OutputOf<typeof getUsers>['users'][number];
type Nested = Pick<User, '_id' | 'transactions' | 'adDeposit' | 'refund'>;
type Ad = { applyId: string; adsIds: string[]; platform: Platform };

const { field, nested } = words;

export function ClientRequests({ of }: { of: Nested }) {
  const [ad, setAd] = useState<Ad>();
  const on = usePlatforms();
  const shown = inUsers.filter((spec) => on.includes(spec) || adsOf(of, spec).length > 0);
  return (
    <div className={css['nested']}>
      <PlainTable
        caption
        label={nested.transactions}
        heads={[field.applyId, field.amount, field.transactionId, field.state, field.at]}
        right={[1]}
        empty={nested.none}
        rows={of.transactions.map((row) => [
          <RequestLink key="id" applyId={row.applyId} className={css['open']} />,
          <Money key="money" cents={row.receivedMoney ?? row.chargeMoney} />,
          <CopyId key="tx" value={row.transactionId} short />,
          <StateBadge key="state" state={row.state} />,
          <Time key="at" at={row.createdAt} />,
        ])}
      />
      {shown.map((spec) => (
        <PlainTable
          key={spec.name}
          caption
          label={nested.ads(spec.name)}
          heads={[field.applyId, field.adsId, field.totalCost, field.state, field.at]}
          right={[2]}
          empty={nested.none}
          rows={adsOf(of, spec).map((row) => [
            <UnstyledButton
              key="id"
              className={css['open']}
              onClick={() => setAd({ applyId: row.applyId, adsIds: row.adsIds, platform: spec.name })}
            >
              {row.applyId}
            </UnstyledButton>,
            row.adsId || '–',
            <Money key="total" cents={row.totalCost} />,
            <StateBadge key="state" state={row.state} />,
            <Time key="at" at={row.createdAt} />,
          ])}
        />
      ))}
      <OnlyLatest client={of._id} lists={[of.transactions, ...shown.map((spec) => adsOf(of, spec))]} />
      <AdMoney ad={ad} of={of} onClose={() => setAd(undefined)} />
    </div>
  );
}

/** What went into an ad account and what came back from it. */
function AdMoney({ ad, of, onClose }: { ad: Ad | undefined; of: Nested; onClose: () => void }) {
  const ids = new Set((ad?.adsIds ?? []).map(normalisedAdsId));
  const mine = (row: { adType: string; adsId: string }) =>
    row.adType === ad?.platform && ids.has(normalisedAdsId(row.adsId));
  return (
    <Dialog
      opened={ad !== undefined}
      onClose={onClose}
      title={words.adTitle(ad?.adsIds.join(', ') || ad?.applyId || '')}
      size="xl"
    >
      <div className={css['nested']}>
        <PlainTable
          caption
          label={nested.deposits}
          heads={[field.applyId, field.adsId, field.money, field.totalCost, field.state, field.at]}
          right={[2, 3]}
          empty={nested.none}
          rows={of.adDeposit.filter(mine).map((row) => cellsOf(row, row.money, row.totalCost, row.state))}
        />
        <PlainTable
          caption
          label={nested.refunds}
          heads={[field.applyId, field.adsId, field.amount, field.remain, field.state, field.at]}
          right={[2, 3]}
          empty={nested.none}
          rows={of.refund.filter(mine).map((row) => cellsOf(row, row.amount, row.remainMoney, row.applyState))}
        />
        <OnlyLatest client={of._id} q={ad?.adsIds[0] ?? ''} lists={[of.adDeposit, of.refund]} />
      </div>
    </Dialog>
  );
}

/** Where older ones are left out, the way to all of them: no money of an ad account seems never to have been there. */
function OnlyLatest({ client, q = '', lists }: { client: string; q?: string; lists: readonly (readonly unknown[])[] }) {
  if (lists.every((rows) => rows.length < mostNested)) return null;
  const asked = new URLSearchParams({ client, ...(q === '' ? {} : { q }) });
  return (
    <p>
      {nested.latest(mostNested)} <Link to={`/admin/requests?${String(asked)}`}>{nested.all}</Link>
    </p>
  );
}

function cellsOf(row: { applyId: string; adsId: string; createdAt: Date }, first: Cents, second: Cents, state: string) {
  return [
    <RequestLink key="id" applyId={row.applyId} className={css['open']} />,
    row.adsId,
    <Money key="first" cents={first} />,
    <Money key="second" cents={second} />,
    <StateBadge key="state" state={state} />,
    <Time key="at" at={row.createdAt} />,
  ];
}
