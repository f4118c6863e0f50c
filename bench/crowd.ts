/**
 * Writes an agency of any size: clients, and for each a top-up, an order of three ad accounts and a deposit, over the
 * last year; one in ten asks for a refund instead of the deposit, one in fifty for a withdrawal, and one in ten shares
 * an account. A client thus makes three requests and ten movements. One client in `busyEvery` leaves its own to the
 * first client, who so has a long history too; some of the newest requests, of every kind, still wait. Set-based, but
 * the rows that the portal would have written, so that `npm run audit` finds nothing.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { balancesOf, left, movementsOf, topup, each, order, deposit, refund, withdrawal } from './crowd-money.ts';

export type Crowd = {
  users: number;
  requests: number;
  movements: number;
  admin: { token: string };
  /** The first client, who has a long history. */
  busy: { token: string; publicId: string };
  /** A row from the middle of each list, which no page number reaches in a large one. */
  deep: Record<
    | 'user'
    | 'activeUser'
    | 'waiting'
    | 'waitingTopup'
    | 'topup'
    | 'refund'
    | 'withdrawal'
    | 'ownOrder'
    | 'ownLine'
    | 'share'
    | 'entry',
    string
  >;
  /**
   * A name that one person has, a part of one that every 50th has, and one that some active client shares with every
   * 50th.
   */
  rareName: string;
  commonName: string;
  activeName: string;
  /** Of one person, in letters that only the index of signs knows. */
  chineseName: string;
};

const first = `array['Ada','Ben','Chloe','David','Elif','Farid','Grace','Hugo','Ines','Jonas','Kim','Lena','Milan','Nora','Omar','Paula','Quinn','Rosa','Sami','Tara']`;
const last = `array['Abel','Brandt','Castro','Dumont','Eriksen','Falk','Garcia','Hale','Ibrahim','Jensen','Keller','Lindqvist','Moreau','Novak','Okafor','Petrov','Quist','Rossi','Santos','Tanaka','Ueda','Vogel','Wagner','徐','Yilmaz','Zhang','Ahmed','Bauer','Costa','Diaz','Evans','Fischer','Greco','Haddad','Ivanov','Jung','Kowalski','Lopez','Meyer','Nguyen','Olsen','Park','Reyes','Silva','Torres','Urban','Varga','Weber','Young','Zimmer']`;

/** Every 50th is called 徐 and by a number in Chinese, so that no name beyond ASCII is another's. */
const given = `case n / 20 % 50 when 23 then translate(n::text, '0123456789', '〇一二三四五六七八九') else n::text end`;

/** Unlike any other number below 2^32, and nothing that can be counted. */
const scrambled = (n: string) => `lpad(upper(to_hex((${n}) * 2654435761 % 4294967296)), 8, '0')`;
const named = (prefix: string, n: string) => `${prefix} || overlay(${scrambled(n)} placing '-' from 5 for 0)`;

const tables = [
  'clients',
  'people',
  'members',
  'sessions',
  'requests',
  'request_lines',
  'ad_accounts',
  'decisions',
  'movements',
  'balances',
  'ad_totals',
  'claims',
  'shares',
  'audit_log',
];

/**
 * Fills an empty, migrated database; `owner` has to be a superuser, as triggers, foreign keys and indexes rest
 * meanwhile. `then` is done to it before it is indexed.
 */
