import { useState } from 'react';
import { person, toQueue } from '#requests/AdminColumns.tsx';
import type { Platform } from '#requests/requests.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';
import { words } from './adaccounts.words.ts';
import { columnsOf, mostRows, type ColumnName } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, calls, idOf, type Ad } from './calls.ts';
import { StoryLink } from '#requests/StoryLink.tsx';

const { approved } = words;

const costs: readonly ColumnName[] = ['state', 'totalCost', 'totalDeposit', 'wallet', 'remarks', 'created', 'updated'];

/** Below the column before them, unless something stands there already: so a whole row is seen at a desk. */
const under: readonly ColumnName[] = [
  ...(['adsId', 'licenseName', 'totalDeposit', 'remarks', 'updated'] as const),
  ...(['timezone', 'outlookMail', 'pages', 'adNumber', 'decidedBy'] as const),
];

const shown: Record<Platform, readonly ColumnName[]> = {
  Google: [...costs, 'gmail', 'timezone', 'openFee', 'adNumber', 'decidedBy'],
  Bing: [...costs, 'adNumber', 'domain', 'outlookMail', 'decidedBy'],
  Facebook: ['licenseMode', 'licenseName', ...costs, 'accountName', 'pages', 'target', 'decidedBy'],
};

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
    <>
      <PageHeader title={approved.title[platform]} />
      <ApprovedAds key={platform} platform={platform} />
    </>
  );
}

function ApprovedAds({ platform }: { platform: Platform }) {
  const [opened, setOpened] = useState<Ad>();
  const [columns] = useState(() => [
    ...columnsOf(['applyId', 'adsId'], { under }),
    person,
    ...columnsOf(shown[platform], { under }),
  ]);
  return (
    <>
      <DataTable
        name={`${platform}-approved`}
        caption={approved.title[platform]}
        endpoint={calls[platform].approved}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: approved.empty[platform], action: toQueue }}
        failed={approved.failed[platform]}
        search={words.pending.search}
        filters={filters}
        limit={mostRows}
        on={['request']}
        onRowOpen={setOpened}
      />
      <AdDetails
        ad={opened}
        onClose={() => setOpened(undefined)}
        reader="admin"
        actions={opened ? <StoryLink applyId={opened.applyId} /> : null}
      />
    </>
  );
}
