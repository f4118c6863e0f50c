import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { clientColumns } from './clientColumns.tsx';
import { ClientRequests } from './ClientRequests.tsx';
import { ClientSums } from './ClientSums.tsx';
import { exportUsers, getActiveUsers } from './clients.api.ts';
import { words } from './clients.words.ts';

type User = OutputOf<typeof getActiveUsers>['activeUsers'][number];

const columns = clientColumns<User>({
  email: (row) => row.email,
  phone: (row) => row.contactNumber,
  wallet: (row) => row.walletBalance,
});

export default function ActiveUsersPage() {
  return (
    <Page title={words.active.title} text={words.active.text}>
      <DataTable
        name="active-users"
        caption={words.active.caption}
        endpoint={getActiveUsers}
        rows={(answer) => answer.activeUsers}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.active.empty }}
        failed={words.active.failed}
        search={words.search}
        expand={(row) => <ClientRequests of={row} />}
        exporting={{
          endpoint: exportUsers,
          query: { active: true },
          fileName: 'activeUsers.xlsx',
        }}
        footer={(answer) => <ClientSums of={answer} />}
        on={['request']}
        limit={50}
      />
    </Page>
  );
}
