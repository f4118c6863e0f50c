import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { Time } from '#ui/Time.tsx';
import { exportShareLog, getShareLog } from './shares.api.ts';
import { words } from './shares.words.ts';

type Share = OutputOf<typeof getShareLog>['shares'][number];

const columns: Column<Share>[] = [
  { id: 'gmail', header: words.gmailShare, cell: (row) => row.emailId, title: true },
  { id: 'platform', header: words.platform, cell: (row) => row.adType || words.noAccount },
  {
    id: 'adsId',
    header: words.adsId,
    cell: (row) => (row.adsId === '' ? words.noAccount : <CopyId value={row.adsId} label={words.adsId} />),
  },
  { id: 'createdAt', header: words.created, cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt' },
];

/** A client's own shares. */
export default function ShareLogPage() {
  const [list] = usePlatform().pages.list;
  return (
    <Page title={words.ownTitle} text={words.ownText}>
      <DataTable
        name="shares"
        caption={words.ownTitle}
        endpoint={getShareLog}
        rows={(answer) => answer.shares}
        rowId={(row) => row._id}
        rowName={(row) => row.emailId}
        columns={columns}
        search={words.ownSearch}
        exporting={{
          endpoint: exportShareLog,
          fileName: 'gmailShareLog.xlsx',
        }}
        failed={words.ownFailed}
        empty={{
          text: words.ownEmpty,
          action: (
            <Button component={Link} to={list} variant="default">
              {words.toAccounts}
            </Button>
          ),
        }}
      />
    </Page>
  );
}
