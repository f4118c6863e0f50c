import type { OutputOf } from '#kernel/endpoint.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { ClientLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Time } from '#ui/Time.tsx';
import { exportShareLog, getGmailShareLog } from './shares.api.ts';
import { words } from './shares.words.ts';

type Share = OutputOf<typeof getGmailShareLog>[number];

const columns: Column<Share>[] = [
  {
    id: 'username',
    header: words.username,
    wraps: true,
    cell: (row) => <ClientLink _id={row.userId} username={row.username} />,
    title: true,
  },
  { id: 'email', header: words.email, cell: (row) => row.emailId },
  { id: 'phone', header: words.phone, cell: (row) => <span className="figures">{row.phone}</span>, wide: 1280 },
  {
    id: 'gmailShare',
    header: words.gmailShare,
    cell: (row) => <CopyId value={row.gmailShare} label={words.gmailShare} />,
  },
  { id: 'platform', header: words.platform, cell: (row) => row.adType || words.noAccount },
  {
    id: 'adsId',
    header: words.adsId,
    cell: (row) => (row.adsId === '' ? words.noAccount : <CopyId value={row.adsId} label={words.adsId} />),
  },
  { id: 'createdAt', header: words.created, cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt' },
];

/** The shares of all clients, for whoever carries them out. */
export default function GmailShareLogPage() {
  return (
    <Page title={words.logTitle} text={words.logText}>
      <DataTable
        name="gmail-shares"
        caption={words.logTitle}
        endpoint={getGmailShareLog}
        rows={(answer) => answer}
        rowId={(row) => row._id}
        rowName={(row) => row.gmailShare}
        columns={columns}
        search={words.logSearch}
        empty={{ text: words.logEmpty }}
        exporting={{
          endpoint: exportShareLog,
          fileName: 'gmailShareLog.xlsx',
        }}
        on={['notice']}
        limit={50}
      />
    </Page>
  );
}
