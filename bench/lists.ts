/**
 * `npm run bench -- lists`: the table of all requests, the specified lists and the finder, through HTTP, among a
 * million requests: each filter and order, and pairs of filters that never meet, which is the worst that a walk through
 * a list can find.
 * Beside each stands the plain read of as many rows by an index, so that a slow machine can be told from a slow list.
 */
import type pg from 'pg';
import { databaseIn, withConnection } from '#server/connection.server.ts';
import { migrate } from '#server/migrate.server.ts';
import { testSecrets } from '#server/setup.testing.server.ts';
import { rollUp } from './book.ts';
import { describeCrowd, writeCrowd } from './crowd.ts';
import { note } from './history.ts';
import { goal, makeDatabase } from './ledger.ts';
import { dayAgo, median } from './measure.ts';
import { portalOn } from './portal.ts';

const most = 100;
const rounds = 20;

/** What one asks of the table; each is sorted in all of its orders. */
type Asked = Record<string, string>;

/** Two admins and two networks that share the year between them, and one of each that is rare. */
function varied(requests: number): Record<string, string> {
  const [admin, half] = [Math.round(requests / 3) * 2 + 1, Math.round(requests / 2)];
  return {
    'two more admins': `insert into people (id, public_id, name, email, email_verified_at, created_at, admin_role)
      select ${admin} + n, 'US-ADM1-000' || n, 'Load Admin ' || n, 'load-admin-' || n || '@example.com', now(),
        now() - interval '366 days', 'Admin' from generate_series(1, 2) n`,
    'networks, amounts and who decided': `update requests set
      decided_by = case when decided_by is null then null when id % 1000 = 7 then ${admin} + 2
        when id < ${half} then ${admin} + 1 else ${admin} end,
      amount_cents = case when id % 2000 = 9 then 90000000 + id % 9 when id < ${half} then amount_cents + id % 1000
        else amount_cents end,
      details = case when details ? 'networkName' then details || jsonb_build_object('networkName', case
        when id % 3000 = 1 then 'Polygon' when id < ${half} then 'ERC-20' else 'TRC-20' end) else details end`,
  };
}

function filtersOf(facts: { busy: string; rare: string; admin: string; earlier: string; few: string }): Asked {
  const { busy, rare, admin, earlier, few } = facts;
  const [day, lastMonth] = [`from=${dayAgo(200)}&to=${dayAgo(200)}`, `from=${dayAgo(30)}&to=${dayAgo(0)}`];
  return {
    nothing: '',
    'a kind': 'kind=deposit',
    'a platform': 'adType=Bing',
    'a state': 'state=Approved',
    'what waits': 'state=waiting',
    'a state that nothing has': 'state=Rejected',
    'kind, platform and state': 'kind=application&adType=Google&state=Approved',
    'a day': day,
    'a month': lastMonth,
    'a year': `from=${dayAgo(360)}&to=${dayAgo(0)}`,
    'a network': 'network=TRC20',
    'a network of half a year ago': 'network=ERC20',
    'a rare network': 'network=Polygon',
    'a network and a month': `network=TRC20&${lastMonth}`,
    'a network that was not used in that month': `network=ERC20&${lastMonth}`,
    'a network and a kind that has none': 'network=TRC20&kind=deposit',
    'an admin': `admin=${admin}`,
    'an admin of half a year ago': `admin=${earlier}`,
    'an admin who decided little': `admin=${few}`,
    'an admin who decided nothing in that month': `admin=${earlier}&${lastMonth}`,
    'an admin and a network that never met': `admin=${earlier}&network=TRC20`,
    'an admin and a kind': `admin=${earlier}&kind=refund`,
    'a rare amount': 'least=900000',
    'one amount': 'least=10.37&most=10.37',
    'amounts that are common': 'least=10&most=100',
    'amounts of half a year ago': 'least=100.01&most=109.99',
    'amounts that nobody asked for in that month': `least=100.01&most=109.99&${lastMonth}`,
    'an amount and an admin that never met': `least=100.01&most=109.99&admin=${admin}`,
    'an amount and a network that never met': 'least=100.01&most=109.99&network=TRC20',
    'a client with many': `client=${busy}`,
    'a client with few': `client=${rare}`,
    'a client and a network': `client=${busy}&network=TRC20`,
    'a client and amounts': `client=${busy}&least=100&most=120`,
    'what I can decide': 'mine=true',
    'what nobody looks after': 'taken=nobody',
    'what I look after': 'taken=mine',
    'common amounts of an admin who decided only lately': `least=10&most=100&admin=${admin}`,
    'a search for an id': `q=TU-`,
    'a search for the beginning of many ids': `q=TU-1`,
    'a search for a name': 'q=okafor',
    'a search and a month': `q=okafor&${lastMonth}`,
    'a search and a rare network': `q=okafor&network=Polygon`,
    'a search and a client with many': `q=tx&client=${busy}`,
    'a search for a letter that many names begin with': 'q=a',
    'a search for that letter, and a month': `q=a&${lastMonth}`,
    'a search for what all addresses have': 'q=com',
    'a search for what all addresses have, and a month': `q=com&${lastMonth}`,
    'a search for the end of an address': 'q=7@example.com',
    'a search for the beginning of many transactions': 'q=tx',
    'a search for the beginning of many transactions, of a kind without': 'q=tx&kind=topup',
    'a search for the beginning of many Ads IDs': 'q=a12',
    'a search for the beginning of many Ads IDs, of a platform': 'q=a1&adType=Google',
  };
}

