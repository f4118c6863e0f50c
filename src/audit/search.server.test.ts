/** Entries are found by what is rarest or by walking the log: both have to find the same, and to count it. */
import { expect, test } from 'vitest';
import { deepest } from '#kernel/page.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { entriesOf, type Filter } from './search.server.ts';

const db = await testDatabase({ breaks: 'entries of people who never were, written by hand' });

await db.owner.pool.query(
  `create temporary table names as
   select n, (array['Okafor', 'Petrov', 'Busy'])[case when n = 1 then 3 else 1 + n % 2 end] || ' ' || n as name,
     n || '@example.com' as email
   from generate_series(1, 2600) n;
   insert into people (public_id, name, email) select 'P-' || n, name, email from names order by n;
   insert into clients (public_id, name, email) select 'US-' || n, name, email from names order by n;
   insert into members (client, person, role)
   select c.id, p.id, 'Owner' from names n join people p on p.public_id = 'P-' || n
     join clients c on c.public_id = 'US-' || n`,
);
await db.owner.pool.query(
  `insert into audit_log (actor, subject, action, request_apply_id, at)
   select case when n % 3 > 0 then p.first else p.first + n % 2600 end, case when n % 5 > 0
       then (case when n % 2 = 0 then p.first else c.first end) + n % 2599 end,
       (array['topup.approved', 'topup.rejected', 'auth.signed_in', 'okafor.noted'])[1 + n % 4],
     case when n % 4 < 2 then 'TU-' || n % 900 end,
     now() - interval '10 minutes' * (6000 - n) + interval '1 minute' * (n * 31 % 50)
   from generate_series(1, 6000) n, (select min(id) as first from people) p, (select min(id) as first from clients) c`,
);
type Entry = {
  id: bigint;
  day: string;
  action: string;
  applyId: string | null;
  actor: string;
  subject: string | null;
  actorId: string;
  subjectId: string | null;
};
const entries = await db.query<Entry>(
  't.entries',
  `select l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD') as day, l.action, request_apply_id as "applyId",
   a.name || ' ' || a.email as actor, s.name || ' ' || s.email as subject,
     a.public_id as "actorId", s.public_id as "subjectId"
   from audit_log l join members ma on ma.person = l.actor join clients a on a.id = ma.client
   left join members ms on l.subject in (ms.person, ms.client) left join clients s on s.id = ms.client
     order by l.id desc`,
);

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const all: Filter = { q: '', action: '', applyId: '', userId: '', zone: 'UTC' };
const filters: [string, Partial<Filter>, (entry: Entry) => boolean][] = [
  ['everything', {}, () => true],
  ['one action', { action: 'topup.r' }, ({ action }) => action === 'topup.rejected'],
  ['one busy person', { userId: 'us-1' }, ({ actorId, subjectId }) => actorId === 'US-1' || subjectId === 'US-1'],
  ['some days', { from: dayAgo(30), to: dayAgo(20) }, ({ day }) => day >= dayAgo(30) && day <= dayAgo(20)],
  ['all since a day', { from: dayAgo(9) }, ({ day }) => day >= dayAgo(9)],
  ['all up to a day', { to: dayAgo(35) }, ({ day }) => day <= dayAgo(35)],
  ['days before the first', { to: dayAgo(99) }, () => false],
  ['days that are yet to come', { from: dayAgo(-9) }, () => false],
  [
    'one busy person on one day',
    { userId: 'US-1', from: dayAgo(12), to: dayAgo(12) },
    ({ actorId, subjectId, day }) => day === dayAgo(12) && (actorId === 'US-1' || subjectId === 'US-1'),
  ],
  ['one quiet person', { userId: 'US-77' }, ({ actorId, subjectId }) => actorId === 'US-77' || subjectId === 'US-77'],
];
const texts = ['okafor', 'Petrov 77', 'busy', 'topup', 'TOPUP.A', 'tu-33', 'example.com', 'ok', 'nobody', '%'];

async function read(filter: Filter, { beyond = '', up = false, most = 40, skip = 0 }): Promise<bigint[]> {
  const values: unknown[] = [];
  const { before, ids } = entriesOf(filter, (value) => `$${values.push(value)}`, { beyond, up, most: most + skip });
  const text = `${before}select id from (${ids}) ids order by id ${up ? '' : 'desc'} limit ${most} offset ${skip}`;
  return (await db.query<{ id: bigint }>('', text, values)).map((row) => row.id);
}

test.each(filters)(
  '%s, and every text in it, has the right entries on each page, in both directions',
  async (_, filter, within) => {
    const begins = (text: string, q: string) => ` ${text}`.toLowerCase().includes(q.length < 3 ? ` ${q}` : q);
    for (const q of ['', ...texts]) {
      const named = (text: string | null) => text !== null && (q === '%' ? false : begins(text, q.toLowerCase()));
      const expected = entries
        .filter(within)
        .filter(
          ({ action, applyId, actor, subject }) =>
            action.startsWith(q.toLowerCase()) || applyId === q.toUpperCase() || named(actor) || named(subject),
        )
        .map((entry) => entry.id);
      const wanted = { ...all, ...filter, q };
      expect([q, await read(wanted, {})]).toEqual([q, expected.slice(0, 40)]);
      expect([q, await read(wanted, { skip: 40 })]).toEqual([q, expected.slice(40, 80)]);
      expect([q, await read(wanted, { up: true })]).toEqual([q, expected.toReversed().slice(0, 40)]);
      expect([q, (await read(wanted, { most: deepest + 1 })).length]).toEqual([q, expected.length]);
      if (expected.length > 40)
        expect(await read(wanted, { beyond: ` and a.id < ${expected[39]}` })).toEqual(expected.slice(40, 80));
    }
  },
);

test('of days long ago no entry is read that is further than an hour from them', async () => {
  const values: unknown[] = [];
  const days = { ...all, from: dayAgo(30), to: dayAgo(29) };
  const { before, ids } = entriesOf(days, (value) => `$${values.push(value)}`, { beyond: '', up: false, most: 1_000 });
  const { rows } = await db.owner.pool.query(`explain (analyze) ${before}${ids}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count));
  expect(plan).toMatch(/audit_log_pkey/);
  expect(Math.max(0, ...removed)).toBeLessThan(30);
});
