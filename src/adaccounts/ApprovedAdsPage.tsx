import { useState } from 'react';
import type { Spec } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { InAllRequests, person, toQueue } from '#requests/AdminColumns.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { getApprovedAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf, leastNeeded, mostRows, whatWasOrdered } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, idOf, type Ad } from './ads.ts';
import { useNow } from './useNow.tsx';

const { approved } = words;

const filters = [
  {
    param: 'state',
    label: words.field.state,
    every: approved.approvedOnly,
    options: [{ value: 'Reversed', label: approved.reversed }],
  },
];

export default function ApprovedAdsPage() {
  const platform = usePlatform();
  return (
    <Page title={approved.title(platform.name)}>
      <ApprovedAds key={platform.name} platform={platform} />
    </Page>
  );
}

function ApprovedAds({ platform }: { platform: Spec }) {
  const { name, says } = platform;
  const [seen, setOpened] = useState<Ad>();
  const opened = useNow(getApprovedAds[name], seen);
  const [columns] = useState(() => [
    ...columnsOf(platform, { shown: ['applyId', 'adsId'], under: ['adsId'] }),
    person,
    ...columnsOf(platform, {
      ...platform.columns.approved,
      wide: platform.order.form === 'rows' ? { at: 1280, names: leastNeeded } : { at: 1440, names: whatWasOrdered },
    }),
  ]);
  return (
    <>
      <DataTable
        name={`${name}-approved`}
        caption={approved.title(name)}
        endpoint={getApprovedAds[name]}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: says.noApproved, action: toQueue }}
        failed={says.approvedFailed}
        search={words.pending.search}
        footer={({ total }) => <InAllRequests total={total} kind="application" adType={name} state="Approved" />}
        filters={filters}
        limit={mostRows}
        on={['request']}
        onRowOpen={setOpened}
      />
      <AdDetails ad={opened} platform={platform} onClose={() => setOpened(undefined)} reader="admin" />
    </>
  );
}
