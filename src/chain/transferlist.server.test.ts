/** What admins see of the transfers that they narrow: what they add up to, and a file of them. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let support: Person;

type Row = [direction: string, state: string, network: string, amount: string, at: string];

const rows: Row[] = [
  ['In', 'Final', 'TRC20', '1000.005', '2026-10-31T15:59:59Z'],
  // The first of November by the clocks of the agency.
  ['In', 'Final', 'BEP20', '0.000000000000000001', '2026-10-31T16:00:00Z'],
  ['In', 'Final', 'TRC20', '9007199254740993.25', '2026-11-01T10:00:00Z'],
  ['In', 'Seen', 'TRC20', '7', '2026-11-01T11:00:00Z'],
  ['In', 'Gone', 'TRC20', '500', '2026-11-01T12:00:00Z'],
  ['Out', 'Final', 'TRC20', '20.5', '2026-11-01T13:00:00Z'],
  ['Own', 'Final', 'TRC20', '3', '2026-11-02T15:59:59Z'],
];

beforeAll(async () => {
  [admin, support] = [await portal.admin(), await portal.admin('Support')];
  for (const [n, row] of rows.entries())
    await portal.db.owner.query(
      't.keep',
      `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
         confirmations, state)
       values ('TR-0000-000' || $1::int, $4, repeat($1::text, 64), 0, $5::numeric, repeat('a', 40), repeat('b', 40),
         $2, 1, $6, 20, $3)`,
      [n, ...row],
    );
});

const list = async (query: object, as = admin) =>
  (await portal.call('GET', '/kimi/get-transfers', { as, query: { ...query } })).body;

const nothing = { in: '0', out: '0', own: '0' };

test('all that is found is added up exactly, whichever page is shown; what a fork took back is nothing', async () => {
  const sums = {
    final: { in: '9007199254741993.255000000000000001', out: '20.5', own: '3' },
    seen: { ...nothing, in: '7' },
  };
  for (const place of [{}, { limit: 1 }, { limit: 1, page: 3 }, { limit: 2, after: 'TR-0000-0003' }])
    expect((await list(place)).sums).toEqual(sums);
  expect((await list({ state: 'Gone' })).sums).toEqual({ final: nothing, seen: nothing });
  expect((await list({ direction: 'Out' })).sums).toEqual({ final: { ...nothing, out: '20.5' }, seen: nothing });
  expect((await list({ q: '1'.repeat(64) })).sums.final.in).toBe('0.000000000000000001');
  expect((await list({ q: 'nonsense' })).sums).toEqual({ final: nothing, seen: nothing });
});

test('whole days of the agency narrow it, and its sums', async () => {
  const { transfers, total, sums, timeZone } = await list({ from: '2026-11-01', to: '2026-11-01', sort: 'at' });
  expect([transfers.map(({ _id }: { _id: string }) => _id), total, timeZone]).toEqual([
    [1, 2, 3, 4, 5].map((n) => `TR-0000-000${n}`),
    5,
    'Asia/Shanghai',
  ]);
  expect(sums.final).toEqual({ in: '9007199254740993.250000000000000001', out: '20.5', own: '0' });
  expect((await list({ from: '2026-11-02' })).total).toBe(1);
  expect((await list({ to: '2026-10-31' })).total).toBe(1);
  expect(await list({ from: '2026-11-02', to: '2026-11-01' })).toMatchObject({ field: 'to' });
});

test('whoever may not have the file learns no sums: they see the rows alone', async () => {
  const seen = await list({}, support);
  expect([seen.total, 'sums' in seen]).toEqual([7, false]);
  expect((await portal.call('GET', '/kimi/export-transfers', { as: support })).status).toBe(403);
});

test('the file has what was found, all of it, in its order, and its entry in the audit log', async () => {
  const file = async (query: Record<string, string>) => {
    const { status, text } = await portal.call('GET', '/kimi/export-transfers', { as: admin, query });
    expect(status).toBe(200);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    return { head, lines: lines.map((line) => line.slice(1, -1).split('","')) };
  };
  const { head, lines } = await file({ sort: 'at' });
  expect(head).toContain('"When (Asia/Shanghai)","State","Direction","Amount (USDT)"');
  expect(lines.map((cells) => cells[3])).toEqual(rows.map(([, , , amount]) => amount));
  expect(lines[1]!.join(' ')).toBe(
    `2026-11-01 00:00:00 Final To us 0.000000000000000001 BEP20   Nobody’s yet ${'1'.repeat(64)} 0x${'a'.repeat(40)} 0x${'b'.repeat(40)}`,
  );
  expect((await file({ direction: 'Out', from: '2026-11-01' })).lines.map((cells) => cells[3])).toEqual(['20.5']);
  const log = await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'read.transfer_list' } });
  expect(log.body.total).toBe(2);
});

test('more than pages reach is not added up, and is in the file', async () => {
  await portal.db.owner.query(
    't.many',
    `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
       confirmations, state)
     select 'TR-' || n, 'TRC20', 'many' || n, 0, 1, repeat('c', 40), repeat('b', 40), 'In', 1, '2026-12-01', 20, 'Final'
     from generate_series(1, 10001) n`,
    [],
  );
  expect(await list({ from: '2026-12-01' })).toMatchObject({ total: 10_000, more: true, sums: null });
  const query = { from: '2026-12-01' };
  const { text } = await portal.call('GET', '/kimi/export-transfers', { as: admin, query });
  expect(new Set(text.trimEnd().split('\r\n')).size).toBe(10_002);
});
