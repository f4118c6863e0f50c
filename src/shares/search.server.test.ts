/**
 * Shares are found by a Gmail address or a name, by an index or by walking the log: both have to find the same, and to
 * count it.
 */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { listShares } from './shares.store.server.ts';

const db = await testDatabase();

await db.owner.pool.query(
  `insert into clients (public_id, name, email) select 'US-' || n, (array['Okafor', 'Petrov'])[1 + n % 2] || ' ' || n,
   n || '@example.com' from generate_series(1, 2600) n`,
);
await db.owner.pool.query(
  `insert into shares (public_id, client, email) select 'SH-' || n, first + n % 2600,
   (array['media', 'petra', 'okafor'])[1 + n % 3] || '.' || n || '@gmail.com'
   from generate_series(1, 4000) n, (select min(id) as first from clients) u`,
);
const shares = await db.query<{ id: string; email: string; person: string }>(
  't.shares',
  `select s.public_id as id, s.email, u.name || ' ' || u.email as person from shares s
   join clients u on u.id = s.client order by s.id desc`,
);

test.each(['okafor', 'Petrov 77', 'media', 'MEDIA.1', 'petra.2', 'pe', 'example', '7@example.com', 'nobody', '%', ''])(
  '“%s” finds what it says',
  async (q) => {
    const lower = q.toLowerCase();
    const expected = shares
      .filter(
        ({ email, person }) =>
          email.startsWith(lower) || ` ${person}`.toLowerCase().includes(q.length === 2 ? ` ${lower}` : lower),
      )
      .map((share) => share.id);
    const read = async (more: object) => {
      const { rows, total } = await listShares(db, { q, oldestFirst: false, page: 1, limit: 30, after: '', ...more });
      return [total, rows.map((row) => row.publicId)];
    };
    expect(await read({})).toEqual([expected.length, expected.slice(0, 30)]);
    expect(await read({ oldestFirst: true })).toEqual([expected.length, expected.toReversed().slice(0, 30)]);
    if (expected.length <= 60) return;
    expect(await read({ page: 2 })).toEqual([expected.length, expected.slice(30, 60)]);
    expect(await read({ after: expected[29] })).toEqual([expected.length, expected.slice(30, 60)]);
  },
);
