/** Threads by their newest message: a client's own, and for admins those in which a client waits for an answer. */
import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { ClientLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { useMe } from '#ui/session.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { getThreads } from './support.api.ts';
import { threadPageOf } from './support.ts';
import { words } from './support.words.ts';
import css from './support.module.css';

type Row = OutputOf<typeof getThreads>['threads'][number];

const about: Column<Row> = {
  id: 'about',
  header: words.about,
  title: true,
  cell: (row) => (
    <Link to={threadPageOf(row._id)} className={row.about === 'request' ? 'nobreak' : undefined} translate="no">
      {row.name}
    </Link>
  ),
};
const client: Column<Row> = {
  id: 'client',
  header: words.client,
  wraps: true,
  cell: ({ userId }) => (userId ? <ClientLink {...userId} /> : null),
};
const newest: Column<Row> = {
  id: 'newest',
  header: words.newest,
  cell: (row) => (
    <span className={css['cut']} title={`${row.by}: ${row.text}`}>
      {row.by}: {row.text}
    </span>
  ),
};
const unread: Column<Row> = {
  id: 'unread',
  header: words.state,
  card: 'corner',
  cell: (row) => (row.unread > 0 ? <Badge tone="wait">{words.unread(row.unread)}</Badge> : null),
};
const waits: Column<Row> = {
  id: 'waits',
  header: words.waitsSince,
  cell: (row) => (row.unansweredSince ? <Time at={row.unansweredSince} age /> : words.answered),
};
const at: Column<Row> = { id: 'at', header: words.at, sort: 'at', cell: (row) => <Time at={row.at} /> };

const ofClients = { columns: [about, newest, unread, at], query: {}, filters: [] };
const ofAdmins = {
  columns: [about, client, newest, unread, waits, at],
  query: { sort: 'at' },
  filters: [
    { param: 'state', label: words.state, every: words.unanswered, options: [{ value: 'all', label: words.all }] },
  ],
};

export default function MessagesPage() {
  const isAdmin = useMe().typeOfUser === 'Admin';
  const side = isAdmin ? 'agency' : 'client';
  const { columns, query, filters } = isAdmin ? ofAdmins : ofClients;
  return (
    <Page title={words.title} text={isAdmin ? words.textForAdmins : words.textForClients}>
      <DataTable
        key={side}
        name={`messages-${side}`}
        caption={words.caption}
        endpoint={getThreads}
        query={query}
        filters={filters}
        rows={rowsOf}
        rowId={(row) => row._id}
        columns={columns}
        empty={{
          text: words.empty[side],
          action: isAdmin ? undefined : (
            <Button component={Link} to="/accounts" variant="default">
              {words.toAccounts}
            </Button>
          ),
        }}
        failed={words.failed}
        search={words.search[side]}
        on={['notice']}
      />
    </Page>
  );
}

const rowsOf = (answer: OutputOf<typeof getThreads>) => answer.threads;
