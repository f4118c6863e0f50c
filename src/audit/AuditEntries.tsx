import { deviceOf } from '#kernel/agents.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Time } from '#ui/Time.tsx';
import css from './audit.module.css';
import { AuditDiff } from './AuditDiff.tsx';
import { words } from './audit.words.ts';
import { actionText } from './entries.ts';
import { exportAuditLog, getAuditLog } from './log.api.ts';

type Entry = OutputOf<typeof getAuditLog>['entries'][number];

const columns: Column<Entry>[] = [
  { id: 'at', header: words.at, title: true, sort: 'at', cell: (row) => <Time at={row.at} /> },
  {
    id: 'who',
    header: words.who,
    wraps: true,
    cell: (row) => <span className={css['who']}>{row.actor ?? words.portal}</span>,
  },
  {
    id: 'what',
    header: words.what,
    cell: (row) => (
      <span className={css['what']} title={row.action}>
        {actionText(row.action)}
      </span>
    ),
  },
  {
    id: 'whom',
    header: words.whom,
    wraps: true,
    // Who acts on their own account is named once.
    cell: (row) =>
      row.subjectId && row.subjectId !== row.actorId ? (
        <ClientLink _id={row.subjectId} username={row.subject ?? row.subjectId} />
      ) : null,
  },
  {
    id: 'applyId',
    header: words.applyId,
    cell: (row) => (row.applyId ? <RequestLink applyId={row.applyId} /> : null),
  },
  { id: 'change', header: words.change, cell: (row) => <AuditDiff before={row.before} after={row.after} /> },
  {
    id: 'from',
    header: words.from,
    hidden: true,
    cell: (row) => (
      <>
        {row.address}
        <span className={css['quiet']} title={row.agent}>
          {row.agent && deviceOf(row.agent)}
        </span>
      </>
    ),
  },
];

const filters = [{ param: 'action', label: words.filter, every: words.everything, options: [...words.filters] }];

/** The list itself, also on a client's page with that client's entries only. */
export function AuditEntries({ userId, prefix }: { userId?: string; prefix?: string }) {
  return (
    <DataTable
      name="audit-log"
      caption={words.caption}
      endpoint={getAuditLog}
      query={userId === undefined ? {} : { userId }}
      rows={(answer) => answer.entries}
      rowId={(row) => row._id}
      columns={columns}
      empty={{ text: words.empty }}
      search={words.search}
      filters={filters}
      exporting={{
        endpoint: exportAuditLog,
        fileName: 'auditLog.xlsx',
      }}
      on={['request']}
      limit={25}
      {...(prefix === undefined ? {} : { prefix })}
    />
  );
}
