import { Link } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Time } from '#ui/Time.tsx';
import { ClientRequests } from './ClientRequests.tsx';
import { exportUsers, getActiveUsers } from './clients.api.ts';
import css from './clients.module.css';
import { words } from './clients.words.ts';

type User = OutputOf<typeof getActiveUsers>['activeUsers'][number];
const { field } = words;

const columns: Column<User>[] = [
  {
    id: 'username',
    header: field.username,
    title: true,
    sort: 'username',
    cell: (row) => (
      <Link to={`/admin/users/${row._id}`} className={css['open']}>
        {row.username}
      </Link>
    ),
  },
  { id: 'email', header: field.email, cell: (row) => row.email },
  { id: 'phone', header: field.phone, cell: (row) => row.contactNumber },
  { id: 'country', header: field.country, cell: (row) => row.address.country },
  { id: 'pincode', header: field.pincode, cell: (row) => row.address.pincode },
  { id: 'wallet', header: field.wallet, align: 'right', cell: (row) => <Money cents={row.walletBalance} /> },
  { id: 'created', header: field.created, sort: 'createdAt', hidden: true, cell: (row) => <Time at={row.createdAt} onlyDay /> },
];

export default function ActiveUsersPage() {
  return (
    <>
      <PageHeader title={words.active.title} text={words.active.text} />
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
          done: words.exported,
          failed: words.exportFailed,
        }}
        on={['request']}
        limit={50}
      />
    </>
  );
}
