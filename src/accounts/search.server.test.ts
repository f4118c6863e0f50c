/** Among more accounts than are compared one by one, in several blocks, a search finds what a plain filter does. */
import { expect, test } from 'vitest';
import { normalisedAdsId } from '#kernel/ids.ts';
import { newClient } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { countAccounts, listAccounts, type AccountList } from './accounts.store.server.ts';

const db = await testDatabase({ breaks: 'accounts without their orders’ money, written by hand' });
const owner = db.owner.pool;
const ana = await newClient(db.owner);
// A name by chance may begin as what is searched for.
await owner.query(`update clients set name = 'Ana', email = 'ana@example.com' where id = $1`, [ana]);

await owner.query(
  `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content, asked_by, amount_cents,
     fee_cents, opening_fee_cents, total_cents)
   select 1, 'GA-0000-0001', $1, 'application', 'Google', 'Pending', gen_random_uuid(), 0, gen_random_uuid(), null,
     1, 0, 0, 1`,
  [ana],
);
// The last 2,000 are all alike, so that what is rare is not among the first that are looked at.
await owner.query(
  `with made as (insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place, nickname)
     select n * 37, 'AA-0000-' || n, $1, 'Google', case when n > 1000 then '700-' || n else 'q' || n || 'X' end,
       case when n > 1000 then '700' || n else 'q' || n || 'x' end, 1, n,
       case when n % 7 = 0 then '' when n < 20 then 'Über 王' || n when n < 40 then 'Tx ' || n else 'shop' end
     from generate_series(1, 3000) n returning id)
   insert into balances (account, client, balance) select 'ad:' || id, $1, 0 from made`,
  [ana],
);
const { rows: all } = await owner.query<{ id: bigint; public_id: string; key: string; nickname: string }>(
  'select id, public_id, key, nickname from ad_accounts order by id',
);

const words = [
  'q',
  'X',
  '5x',
  '9',
  '77',
  'tx',
  'TX',
  'x 2',
  '7-7',
  '王',
  '王1',
  '-',
  '%',
  'qq',
  'shop',
  '700',
  'q12',
  'ü',
];
test.each(words)('“%s” finds what a plain filter does, from either end and page after page', async (q) => {
  const key = normalisedAdsId(q);
  const found = all
    .filter((row) => row.nickname.toLowerCase().includes(q.toLowerCase()) || (key !== '' && row.key.includes(key)))
    .map((row) => row.public_id);
  const asked = { client: undefined, platform: '', state: '', q, up: false, page: 1, limit: 20, after: '' } as const;
  for (const client of [undefined, ana])
    for (const up of [true, false]) {
      const list: AccountList = { ...asked, client, up };
      const wanted = up ? found : found.toReversed();
      const ids = async (more: Partial<AccountList>) =>
        (await listAccounts(db, { ...list, ...more })).map(({ publicId }) => publicId);
      expect(await ids({})).toEqual(wanted.slice(0, 20));
      expect(await ids({ page: 3 })).toEqual(wanted.slice(40, 60));
      if (wanted.length > 2) expect(await ids({ after: wanted[1]! })).toEqual(wanted.slice(2, 22));
      expect(await ids({ platform: 'Bing' })).toEqual([]);
      expect(await countAccounts(db, list)).toBe(wanted.length);
    }
});
