import { application } from '#kinds/application.ts';
import { useMemo, useState } from 'react';
import { usd } from '#kernel/money.ts';
import { person, standing, toQueue, waiting } from '#requests/AdminColumns.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { pendingFilter } from '#requests/RequestParts.tsx';
import type { Platform } from '#requests/requests.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';
import { words } from './adaccounts.words.ts';
import { columnsOf, mostRows, type ColumnName } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, calls, idOf, type Ad } from './calls.ts';
import { refusalToJudge } from './orders.ts';
import { StoryLink } from '#requests/StoryLink.tsx';

const { pending } = words;

const own: Record<Platform, readonly ColumnName[]> = {
  Google: ['gmail', 'timezone', 'adNumber'],
  Bing: ['domain', 'outlookMail', 'adNumber'],
  Facebook: ['licenseName', 'licenseMode', 'accountName', 'pages', 'target'],
};

/** What is decided and how much it costs stand first; these can be scrolled to, or opened with the row. */
const last: Record<Platform, readonly ColumnName[]> = {
  Google: ['remarks', 'openFee', 'wallet', 'adsId', 'updated'],
  Bing: ['wallet', 'remarks', 'adsId', 'updated'],
  Facebook: ['wallet', 'remarks', 'created', 'adsId', 'updated', 'openFee'],
};

/** Below the column before them, so that at a desk nothing that is decided by lies beyond the edge. */
const stacked: readonly ColumnName[] = ['totalDeposit', 'timezone', 'outlookMail', 'licenseMode', 'pages'];
const under: Record<Platform, readonly ColumnName[]> = {
  Google: [...stacked, 'remarks', 'wallet'],
  Bing: [...stacked, 'remarks'],
  Facebook: [...stacked, 'remarks'],
};

/**
 * Nothing that waits has an Ads ID or was changed, and Facebook's orders have the most to show: a whole page stays
 * light.
 */
const unlikely: Record<Platform, readonly string[]> = {
  Google: ['adsId', 'updated'],
  Bing: ['adsId', 'updated'],
  Facebook: ['adsId', 'updated', 'openFee'],
};

function columnsFor(platform: Platform): Column<Ad>[] {
  const placing = { under: under[platform] };
  return [
    ...columnsOf(['applyId']),
    person,
    ...columnsOf(['totalCost', 'totalDeposit', ...own[platform]], placing),
    waiting,
    { ...standing, under: true },
    ...(platform === 'Facebook' ? [] : columnsOf(['created'])),
    ...columnsOf(last[platform], placing).map((column) =>
      unlikely[platform].includes(column.id) ? { ...column, hidden: true as const } : column,
    ),
    {
      id: 'actions',
      header: words.field.actions,
      sticky: true,
      align: 'right',
      cell: (ad) => <Judge ad={ad} platform={platform} />,
    },
  ];
}

const filters = [pendingFilter];

export default function PendingAdsPage() {
  const platform = usePlatform();
  return (
    <>
      <PageHeader title={pending.title[platform]} />
      <PendingAds key={platform} platform={platform} />
    </>
  );
}

function PendingAds({ platform }: { platform: Platform }) {
  const [opened, setOpened] = useState<Ad>();
  const columns = useMemo(() => columnsFor(platform), [platform]);
  return (
    <>
      <DataTable
        name={`${platform}-pending`}
        caption={pending.title[platform]}
        endpoint={calls[platform].pending}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: pending.empty, action: toQueue }}
        failed={pending.failed[platform]}
        search={pending.search}
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

function Judge({ ad, platform }: { ad: Ad; platform: Platform }) {
  return (
    <JudgeCell
      row={ad}
      asks="adsId"
      endpoint={calls[platform].judge}
      again={[calls[platform].pending, calls[platform].approved]}
      args={(action, { adsId, remarks }) => ({ query: { id: ad._id, action }, body: { adsId, remarks } })}
      refusal={(action, said) => refusalToJudge(platform, action, said)}
      failed={pending.updateFailed[platform]}
      labels={{ approve: pending.adsId, reject: pending.remark }}
      hints={{ approve: pending.adsIdHint(ad.adNum), reject: pending.remarkHint }}
      about={() => pending.about(usd(ad.totalCost), ad.userId.username)}
      templates={application.words.reasons}
    />
  );
}
