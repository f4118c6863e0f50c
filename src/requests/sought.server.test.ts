/** A search finds the same, with any other filter, whether what is sought counts as rare or as common. */
import { expect, test } from 'vitest';
import { spoken } from '#kernel/ids.ts';
import { kindNames } from '#kinds/kinds.ts';
import { sortOf } from '#server/like.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { listRequests, type ListedRequest } from './list.server.ts';
import { tableOfRequests, type Narrowing, type Order } from './table.server.ts';
import { newAdmin } from './story.testing.server.ts';

const db = await testDatabase({ breaks: 'rows without their money, written by hand' });
const owner = db.owner.pool;
const [one, other] = [await newAdmin(db.owner), await newAdmin(db.owner)];
const noon = new Date('2026-03-10T12:00:00Z');

// So many that a name can be one of a crowd; each has a request or two. Their ids are in four blocks.
const crowd = 10_200;
await owner.query(
  `insert into clients (public_id, name, email)
   select 'US-' || n, (array['Ada', 'Ömer', 'Chloe', 'Tara 50%'])[1 + n % 4] || ' '
       || case when n % 40 = 3 then 'Okafor' when n % 1500 = 7 then 'Quist' else 'Petrov' end || ' ' || n,
     (array['ada', 'omer', 'chloe', 'tara'])[1 + n % 4] || '.' || n || '@example.com'
   from generate_series(1, $1::int) n`,
  [crowd],
);
await owner.query(
  `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content, asked_by, amount_cents,
     fee_cents, opening_fee_cents, total_cents, transaction_id, details, created_at, decided_by, decided_at)
   select n * 20, case when n % 3 = 0 then 'TU-' when n % 3 = 1 then 'DP-' else 'WD-' end
       || upper(substr(md5(n::text), 1, 4)) || '-' || lpad(n::text, 4, '0'),
     (select max(id) from clients) - n * 7 % $3::int, (array['topup', 'deposit', 'withdrawal'])[1 + n % 3],
     case when n % 3 = 1 then (array['Google', 'Bing'])[1 + n % 2] end,
     (array['Pending', 'Approved', 'Rejected', 'Approved'])[1 + n / 3 % 4]::request_state, gen_random_uuid(), 0,
     gen_random_uuid(), $1::bigint, n % 13 * 1000, 0, 0, 1, case when n % 3 = 0 then md5(n::text) else 'TX' || n end,
     case when n % 3 <> 1 then jsonb_build_object('networkName', (array['TRC20', 'BEP20'])[1 + n % 2]) else '{}' end,
     $4::timestamptz + n * interval '1 minute',
     case when n / 3 % 4 > 0 then case when n % 5 = 0 then $1 else $2 end end,
     case when n / 3 % 4 > 0 then $4::timestamptz + n * interval '1 minute' end
   from generate_series(1, 6000) n`,
  [one, other, crowd, noon],
);
await owner.query(
  `insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place)
   select n, 'AA-' || n, (select min(id) from clients), 'Google', 'Act_' || n, 'act_' || n, 1, 1
     from generate_series(0, 99) n`,
);
await owner.query(
  `insert into request_lines (request, n, ad_account, ads_id, amount_cents, fee_cents)
   select n * 20, line, n % 100, 'Act_' || n % 100, 1, 0 from generate_series(1, 6000) n, generate_series(1, 2) line
     where n % 3 = 1 and n / 3 % 4 > 0`,
);
const all: ListedRequest[] = [];
for (let after = ''; ;) {
  const { rows } = await listRequests(db, { kinds: kindNames, limit: 1_000, after });
  all.push(...rows);
  if (rows.length < 1_000) break;
  after = rows.at(-1)!.applyId;
}