/** The specified lists, as their pages ask for them, and the finder. */
const specified: Asked = {
  'get-queue': '/kimi/get-queue?',
  'get-transaction-details': '/get-transaction-details?',
  'get-complete-transaction-details': '/kimi/get-complete-transaction-details?',
  'get-complete-transaction-details, oldest first': '/kimi/get-complete-transaction-details?sort=createdAt',
  'approved refunds': '/approved-refund-Details-for-admin?',
  'pending refunds': '/refund-Details-for-admin?',
  'get-approved-withdrawals': '/kimi/get-approved-withdrawals?',
  'get-user-for-admin': '/get-user-for-admin?',
  'active-users': '/kimi/active-users?',
  'get-ad-accounts': '/kimi/get-ad-accounts?',
  'get-gmail-share-log': '/kimi/get-gmail-share-log?',
  'get-audit-log': '/kimi/get-audit-log?',
  'the finder, for the beginning of many transactions': '/kimi/get-trace?q=tx',
  'the finder, for the beginning of many Ads IDs': '/kimi/get-trace?q=a12',
  'the finder, for a shorter one': '/kimi/get-trace?q=a1',
  'the finder, for the end of an address': '/kimi/get-trace?q=7@example.com',
};

const orders = ['-createdAt', 'createdAt', '-amount', 'amount'];

/** Only those whose names contain `only`. */
export async function lists(server: string, requests: number, only = ''): Promise<void> {
  const url = await databaseOf(server, requests);
  const portal = await portalOn(url);
  try {
    const { facts, token } = await withConnection(url, factsOf);
    const calls = [
      ...Object.entries(filtersOf(facts)).flatMap(([name, query]) =>
        orders.map((sort) => [`${name}, ${sort}`, `/kimi/get-requests?${query}&sort=${sort}`] as const),
      ),
      ...Object.entries(specified),
    ].filter(([name]) => name!.includes(only));
    const plain = () => withConnection(url, plainRead);
    const slow = { filters: 0, searches: 0 };
    const isSearch = (name: string) => /^(a search|the finder)/.test(name);
    for (const [name, path] of calls) {
      const times: number[] = [];
      for (let round = -2; round < rounds; round++) {
        const { ms } = await portal.get(path, token);
        if (round >= 0) times.push(ms);
      }
      const [p50, p95] = [median(times), times.toSorted((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1]!];
      const beside = await plain();
      slow[isSearch(name) ? 'searches' : 'filters'] += p95 > most ? 1 : 0;
      const figures = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; the plain read ${beside.toFixed(1)} ms`;
      console.log(`${p95 > most ? '✗' : '✓'} ${name.padEnd(62)} ${figures}`);
      note(name, figures, `p95 at most ${most} ms${p95 > most ? ', missed' : ''}`);
    }
    const searches = calls.filter(([name]) => isSearch(name!)).length;
    goal(`of ${calls.length - searches} lists and filters, longer than ${most} ms`, slow.filters, 0, 'at most');
    goal(`of ${searches} searches, longer than ${most} ms`, slow.searches, 0, 'at most');
  } finally {
    await portal.close();
  }
}

async function databaseOf(server: string, requests: number): Promise<string> {
  const url = databaseIn(server, 'lists');
  const there = await withConnection(server, (owner) => owner.query(`select from pg_database where datname = 'lists'`));
  if (there.rowCount === 1) await migrate(url, undefined, { voucherKeys: testSecrets.voucherKeys });
  else {
    await makeDatabase(server, 'lists');
    const say = (sentence: string) => console.log(`  ${sentence}`);
    await withConnection(url, (owner) => writeCrowd(owner, Math.round(requests / 3), say, varied(requests)));
    await rollUp(url);
  }
  return url;
}

/** Fifty rows of a list by its index, with their clients, on a connection of its own: the median of some reads. */
async function plainRead(owner: pg.ClientBase): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await owner.query(
      `select r.*, c.name, c.email from requests r join clients c on c.id = r.client
       where r.list_key = 'deposit Google Approved' order by r.list_key, r.id limit 50`,
    );
    times.push(performance.now() - began);
  }
  return median(times);
}

async function factsOf(owner: pg.ClientBase) {
  const crowd = await describeCrowd(owner);
  const { rows } = await owner.query<{ public_id: string }>(
    `select public_id from people where admin_role is not null order by id`,
  );
  const { rows: one } = await owner.query<{ public_id: string }>(
    `select public_id from clients where id = (select max(id) / 2 + 3 from clients)`,
  );
  const [admin, earlier, few] = rows.map(({ public_id: id }) => id) as [string, string, string];
  const facts = { busy: crowd.busy.publicId, rare: one[0]!.public_id, admin, earlier, few };
  return { facts, token: crowd.admin.token };
}
