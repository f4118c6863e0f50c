import { useState } from 'react';
import { stateFilter } from '#requests/RequestParts.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { getFacebookAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, idOf, type Ad } from './calls.ts';

const { list, log } = words;

const columns = columnsOf(
  [
    ...(['applyId', 'adsId', 'userName', 'email', 'licenseMode', 'licenseName', 'state', 'remarks', 'wallet'] as const),
    ...(['totalCost', 'totalDeposit', 'created', 'updated'] as const),
  ],
  { under: ['adsId', 'email', 'licenseName', 'totalDeposit', 'updated'] },
);

const filters = [stateFilter];

export default function FacebookLogPage() {
  const [opened, setOpened] = useState<Ad>();
  return (
    <>
      <PageHeader title={log.title} text={log.text} />
      <DataTable
        name="facebook-log"
        caption={log.title}
        endpoint={getFacebookAds}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: list.empty }}
        failed={list.failed.Facebook}
        thrown={list.thrown}
        search={list.search}
        filters={filters}
        limit={8}
        onRowOpen={setOpened}
      />
      <AdDetails ad={opened} onClose={() => setOpened(undefined)} reader="client" />
    </>
  );
}
