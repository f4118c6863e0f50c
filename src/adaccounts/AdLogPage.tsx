import { useState } from 'react';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { stateFilter } from '#requests/RequestParts.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { getAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { columnsOf, ownFacts } from './adColumns.tsx';
import { AdDetails } from './AdDetails.tsx';
import { adsIn, idOf, type Ad } from './ads.ts';
import { useNow } from './useNow.tsx';

const { list } = words;

const filters = [stateFilter];

/** Every application on a platform in full, where a platform has such a page. */
export default function AdLogPage() {
  const platform = usePlatform();
  const { log } = platform.pages;
  const [seen, setOpened] = useState<Ad>();
  const opened = useNow(getAds[platform.name], seen);
  const [columns] = useState(() =>
    log?.draws === 'ads' ? columnsOf(platform, { ...log.columns, hidden: ownFacts }) : [],
  );
  if (log?.draws !== 'ads') return null;
  return (
    <Page title={log.title} text={log.text}>
      <DataTable
        name={`${platform.name}-log`}
        caption={log.title}
        endpoint={getAds[platform.name]}
        rows={adsIn}
        rowId={idOf}
        columns={columns}
        empty={{ text: list.empty }}
        failed={platform.says.listFailed}
        thrown={list.thrown}
        search={list.search}
        filters={filters}
        limit={8}
        onRowOpen={setOpened}
      />
      <AdDetails ad={opened} platform={platform} onClose={() => setOpened(undefined)} reader="client" />
    </Page>
  );
}
