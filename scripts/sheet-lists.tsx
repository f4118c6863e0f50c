/** The lists of the sheet: full, chosen from, empty, failed, loading. They are answered here: no portal is behind. */
import { Button } from '@mantine/core';
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Section } from '#ui/Section.tsx';
import { SteadyLine } from '#ui/Steady.tsx';
import { Sums } from '#ui/Sums.tsx';

type Row = { _id: string; name: string; state: string; cents: number };

const listOf = (state: string) =>
  endpoint({
    method: 'GET',
    path: `/parts-${state}`,
    access: 'public',
    summary: '',
    output: z.object({
      rows: z.array(z.object({ _id: z.string(), name: z.string(), state: z.string(), cents: z.number() })),
      total: z.number(),
    }),
    trips: 0,
  });
const lists = { full: listOf('full'), empty: listOf('empty'), failed: listOf('failed'), loading: listOf('loading') };

const rows: Row[] = [
  { _id: 'TU-7K3Q-X2MF', name: 'Ana Lima', state: 'Pending', cents: 123_450 },
  { _id: 'DP-0K1L-O0QZ', name: 'קימי בע״מ', state: 'Approved', cents: 500 },
  { _id: 'WD-4444-AAAA', name: 'A company with a name that is longer than its column', state: 'Rejected', cents: -7 },
];

window.fetch = (input) => {
  const url = input instanceof Request ? input.url : String(input);
  const json = (body: object, status = 200) =>
    Promise.resolve(Response.json(body, { status, headers: { 'Content-Type': 'application/json' } }));
  if (url.includes('parts-full')) return json({ rows, total: 214 });
  if (url.includes('parts-empty')) return json({ rows: [], total: 0 });
  if (url.includes('parts-failed')) return json({ message: 'Failed to fetch ads.', code: 'x' }, 400);
  return new Promise(() => {});
};

const columns: Column<Row>[] = [
  { id: 'id', header: 'Apply ID', cell: (row) => <CopyId value={row._id} label="Apply ID" />, title: true },
  { id: 'name', header: 'Client', sort: 'name', cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} />, card: 'corner' },
  { id: 'money', header: 'Amount', cell: ({ cents }) => <Money cents={BigInt(cents)} />, align: 'right' },
];
const states = ['Pending', 'Approved'].map((value) => ({ value, label: value }));

const footer = () => (
  <>
    <Sums
      what="Of what was"
      heads={['To clients', 'From clients']}
      rows={['Approved', 'Waiting'].map((name) => ({
        name,
        figures: [123_450n, -7n].map((cents) => <Money key={String(cents)} cents={cents} />),
      }))}
      tooMany=""
    />
    <Sums what="" heads={[]} rows={null} tooMany="More than 10,000 requests: choose fewer days." />
  </>
);

export function Lists() {
  return (
    <>
      {Object.entries(lists).map(([state, list]) => (
        <Section key={state} title={`List: ${state}`}>
          <DataTable
            name={state}
            prefix={state}
            caption={state}
            endpoint={list}
            rows={(answer) => answer.rows}
            rowId={({ _id }) => _id}
            columns={columns}
            search="Search"
            filters={[{ param: 'state', label: 'State', options: states }]}
            failed="Failed to fetch ads."
            empty={{ text: 'No ads found.', action: <Button>Order accounts</Button> }}
            {...(state === 'full' ? { expand: () => 'What stands in it.', footer } : {})}
          />
        </Section>
      ))}
      <SteadyLine gone={new Set(['TU-7K3Q-X2MF'])} fresh={2} show={() => {}} />
    </>
  );
}