export async function writeCrowd(
  owner: pg.ClientBase,
  users: number,
  say: (sentence: string) => void,
  then: Record<string, string> = {},
): Promise<void> {
  const busyEvery = users > 10_000 ? 50 : 5;
  const waiting = Math.max(120, Math.round(users * 0.006));
  await owner.query(
    `set session_replication_role = replica; set synchronous_commit = off;
     set work_mem = '256MB'; set maintenance_work_mem = '1GB'`,
  );
  await owner.query(`update pg_index set indisready = false where indrelid = any ($1::text[]::regclass[])`, [tables]);
  for (const [what, sql] of Object.entries({ ...statements(users, busyEvery, waiting), ...then })) {
    const began = performance.now();
    await owner.query(sql);
    say(`${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  const began = performance.now();
  await owner.query(`update pg_index set indisready = true where indrelid = any ($1::text[]::regclass[])`, [tables]);
  for (const table of tables) await owner.query(`reindex table ${table}`);
  await owner.query(`drop table plan`);
  await owner.query(`select setval('numbers', (select max(id) from people))`);
  for (const table of ['sessions', 'requests', 'movements', 'decisions', 'shares', 'audit_log', 'ad_accounts'])
    await owner.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await owner.query(`reset session_replication_role`);
  await owner.query(`vacuum analyze`);
  say(`indexes and statistics in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Who to ask for, and where the middle of each list is. */
export async function describeCrowd(owner: pg.ClientBase): Promise<Crowd> {
  const { rows } = await owner.query(`
    with facts as (select count(*)::int as users from clients)
    select users, (select count(*)::int from requests) as requests, (select count(*)::int from movements) as movements,
      (select public_id from clients where id = 1) as busy, (select name from clients where id = users / 2 + 1) as rare,
      (select split_part(name, ' ', 2) from clients where id = users - users / 40) as "activeName",
      (select split_part(name, ' ', 3) from clients where id = users / 2000 * 1000 + 465) as "chineseName",
      (select public_id from clients where id = users / 2) as user,
      (select public_id from clients where id = users - users / 30) as "activeUser",
      (${middleOf(`state = 'Pending'`)}) as waiting,
      (${middleOf(`state = 'Pending' and kind = 'topup'`)}) as "waitingTopup",
      (select apply_id from requests where id = users / 2 * 3 + 1) as topup,
      (${middleOf(`kind = 'refund' and state = 'Approved'`)}) as refund,
      (${middleOf(`kind = 'withdrawal' and state = 'Approved'`)}) as withdrawal,
      (select public_id from shares where id = (select max(id) / 2 from shares)) as share,
      (${middleOf(`client = 1 and kind = 'application'`)}) as "ownOrder",
      (${middleOf(`client = 1 and kind = 'topup'`)}) || '.1.0' as "ownLine",
      (select max(id) / 2 from audit_log)::text as entry
    from facts`);
  const { users, requests, movements, busy, rare, activeName, chineseName, ...deep } = rows[0];
  return {
    users,
    requests,
    movements,
    deep,
    rareName: rare,
    commonName: 'okafor',
    activeName,
    chineseName,
    admin: { token: tokenOf(users + 1) },
    busy: { token: tokenOf(1), publicId: busy },
  };
}

const middleOf = (those: string) =>
  `select apply_id from requests
   where id = (select percentile_disc(0.5) within group (order by id) from requests where ${those})`;

/** Everybody is signed in once; the token follows from the number, as in no portal. */
const tokenOf = (id: number) => createHash('sha256').update(`bench ${id}`).digest('hex');

function statements(users: number, busyEvery: number, waiting: number): Record<string, string> {
  const admin = 2 * users + 1;
  return {
    clients: `insert into clients (id, public_id, name, email, phone, country, pincode, created_at)
      select n, ${named(`'US-'`, 'n')}, (${first})[1 + (n % 20)::int] || ' ' || (${last})[1 + (n / 20 % 50)::int]
        || ' ' || ${given},
        lower((${first})[1 + (n % 20)::int]) || '.' || n || '@example.com',
        '+49 151 ' || lpad((n % 10000000)::text, 7, '0'), 'Germany', lpad((n % 99999)::text, 5, '0'),
        now() - interval '365 days' * (1 - n / ${users + 2}::numeric)
      from generate_series(1::bigint, ${users}) n`,
    people: `insert into people (id, public_id, name, email, email_verified_at, created_at, admin_role)
      select id + ${users}, public_id, name, email, now(), created_at, null from clients
      union all select ${admin}, 'US-ADM1-N000', 'Load Admin', 'load-admin@example.com',
        now(), now() - interval '366 days', 'Admin'`,
    members: `insert into members (client, person, role) select id, id + ${users}, 'Owner' from clients`,
    sessions: `insert into sessions (public_id, token_hash, person, address, agent, expires_at)
      select ${named(`'SE-'`, 'id')},
        sha256(convert_to(encode(sha256(convert_to('bench ' || id - ${users}, 'UTF8')), 'hex'), 'UTF8')),
        id, '203.0.113.7', 'Firefox', now() + interval '7 days' from people order by id`,
    plan: planOf(users, busyEvery, waiting),
    requests: requestsOf(users, admin),
    'ad accounts': `insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place)
      select base + i, 'AA-' || base + i, client, platform, 'A' || c || 'X' || i, 'a' || c || 'x' || i, n, i
      from plan, generate_series(1, 3) i where kind = 'application' and not pending order by n, i`,
    lines: linesOf(),
    decisions: `insert into decisions (request, person, person_name, person_email, verdict, at)
      select n, ${admin}, 'Load Admin', 'load-admin@example.com', 'approve', at from plan where not pending order by n`,
    movements: movementsOf(),
    claims: `insert into claims select 'ads:' || platform || ':a' || c || 'x' || i, n
      from plan, generate_series(1, 3) i where kind = 'application' and not pending
      union all select 'usdt:' || md5(n::text) || md5((-n)::text), n from plan where kind = 'topup'`,
    balances: balancesOf(),
    'ad totals': `insert into ad_totals (client, platform, accounts, cents)
      select a.client, a.platform, count(*), sum(b.balance) from ad_accounts a
        join balances b on b.account = 'ad:' || a.id group by 1, 2`,
    shares: `insert into shares (public_id, client, email, ads_id, platform, created_at)
      select ${named(`'SH-'`, 'n')}, client, 'media.' || c || '@gmail.com', 'A' || c || 'X1', platform, at
        from plan where kind = 'application' and not pending and c % 10 = 2 order by n`,
    marks: `update clients set approved_lately = true
      where id in (select client from plan where not pending and at > now() - interval '720 hours')`,
    audit: `insert into audit_log (at, actor, actor_name, actor_email, address, agent,
      action, subject, request_apply_id, after)
      select at, ${admin}, 'Load Admin', 'load-admin@example.com', '203.0.113.9', 'Firefox',
        'topup.approved', client, apply_id, '{"state": "Approved"}' from plan where kind = 'topup' and not pending
        order by n`,
  };
}

/** Every request in the order of time: the c-th client's are 3c + 1 to 3c + 3. */
function planOf(users: number, busyEvery: number, waiting: number): string {
  const prefix = `case kind when 'topup' then 'TU-' when 'deposit' then 'DP-' when 'refund' then 'RF-'
    when 'withdrawal' then 'WD-' else case platform when 'Google' then 'GA-' when 'Bing' then 'BA-' else 'FA-' end end`;
  return `create unlogged table plan as
    select n, c, busy, client, kind, pending, ${named(prefix, 'n')} as apply_id,
      case when kind not in ('topup', 'withdrawal') then platform end as platform, 4 * (3 * c + 2) as base,
      now() - interval '365 days' * (1 - n / ${users * 3 + 1}::numeric) as at, case when busy
      then ${left}::bigint * (c / ${busyEvery}) else 0 end as before
    from (
      select *, 3 * c + place + 1 as n, case when busy then 1 else c + 1 end as client,
        case when place = 0 then 'topup' when place = 1 then 'application' when late
        then (array['deposit', 'topup', 'topup', 'refund', 'topup', 'withdrawal'])[1 + (c % 6)::int]
          when c % 10 = 4 then 'refund' when c % 50 = 7 then 'withdrawal' else 'deposit' end as kind,
        late and (place = 2 or place = 1 and c % 3 = 1) as pending,
        (array['Google', 'Bing', 'Facebook'])[case when busy then 1 else 1 + (c / 6 % 3)::int end] as platform
      from (select c, c % ${busyEvery} = 0 as busy, c % ${busyEvery} <> 0 and c >= ${users - waiting} as late
        from generate_series(0::bigint, ${users - 1}) c) clients,
        generate_series(0, 2) place) rows
    order by n`;
}

function requestsOf(users: number, admin: number): string {
  const shown = `case platform
    when 'Google' then '{"rate": "1500"}'
    when 'Bing' then '{"rate": "1500"}'
    else '{"rate": "1500", "licenseMode": "new license", "licenseName": "", "pageNum": 1, "pageUrls": ["https://facebook.com/a"], "adType": "Domain", "domainOption": "", "domainNum": 1, "domains": ["a.example"], "appUrl": "", "appId": "", "paymentMode": "monthly"}' end`;
  const paidTo = `"networkName": "TRC-20", "networkAddress": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"`;
  return `insert into requests (id, apply_id, client, kind, platform, state, attempt,
    n, content, asked_by, amount_cents, fee_cents, opening_fee_cents, total_cents,
      transaction_id, details, created_at, updated_at, decided_at, decided_by)
    select n, apply_id, client, kind, platform, (case when pending then 'Pending' else 'Approved' end)::request_state,
      md5(n::text)::uuid, 0, md5(n::text)::uuid, client + ${users},
      case kind when 'topup' then ${topup} when 'application' then ${order.money} when 'deposit'
      then ${deposit.money} when 'refund' then ${refund.money} else ${withdrawal} end,
      case kind when 'application' then ${order.fee} when 'deposit' then ${deposit.fee} when 'refund'
      then ${refund.share} else 0 end,
      case kind when 'application' then ${order.opening} else 0 end, case kind when 'topup'
      then ${topup} when 'application' then ${order.total} when 'deposit' then ${deposit.total} when 'refund'
      then ${refund.total} else ${withdrawal} end,
      case kind when 'topup' then md5(n::text) || md5((-n)::text) when 'application'
      then null else case when not pending then 'tx' || n end end,
      (case kind when 'application' then ${shown} when 'topup' then '{"payway": "USDT", ${paidTo}}' when 'withdrawal'
      then '{${paidTo}}' when 'deposit' then '{"topupBasisPoints": "1500"}' else '{}' end)::jsonb,
      at, at, case when not pending then at end, case when not pending then ${admin} end
    from plan order by n`;
}

/** Three lines an order, one a deposit or refund; orders that wait have no accounts yet. */
function linesOf(): string {
  const shown = `case platform when 'Bing' then '{"domain": "a.example"}' when 'Facebook'
    then '{"accountName": "one"}' else '{}' end::jsonb`;
  const email = `case platform when 'Google' then 'one@gmail.com' when 'Bing' then 'a@outlook.com' else '' end`;
  return `insert into request_lines (request, n, ad_account, ads_id, email, amount_cents, fee_cents, details)
    select n, i, case when not pending then base + i end, case when not pending
      then 'A' || c || 'X' || i end, ${email}, ${each.money}, ${each.fee}, ${shown}
    from plan, generate_series(1, 3) i where kind = 'application'
    union all
    select n, 1, base + 1, 'A' || c || 'X1', '', case kind when 'deposit' then ${deposit.money}
      else ${refund.money} end,
      case kind when 'deposit' then ${deposit.fee} else ${refund.share} end, '{}'
    from plan where kind in ('deposit', 'refund') order by 1, 2`;
}
