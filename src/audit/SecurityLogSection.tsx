import type { OutputOf } from '#kernel/endpoint.ts';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { getSecurityLog } from './own.api.ts';
import { words } from './own.words.ts';

type SecurityEvent = OutputOf<typeof getSecurityLog>['events'][number];

const columns: Column<SecurityEvent>[] = [
  { id: 'what', header: words.what, cell: (row) => words.event(row.action), title: true },
  { id: 'at', header: words.when, cell: (row) => <Time at={row.at} />, sort: 'at', card: 'left' },
  {
    id: 'from',
    header: words.from,
    cell: (row) => <span title={row.agent}>{row.address || words.byAgency}</span>,
    card: 'right',
  },
];

/** A person's own security log. */
export function SecurityLogSection() {
  return (
    <Section title={words.title} text={words.text}>
      <DataTable
        name="security"
        prefix="log"
        caption={words.title}
        endpoint={getSecurityLog}
        rows={(answer) => answer.events}
        rowId={(row) => row._id}
        rowName={(row) => words.event(row.action)}
        columns={columns}
        empty={{ text: words.empty }}
        failed={words.failed}
        on={[]}
        limit={8}
        bare
      />
    </Section>
  );
}
