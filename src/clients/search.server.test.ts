/**
 * Clients are found by an index of parts or by walking their list, whichever is shorter: both have to find the same.
 */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { countClients, listClients } from './clients.store.server.ts';

const db = await testDatabase({ breaks: 'requests without their money, written by hand' });

// More people of one name than are sorted, every third of them active, and some whose activity is over but who carry
// its mark.
await db.owner.pool.query(
  `insert into clients (public_id, name, email, phone, closed_at, approved_lately)
   select 'US-' || n, (array['Ada Okafor', 'Ben Petrov', '100% Ben 王伟'])[1 + n % 3] || ' ' || n || case n % 400 when 7
     then ' JOSÉ 王芳' else '' end, (array['ada', 'ben_p', 'b.en'])[1 + n % 3] || '.' || n || '@mail.example.com',
     '+49 151 ' || lpad(n::text, 5, '0'), case when n % 100 = 0 then now() end, n % 2 = 0
   from generate_series(1, 4000) n`,
);
await db.owner.pool.query(
  `insert into requests (apply_id, client, kind, state, attempt, n, content, asked_by,
   amount_cents, fee_cents, opening_fee_cents, total_cents, decided_at)
   select 'TU-' || id, id, 'topup', 'Approved', gen_random_uuid(), 0, gen_random_uuid(),
     id, 1, 0, 0, 1, now() - interval '1 hour' * case when id % 4 = 0 then 721 else 1 end
   from clients where approved_lately`,
);
await db.owner.pool.query(`update clients u set approved_lately = exists (select from requests where client = u.id)`);

type Person = { id: bigint; publicId: string; username: string; email: string; contact1: string; active: boolean };
const people = await db.query<Person>(
  't.people',
  `select id, public_id as "publicId", name as username, email, phone as contact1,
     exists (select from requests where client = clients.id and decided_at > now() - interval '720 hours') as active
   from clients where closed_at is null order by id desc`,
);

const texts = [
  'Okafor',
  'okafor 3',
  'ADA OKAFOR 1500',
  'ben',
  'petrov 77@',
  'ben_p.4@mail.example.com',
  'example',
  '@mail.ex',
  '+49 151 00',
  '%',
  'b.e',
  'n.',
  '.7',
  '1-',
  'US-12',
  'é',
  'José',
  'sé 王芳',
  '芳',
  '王伟',
  '王伟 7',
  'Ben 王',
  '王 伟',
  '伟王',
  'Müller',
  'nobody',
];
const letters = ['a', 'Be', 'ok', '1', '10', 'q'];

const holds = ({ username, email, contact1 }: Person, q: string) =>
  [username, email, contact1].some((text) => {
    const lower = text.toLowerCase();
    return letters.includes(q) ? ` ${lower}`.includes(` ${q.toLowerCase()}`) : lower.includes(q.toLowerCase());
  });

test.each([
  { active: false, sort: '-createdAt' },
  { active: false, sort: 'username' },
  { active: true, sort: '-createdAt' },
  { active: true, sort: 'createdAt' },
  { active: true, sort: '-username' },
])('every text finds those whose name, address or phone holds it: $active, $sort', async ({ active, sort }) => {
  const byName = (one: Person, other: Person) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1);
  for (const q of [...texts, ...letters]) {
    const found = people.filter((person) => (!active || person.active) && (holds(person, q) || person.publicId === q));
    const sorted = sort.endsWith('username') ? found.toSorted(byName) : found.toReversed();
    const expected = (sort.startsWith('-') ? sorted.toReversed() : sorted).map((person) => person.publicId);
    const read = async (more: object) =>
      (await listClients(db, { q, sort, active, limit: 30, page: 1, after: '', ...more })).map((row) => row.publicId);
    expect([q, await countClients(db, { q, active })]).toEqual([q, expected.length]);
    expect([q, await read({})]).toEqual([q, expected.slice(0, 30)]);
    expect([q, await read({ page: 3 })]).toEqual([q, expected.slice(60, 90)]);
    if (expected.length > 30) expect([q, await read({ after: expected[29] })]).toEqual([q, expected.slice(30, 60)]);
  }
});
