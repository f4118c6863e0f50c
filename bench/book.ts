/**
 * Writes a book of any size in a minute or two: clients with a top-up and an ad account each, and as many approved
 * deposits as asked for, a fifth of them one busy client's. Set-based, but the same rows that the portal would have
 * written, so that the audit proves the result.
 */
import type pg from 'pg';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { rollFigures } from '#revenue/revenue.store.server.ts';
import { openDatabase } from '#server/database.server.ts';
import { appRole } from '#server/migrate.server.ts';

export type Book = { clients: number; movements: number; busiest: bigint };

/** A client and its Owner, who has the next number but as many as there are clients. */
export const buyer = ({ clients }: Book, client: bigint) => ({
  client: client as ClientId,
  person: (client + BigInt(clients)) as PersonId,
});

const money = 10_00;
const fee = 1_50;
const opening = 30_00;

/**
 * Fills an empty, migrated database; `owner` has to be a superuser, as triggers and foreign keys are left out
 * meanwhile.
 */
export async function writeBook(owner: pg.ClientBase, clients: number, movements: number): Promise<Book> {
  const deposits = Math.max(0, Math.ceil((movements - clients * 5) / 3));
  const busy = Math.floor(deposits / 5);
  const each = Math.ceil((deposits - busy) / clients);
  await owner.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
     set maintenance_work_mem = '512MB'`,
  );
  const indexes = await dropIndexes(owner);
  const [first, admin] = await writePeople(owner, clients);
  const rounds = each + busy;
  const wallet = 10_000_000_000_00 + rounds * (money + fee);
  // The plan: which client (c), which of its requests (j: -1 top-up, 0 application, 1.. deposits), in the order of
  // time.
  await owner.query(
    `create unlogged table plan as
     select row_number() over (order by j, c) as n, c, j,
       case when j <= 0 then now() - interval '365 days'
         else now() - interval '365 days' * (1 - j::numeric / ${rounds + 1}) end as at
     from (select ${first} + c as c, j from generate_series(0, ${clients - 1}) c, generate_series(-1, ${each}) j
           union all select ${first}, j from generate_series(${each + 1}, ${rounds}) j) all_of_them`,
  );
  await owner.query(
    `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content, asked_by, amount_cents,
     fee_cents, opening_fee_cents, total_cents,
       transaction_id, details, created_at, updated_at, decided_at, decided_by)
     select n, case j when -1 then 'TU-' when 0 then 'GA-' else 'DP-' end
         || to_char(n, 'FM0000-') || lpad(upper(to_hex(n)), 8, '0'), c,
       case j when -1 then 'topup' when 0 then 'application' else 'deposit' end, case when j >= 0 then 'Google' end,
         'Approved',
       md5(n::text)::uuid, 0, md5('c' || n)::uuid, c + ${clients}, case j when -1 then ${wallet} else ${money} end,
       case when j >= 0 then ${fee} else 0 end,
       case j when 0 then ${opening} else 0 end, case j when -1 then ${wallet} when 0 then ${money + fee + opening}
         else ${money + fee} end,
       case j when 0 then null when -1 then 'hash' || n else 'tx' || n end,
       '{"rate": "1500"}'::jsonb, at, at, at, ${admin}
     from plan`,
  );
  await owner.query(
    `insert into request_lines (request, n, ad_account, ads_id, amount_cents, fee_cents)
     select n, 1, c, 'A-' || c, ${money}, ${fee} from plan where j >= 0 order by n`,
  );
  await owner.query(
    `insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place)
     select c, 'AA-' || c, c, 'Google', 'A-' || c, 'a' || c, n, 1 from plan where j = 0`,
  );
  await owner.query(
    `insert into decisions (request, person, person_name, person_email, verdict, at)
     select n, ${admin}, 'bench admin', 'bench-admin@example.com', 'approve', at from plan order by n`,
  );
  await writeMovements(owner, wallet);
  await writeBalances(owner, wallet);
  await owner.query(`drop table plan`);
  for (const index of indexes) await owner.query(index);
  await owner.query(
    `select setval('requests_id_seq', (select max(id) from requests)),
       setval('movements_id_seq', (select max(id) from movements)),
       setval('ad_accounts_id_seq', (select max(id) from ad_accounts)),
       setval('decisions_id_seq', (select max(id) from decisions))`,
  );
  await owner.query(`reset session_replication_role`);
  await owner.query(`vacuum analyze`);
  const { rows: counted } = await owner.query<{ count: number }>(`select count(*)::int as count from movements`);
  return { clients, movements: counted[0]!.count, busiest: BigInt(first) };
}

/** Clients with an owner each, and one admin; answers the first client's number and the admin's. */
async function writePeople(owner: pg.ClientBase, clients: number): Promise<[first: number, admin: number]> {
  for (const table of ['clients', 'people']) {
    await owner.query(
      `insert into ${table} (public_id, name, email)
       select 'US-' || n, 'client ' || n, 'client' || n || '@example.com' from generate_series(1, $1::int) n`,
      [clients],
    );
  }
  await owner.query(`insert into members (client, person, role) select id, id + $1::int, 'Owner' from clients`, [
    clients,
  ]);
  await owner.query(
    `insert into people (public_id, name, email, admin_role)
     values ('US-admin', 'bench admin', 'bench-admin@example.com', 'Admin')`,
  );
  const { rows } = await owner.query(
    `select (select min(id) from clients) as first, (select max(id) from people) as admin`,
  );
  return [Number(rows[0].first), Number(rows[0].admin)];
}

/** A top-up is one movement, an order four, a deposit three; four ids are kept for each request. */
async function writeMovements(owner: pg.ClientBase, wallet: number) {
  const before = `${wallet} - ${money + fee + opening} * (j > 0)::int - ${money + fee} * greatest(j - 1, 0)`;
  await owner.query(
    `insert into movements (id, request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance, at)
     overriding system value
     select p.n * 4 + l.place, p.n, p.c, l.step, l.leg, l.src, l.dst, l.amount, l.fee, l.src_balance, l.dst_balance,
       p.at
     from plan p cross join lateral (
       select 0 as place, 1 as step, 0 as leg, 'outside' as src, 'wallet:' || c as dst, ${wallet}::bigint as amount,
         0 as fee, null::bigint as src_balance, ${wallet}::bigint as dst_balance where j = -1
       union all select 0, 0, 0, 'wallet:' || c, 'held:' || c, ${money + fee} + ${opening} * (j = 0)::int, 0,
         ${before} - ${money + fee} - ${opening} * (j = 0)::int, ${money + fee} + ${opening} * (j = 0)::int where j >= 0
       union all select 1, 1, 0, 'held:' || c, 'ad:' || c, ${money}, ${fee}, ${fee} + ${opening} * (j = 0)::int,
         ${money} * (j + 1) where j >= 0
       union all select 2, 1, 1, 'held:' || c, 'opening', ${opening}, 0, ${fee}, null where j = 0
       union all select 3, 1, 1 + (j = 0)::int, 'held:' || c, 'fee', ${fee}, 0, 0, null where j >= 0) l
     order by p.n, l.place`,
  );
}

/** The balances that follow from the movements, and the Ads IDs and transaction ids that are taken. */
async function writeBalances(owner: pg.ClientBase, wallet: number) {
  await owner.query(
    `insert into claims select 'ads:Google:a' || c, n from plan where j = 0
     union all select 'usdt:hash' || n, n from plan where j = -1`,
  );
  await owner.query(
    `insert into balances (account, client, balance, fee_left)
     select a.account, t.c, case a.what when 'w' then ${wallet} - ${money + fee + opening} - t.deposits * ${money + fee}
       when 'a' then ${money} * (t.deposits + 1) else 0 end,
       case a.what when 'a' then ${fee} * (t.deposits + 1) else 0 end
     from (select c, count(*) filter (where j > 0) as deposits from plan group by c) t
     cross join lateral (values ('w', 'wallet:' || t.c), ('h', 'held:' || t.c), ('a', 'ad:' || t.c)) a (what, account)`,
  );
  await owner.query(
    `insert into ad_totals (client, platform, accounts, cents) select client, 'Google', count(*), sum(balance)
     from balances where account ^@ 'ad:' group by 1`,
  );
  await owner.query(
    `update clients set approved_lately = true
     where id in (select c from plan where at > now() - interval '720 hours')`,
  );
}

/**
 * Takes the written book into the figures, as a portal does that has run for a while; answers how many seconds that
 * took.
 */
export async function rollUp(url: string): Promise<number> {
  const began = performance.now();
  const db = openDatabase(url, { max: 1, role: appRole });
  await rollFigures(db, 'Asia/Shanghai').finally(() => db.close());
  return (performance.now() - began) / 1_000;
}

/** Drops the indexes and returns how to make them again: filling tables without indexes takes a tenth of the time. */
async function dropIndexes(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('movements'::regclass, 'requests'::regclass, 'decisions'::regclass, 'balances'::regclass,
       'request_lines'::regclass)
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}
