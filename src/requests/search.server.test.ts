/** Common words are found by walking a list, rare ones by an index: both ways have to find the same. */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { listRequests, type Listing } from './list.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import type { KindName } from '#kinds/kinds.ts';

const db = await testDatabase({ breaks: 'rows without their money, written by hand' });

// Enough people and requests to be common, written directly as only tests may.
const people = 1_200;
await db.owner.pool.query(
  `insert into clients (public_id, name, email) select 'US-' || n, (array['Okafor', 'Petrov'])[1 + n % 2] || ' ' || n,
   n || '@example.com' from generate_series(1, $1::int * 2) n`,
  [people],
);
await db.owner.pool.query(
  `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content,
   asked_by, amount_cents, fee_cents, opening_fee_cents, total_cents)
   select n, case when n % 4 = 0 then 'TU-' else 'DP-' end || lpad(n::text, 4, '0') || '-AAAA',
     (select min(id) from clients) + n % ($1::int * 2),
     (case when n % 4 = 0 then 'topup' else 'deposit' end), (case when n % 4 > 0 then 'Google' end),
     (case when n % 9 = 0 then 'Pending' else 'Approved' end)::request_state, gen_random_uuid(),
     0, gen_random_uuid(), 1, 1, 0, 0, 1
   from generate_series(1, 8000) n`,
  [people],
);
await db.owner.pool.query(
  `insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place)
   select n, 'AA-' || n, (select min(id) from clients), 'Google', 'act_' || n, 'act_' || n, 1, 1
     from generate_series(0, 9) n`,
);
await db.owner.pool.query(
  `insert into request_lines (request, n, ad_account, ads_id, amount_cents, fee_cents)
   select n, 1, n % 10, 'act_' || n % 10, 1, 0 from generate_series(1, 8000) n where n % 4 > 0`,
);
type Row = {
  id: bigint;
  applyId: string;
  client: ClientId;
  kind: KindName;
  state: string;
  adsId: string | null;
  username: string;
};
const rows = await db.query<Row>(
  't.all',
  `select r.id, apply_id as "applyId", client, kind, state,
   (select ads_id from request_lines where request = r.id) as "adsId", u.name as username
   from requests r join clients u on u.id = r.client order by r.id desc`,
);

const words = ['DP-', 'dp', 'TU-', 'TU-0', 'D', 'DP-1', 'act_', 'act_3', 'okafor', 'Petrov 77', 'OKAFOR 1', 'nobody'];
const listings: Record<string, Omit<Listing, 'q'>> = {
  deposits: { kinds: ['deposit'] },
  'top-ups': { kinds: ['topup'] },
  'what waits, oldest first': { kinds: ['deposit', 'topup'], states: ['Pending'], sort: 'createdAt' },
  'applications, of which there are none': { kinds: ['application'] },
  'one client’s': { kinds: ['deposit', 'topup'], client: rows[0]!.client },
};

test.each(Object.entries(listings))('%s: every word finds what it says', async (_, listing) => {
  for (const q of words) {
    const word = q.toUpperCase();
    const expected = rows.filter(
      (row) =>
        listing.kinds.includes(row.kind) &&
        (!listing.states || row.state === 'Pending') &&
        (!listing.client || row.client === listing.client) &&
        ((q.length > 1 && row.applyId.startsWith(word)) ||
          row.adsId?.toUpperCase().startsWith(word) ||
          (!listing.client && row.username.toUpperCase().includes(word))),
    );
    const order = listing.sort === 'createdAt' ? expected.toReversed() : expected;
    const first = await listRequests(db, { ...listing, q, limit: 30 });
    expect([q, first.total, first.rows.map((row) => row.applyId)]).toEqual([
      q,
      order.length,
      order.slice(0, 30).map((row) => row.applyId),
    ]);
    if (order.length <= 60) continue;
    const after = await listRequests(db, { ...listing, q, limit: 30, after: order[29]!.applyId });
    const page = await listRequests(db, { ...listing, q, limit: 30, page: 2 });
    expect(after.rows.map((row) => row.applyId)).toEqual(order.slice(30, 60).map((row) => row.applyId));
    expect(page.rows.map((row) => row.applyId)).toEqual(order.slice(30, 60).map((row) => row.applyId));
  }
});
