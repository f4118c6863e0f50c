import { useMemo, useState } from 'react';
import type { Platform } from '#requests/requests.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePlatform } from '#ui/usePlatform.tsx';
import { words } from './adaccounts.words.ts';
import { columnsOf, type ColumnName } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, calls, idOf, type Ad } from './calls.ts';
import { JudgeCell } from './JudgeCell.tsx';
import { StoryLink } from './StoryLink.tsx';
import styles from './adaccounts.module.css';

const { pending } = words;

/** What an admin needs first stands first; the rest of a row is scrolled to, or opened. */
const first: readonly ColumnName[] = ['applyId', 'waiting', 'state', 'userName'];
const last: readonly ColumnName[] = ['totalDeposit', 'openFee', 'totalCost', 'wallet', 'email', 'adsId', 'remarks', 'created', 'updated'];

const shown: Record<Platform, readonly ColumnName[]> = {
  Google: [...first, 'gmail', 'timezone', 'adNumber', ...last],
  Bing: [...first, 'domain', 'outlookMail', 'adNumber', ...last.filter((name) => name !== 'openFee')],
  Facebook: [...first, 'licenseName', 'licenseMode', 'accountName', 'pages', 'target', ...last],
};

/** Nothing chosen is what waits; a state widens it. */
const filters = [
  {
    param: 'state',
    label: words.field.state,
    every: pending.onlyPending,
    options: [{ value: 'all', label: pending.all }, ...words.states.slice(1).map((state) => ({ value: state, label: state }))],
  },
];

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
  const columns = useMemo<Column<Ad>[]>(
    () => [
      ...columnsOf(shown[platform]),
      { id: 'actions', header: words.field.actions, sticky: true, align: 'right', cell: (ad) => <JudgeCell ad={ad} platform={platform} /> },
    ],
    [platform],
  );
  return (
    <div className={styles['adtable']}>
      <DataTable
        name={`${platform}-pending`}
        caption={pending.title[platform]}
        endpoint={calls[platform].pending}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: pending.empty }}
        failed={pending.failed[platform]}
        search={pending.search}
        filters={filters}
        on={['request']}
        onRowOpen={setOpened}
      />
      <AdDetails
        ad={opened}
        onClose={() => setOpened(undefined)}
        reader="admin"
        actions={opened ? <StoryLink applyId={opened.applyId} /> : null}
      />
    </div>
  );
}