/** What each search has to find. */
function finds(q: string, { applyId, adsId, transactionId, person }: ListedRequest): boolean {
  const small = q.toLowerCase();
  const names = [person.username, person.email].map((text) => text.toLowerCase());
  return (
    (q.length > 1 && applyId.startsWith(spoken(q))) ||
    (adsId ?? '').toLowerCase().startsWith(small) ||
    (transactionId ?? '').toLowerCase().startsWith(small) ||
    names.some((name) => (sortOf(q) === 'letters' ? ` ${name}`.includes(` ${small}`) : name.includes(small)))
  );
}

const words = ['TU-', 'tu-3', 'DP', 'd', 'a', 'Ad', 'ada', 'com', 'OKAFOR', 'quist 7', 'act_', 'ACT_1', 'tx', 'tx12'];
words.push('3f', 'ö', 'ömer pet', '50%', 'example.com', '7@example.com', 'nobody at all', 'petrov 12');

/** Numbers that are the same in each run. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const dice = random(18);
const chance = (of: number) => dice.next().value < of;
const oneOf = <T>(of: readonly T[]): T => of[Math.floor(dice.next().value * of.length)]!;

type Asked = [narrowing: Partial<Narrowing>, is: (row: ListedRequest) => boolean];

function anyFilters(): Asked {
  const [day, hours] = [oneOf([0, 20, 60]), oneOf([2, 24, 200])];
  const [from, to] = [day, day + hours].map((hour) => new Date(noon.getTime() + hour * 3_600_000)) as [Date, Date];
  const network = oneOf(['trc20', 'bep20']);
  const { client } = oneOf(all);
  const filters: Asked[] = [
    [{ from, to }, ({ createdAt }) => createdAt >= from && createdAt < to],
    [{ least: 2_000n, most: 5_000n }, ({ amountCents: cents }) => cents >= 2_000n && cents <= 5_000n],
    [{ networks: [network] }, ({ details }) => String(details['networkName']).toLowerCase() === network],
    [{ decidedBy: one }, ({ decidedBy }) => decidedBy === one],
    [{ clients: [client] }, (row) => row.client === client],
    [{ states: ['Approved'] }, ({ state }) => state === 'Approved'],
    [{ kinds: ['topup', 'deposit'] }, ({ kind }) => kind === 'topup' || kind === 'deposit'],
    [{ platforms: ['Google'] }, ({ platform }) => platform === 'Google'],
  ];
  const taken = filters.filter(([asked]) => chance('clients' in asked ? 0.1 : 0.25));
  return [Object.assign({}, ...taken.map(([asked]) => asked)), (row) => taken.every(([, is]) => is(row))];
}

const slices = (ids: readonly string[]) => [
  { page: 1, after: '', rows: ids.slice(0, 30) },
  { page: 2, after: '', rows: ids.slice(30, 60) },
  { page: 1, after: ids[29] ?? '', rows: ids[29] ? ids.slice(30, 60) : ids.slice(0, 30) },
];

test.each(words)('“%s” finds the same rows and sums, rare or common', async (q) => {
  for (const [narrowing, is] of [[{}, () => true] satisfies Asked, anyFilters(), anyFilters()]) {
    const sort: Order = oneOf(['createdAt', '-createdAt', 'amount', '-amount']);
    const way = sort.startsWith('-') ? -1 : 1;
    const by = ({ amountCents, id }: ListedRequest) => (sort.endsWith('amount') ? amountCents * 1_000_000n : 0n) + id;
    const found = all.filter((row) => is(row) && finds(q, row)).toSorted((a, b) => way * Number(by(a) - by(b)));
    for (const few of [5_000, 40, -1]) {
      const { rows, ...slice } = oneOf(slices(found.map(({ applyId }) => applyId)));
      const asked = { kinds: kindNames, q, ...narrowing };
      const table = await tableOfRequests(db, asked, { sort, limit: 30, ...slice }, { few, many: 50, blocks: 8 });
      expect(table.rows.map(({ applyId }) => applyId)).toEqual(rows);
      expect([table.total, table.sums?.reduce((sum, { cents }) => sum + cents, 0n)]).toEqual([
        found.length,
        found.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      ]);
    }
  }
});
