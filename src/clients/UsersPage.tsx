import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Page } from '#ui/Page.tsx';
import { clientColumns } from './clientColumns.tsx';
import { ClientRequests } from './ClientRequests.tsx';
import { ClientSums } from './ClientSums.tsx';
import { exportUsers, getUsers } from './clients.api.ts';
import { words } from './clients.words.ts';
import { LoginAs } from './LoginAs.tsx';

type User = OutputOf<typeof getUsers>['users'][number];
const { field } = words;

const columns: Column<User>[] = [
  ...clientColumns<User>({
    email: (row) => row.contact.emailId,
    phone: (row) => row.contact.contact1,
    wallet: (row) => row.wallet,
    held: (row) => row.held,
  }),
  {
    id: 'login',
    header: field.login,
    cell: (row) => (
      <LoginAs userId={row._id} username={row.username}>
        {(open) => (
          <Button
            variant="default"
            size="xs"
            disabled={row.disabled}
            onClick={open}
            aria-label={words.loginAs(row.username)}
          >
            {words.login}
          </Button>
        )}
      </LoginAs>
    ),
  },
];

export default function UsersPage() {
  return (
    <Page title={words.users.title} text={words.users.text}>
      <DataTable
        name="users"
        caption={words.users.caption}
        endpoint={getUsers}
        rows={(answer) => answer.users}
        rowId={(row) => row._id}
        columns={columns}
        empty={{ text: words.users.empty }}
        failed={words.users.failed}
        search={words.search}
        expand={(row) => <ClientRequests of={row} />}
        exporting={{ endpoint: exportUsers, fileName: 'users.xlsx' }}
        footer={(answer) => <ClientSums of={answer} />}
        on={['request']}
        limit={50}
      />
    </Page>
  );
}
