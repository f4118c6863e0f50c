import { application } from '#kinds/application.ts';
import { useMemo, useState } from 'react';
import { usd } from '#kernel/money.ts';
import type { Spec } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { InAllRequests, standing, toQueue, waiting } from '#requests/AdminColumns.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { actionsColumn, deedOf, pendingFilter } from '#requests/RequestParts.tsx';
import { personWithSignals } from '#signals/personColumn.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { approveAd, getApprovedAds, getPendingAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf, leastNeeded, mostRows } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { accountsOf, adsIn, idOf, type Ad } from './ads.ts';
import { useNow } from './useNow.tsx';
import { blankVerdict } from './orders.ts';

const { pending } = words;

/**
 * What is decided and how much it costs stand first; the rest is in the details of a row, and in wide windows beside
 * it, as an opened verdict needs its room. Nothing that
 * waits has an Ads ID or was changed: a whole page stays light.
 */
function columnsFor(platform: Spec): Column<Ad>[] {
  const { first, last, under, hidden } = platform.columns.pending;
  return [
    ...columnsOf(platform, { shown: ['applyId'] }),
    personWithSignals,
    ...columnsOf(platform, {
      shown: ['totalCost', 'totalDeposit', ...first],
      under: ['totalDeposit', ...under],
      wide: { at: 1280, names: ['licenseName', 'licenseMode', 'target'] },
    }),
    waiting,
    { ...standing, under: true },
    ...columnsOf(platform, { shown: last, under, wide: { at: 1440, names: leastNeeded } }).map((column) =>
      hidden.some((name) => name === column.id) ? { ...column, hidden: true as const } : column,
    ),
    actionsColumn((ad) => <Judge ad={ad} platform={platform} />),
  ];
}

const filters = [pendingFilter];

export default function PendingAdsPage() {
  const platform = usePlatform();
  return (
    <Page title={pending.title(platform.name)}>
      <PendingAds key={platform.name} platform={platform} />
    </Page>
  );
}

function PendingAds({ platform }: { platform: Spec }) {
  const { name, says } = platform;
  const [seen, setOpened] = useState<Ad>();
  const opened = useNow(getPendingAds[name], seen);
  const columns = useMemo(() => columnsFor(platform), [platform]);
  return (
    <>
      <DataTable
        name={`${name}-pending`}
        caption={pending.title(name)}
        endpoint={getPendingAds[name]}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: pending.empty, action: toQueue }}
        failed={says.pendingFailed}
        search={pending.search}
        footer={({ total }) => <InAllRequests total={total} kind="application" adType={name} state="Pending" />}
        filters={filters}
        limit={mostRows}
        on={['request']}
        steady
        onRowOpen={setOpened}
      />
      <AdDetails ad={opened} platform={platform} onClose={() => setOpened(undefined)} reader="admin" />
    </>
  );
}

function Judge({ ad, platform }: { ad: Ad; platform: Spec }) {
  const { name, says } = platform;
  return (
    <JudgeCell
      row={ad}
      kind={application}
      endpoint={approveAd[name]}
      accounts={accountsOf(ad)}
      again={[getPendingAds[name], getApprovedAds[name]]}
      args={(action, { adsId, remarks }) => ({ query: { id: ad._id, action }, body: { adsId, remarks } })}
      blank={blankVerdict(platform)}
      failed={says.updateFailed}
      labels={{ approve: pending.adsId, reject: pending.remark }}
      hints={{ approve: pending.adsIdHint(ad.adNum), reject: pending.remarkHint }}
      about={(action) =>
        action === 'approve'
          ? application.words.deed(deedOf(ad, { amountCents: ad.totalDeposit, accounts: ad.adNum }))
          : pending.about(usd(ad.totalCost), ad.userId.username)
      }
    />
  );
}
