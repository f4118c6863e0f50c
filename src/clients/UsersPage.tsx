import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Time } from '#ui/Time.tsx';
import { ClientRequests } from './ClientRequests.tsx';
import { exportUsers, getUsers } from './clients.api.ts';
import css from './clients.module.css';
import { words } from './clients.words.ts';
import { LoginAs } from './LoginAs.tsx';

type User = OutputOf<typeof getUsers>['users'][number];
const { field } = words;

const columns: Column<User>[] = [
  {
    id: 'username',
    header: field.username,
    title: true,
    sort: 'username',
    cell: (row) => (
      <>
        <Link to={`/admin/users/${row._id}`} className={css['open']}>
          {row.username}
        </Link>
        {row.disabled ? <span className={css['disabled']}>{words.disabled}</span> : null}
      </>
    ),
  },
  { id: 'email', header: field.email, cell: (row) => row.contact.emailId },
  { id: 'phone', header: field.phone, cell: (row) => row.contact.contact1 },
  { id: 'country', header: field.country, cell: (row) => row.address.country },
  { id: 'pincode', header: field.pincode, cell: (row) => row.address.pincode },
  { id: 'wallet', header: field.wallet, align: 'right', cell: (row) => <Money cents={row.wallet} /> },
  { id: 'held', header: field.held, align: 'right', hidden: true, cell: (row) => <Money cents={row.held} /> },
  { id: 'created', header: field.created, sort: 'createdAt', hidden: true, cell: (row) => <Time at={row.createdAt} onlyDay /> },
  {
    id: 'login',
    header: field.login,
    cell: (row) => (
      <LoginAs userId={row._id} username={row.username}>
        {(open) => (
          <Button variant="default" size="xs" disabled={row.disabled} onClick={open} aria-label={words.loginAs(row.username)}>
            {words.login}
          </Button>
        )}
      </LoginAs>
    ),
  },
];

export default function UsersPage() {
  return (
    <>
      <PageHeader title={words.users.title} text={words.users.text} />
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
        exporting={{ endpoint: exportUsers, fileName: 'users.xlsx', done: words.exported, failed: words.exportFailed }}
        on={['request']}
        limit={50}
      />
    </>
  );
}
