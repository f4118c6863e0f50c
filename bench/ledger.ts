/**
 * The ledger's bench: "everyone on the same wallet", and whether a book of millions is as fast as a small one. What is
 * compared is measured side by side in one run, in rounds that alternate; what is printed are medians and their ratios.
 */
import { randomUUID } from 'node:crypto';
import { application, priceOrder } from '#kinds/application.ts';
import { kinds } from '#kinds/kinds.ts';
import { auditBook } from '#requests/book.server.ts';
import { decide } from '#requests/deciding.server.ts';
import { listRequests, type Listing } from '#requests/list.server.ts';
import { ask } from '#requests/requests.server.ts';
import { statementOf } from '#requests/statement.server.ts';
import { revenueOfDays, rollFigures } from '#revenue/revenue.store.server.ts';
import { databaseIn, withConnection } from '#server/connection.server.ts';
import { openDatabase, portalSettings, type Database } from '#server/database.server.ts';
import { testSecrets } from '#server/setup.testing.server.ts';
import { appRole, migrate } from '#server/migrate.server.ts';
import { balanceOf } from '#wallet/wallet.server.ts';
import { buyer, writeBook, type Book } from './book.ts';
import { note } from './history.ts';
import { dayAgo, inTurn, measure, medians, type Measured } from './measure.ts';

export type Options = { url: string; rounds: number; seconds: number; movements: number };

const price = priceOrder([100_00n, 50_00n], 30_00n, 1_500n);
const lines = [
  { email: 'one@example.com', depositCents: 100_00n },
  { email: 'two@example.com', depositCents: 50_00n },
];

/** One complete order: idempotent, held, double entry, immutable, with its running balance. */
export function order(db: Database, { client, person }: ReturnType<typeof buyer>) {
  return ask(db, {
    kind: application,
    client,
    askedBy: person,
    key: randomUUID(),
    content: lines,
    rows: [{ platform: 'Google', price, lines, details: { rate: '1500' } }],
  });
}

const callers = 64;

/** Points 1 and 2 of the goal. */
export async function sameWallet({ url, rounds, seconds }: Options, book: Book): Promise<void> {
  const db = openDatabase(url, { max: 4, role: appRole, settings: portalSettings, vouch: testSecrets.vouch });
  const bare = openDatabase(url, { max: callers, role: appRole });
  const owner = openDatabase(url, { max: 1 });
  await owner.pool.query(`create table bare (id int primary key, v bigint not null) with (fillfactor = 50)`);
  await owner.pool.query(
    `insert into bare select n, 0 from generate_series(0, 10000) n; grant select, update on bare to ${appRole}`,
  );
  const any = () => 1 + Math.floor(Math.random() * 9_999);
  const update = (id: number) => bare.query('bench.bare', 'update bare set v = v + 1 where id = $1', [id]);
  const results = await alternate(rounds, seconds, callers, {
    'bare UPDATE of one row': () => update(0),
    'orders on one wallet': () => order(db, buyer(book, book.busiest)),
    'bare UPDATE of many rows': () => update(any()),
    'orders on 10,000 wallets': () => order(db, buyer(book, book.busiest + BigInt(any()))),
  });
  for (const [what, { perSecond, p50, p99 }] of Object.entries(results))
    say(what, `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  const [one, orders, many, all] = Object.values(results) as [Measured, Measured, Measured, Measured];
  goal('one wallet: orders against the bare UPDATE', orders.perSecond / one.perSecond, 4, 'at least');
  goal('one wallet: p99 of orders against the bare UPDATE', orders.p99 / one.p99, 0.2, 'at most');
  goal('one wallet against 10,000 wallets', orders.perSecond / all.perSecond, 1, 'at least');
  say('10,000 wallets: orders against the bare UPDATE', (all.perSecond / many.perSecond).toFixed(2));
  await Promise.all([db.close(), bare.close(), owner.close()]);
}

/** Point 3: what a small book and a big one cost, one caller at a time, and orders by all. */
export async function flatness({ url, rounds, seconds, movements }: Options): Promise<string> {
  const [small, big] = await Promise.all([bookOf(url, 'small', 100, 1_000), bookOf(url, 'big', 10_000, movements)]);
  const days = Array.from({ length: 7 }, (_, day) => dayAgo(day));
  const reads: Record<string, (at: Opened) => Promise<unknown>> = {
    submit: ({ db, book, any }) => order(db, buyer(book, any())),
    'submit and approve': async ({ db, book, any, admin }) => {
      const { requests } = await order(db, buyer(book, any()));
      await decide(db, {
        kinds,
        applyId: requests[0]!.applyId,
        verdict: 'approve',
        admin,
        fill: { adsId: randomUUID() },
      });
    },
    balance: ({ db, any }) => balanceOf(db, any()),
    'statement, anywhere': ({ db, book, line }) => statementOf(db, { client: book.busiest, before: line(), limit: 8 }),
    '7-day revenue': ({ db }) => revenueOfDays(db, 'Asia/Shanghai', days),
  };
  for (const [what, read] of Object.entries(reads)) {
    const [few, many] = (await inTurn([() => read(small), () => read(big)], rounds * seconds)) as [number, number];
    say(
      what,
      `${few.toFixed(2)} ms with ${small.book.movements.toLocaleString('en')} movements, ${many.toFixed(2)} ms with ${big.book.movements.toLocaleString('en')}`,
    );
    goal(`${what}: big against small`, many / few, 1.5, 'at most');
  }
  for (const [what, listing] of Object.entries(lists(big))) {
    const results = await alternate(rounds, seconds / 4, 1, { big: () => listRequests(big.db, listing) });
    goal(`${what}, in ms`, results.big!.p50, 50, 'at most');
  }
  // After each checkpoint the first change of a page writes all of it, and a big book has more pages that orders fall
  // on: 14 KB of log an order at first, 1.5 KB from then on. Checkpoints are minutes apart, so both books are ordered
  // from for a while before.
  for (const { db, book, any } of [small, big])
    await measure(callers, Math.max(seconds, 8), () => order(db, buyer(book, any())));
  const rate = await alternate(rounds, seconds, callers, {
    small: () => order(small.db, buyer(small.book, small.any())),
    big: () => order(big.db, buyer(big.book, big.any())),
  });
  goal('orders a second of 64 callers: small against big', rate.small!.perSecond / rate.big!.perSecond, 1.5, 'at most');
  await Promise.all([small.db.close(), big.db.close()]);
  await audited(big.url);
  return big.url;
}

/** Lists of a big book; each counts up to 10,000 rows besides showing fifty. */
function lists({ book }: Opened): Record<string, Listing> {
  return {
    'list of approved deposits': { kinds: ['deposit'], platforms: ['Google'], states: ['Approved'] },
    'its page 200': { kinds: ['deposit'], platforms: ['Google'], states: ['Approved'], page: 200 },
    'everything pending': { kinds: kinds.map((kind) => kind.name), states: ['Pending'], sort: 'createdAt' },
    "the busiest client's own list": { kinds: ['deposit'], client: book.busiest },
    'a transaction id searched for': { kinds: ['deposit'], q: 'tx77777' },
    'a word that is nowhere': { kinds: kinds.map((kind) => kind.name), q: 'nowhere' },
  };
}

type Opened = { url: string; db: Database; book: Book; admin: bigint; any: () => bigint; line: () => bigint };

async function bookOf(server: string, name: string, clients: number, movements: number): Promise<Opened> {
  const url = await makeDatabase(server, name);
  const db = openDatabase(url, { max: 8, role: appRole, settings: portalSettings, vouch: testSecrets.vouch });
  const { book, admin, lines } = await withConnection(url, async (owner) => {
    const began = performance.now();
    const written = await writeBook(owner, clients, movements);
    const figure = written.movements.toLocaleString('en');
    say(`a book of ${figure} movements`, `written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await rollFigures(db, 'Asia/Shanghai');
    const { rows: admins } = await owner.query<{ id: string }>(`select id from people where admin_role is not null`);
    // Lines anywhere in the busiest history, but each with a page of older ones.
    const { rows } = await owner.query<{ id: string }>(
      `select id from (select id, row_number() over (order by id) as n from movements
       where client = $1 and (src ^@ 'wallet:' or dst ^@ 'wallet:')) l
       where n > 8 order by random() limit 20000`,
      [written.busiest],
    );
    // What was written is put away now, and not while something is measured.
    await owner.query('checkpoint');
    return { book: written, admin: BigInt(admins[0]!.id), lines: rows.map(({ id }) => BigInt(id)) };
  });
  return {
    url,
    db,
    book,
    admin,
    any: () => book.busiest + 1n + BigInt(Math.floor(Math.random() * (book.clients - 1))),
    line: () => lines[Math.floor(Math.random() * lines.length)]!,
  };
}

export async function makeDatabase(server: string, name: string): Promise<string> {
  await withConnection(server, (client) => client.query(`create database ${name}`));
  const url = databaseIn(server, name);
  await migrate(url, undefined, { voucherKeys: testSecrets.voucherKeys });
  return url;
}

export async function audited(url: string): Promise<void> {
  const began = performance.now();
  const checked = await withConnection(url, (client) => auditBook(client));
  const findings = checked.flatMap((check) => check.shown);
  say(
    'full audit',
    `${checked[1]!.counted.toLocaleString('en')} sides of movements in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  goal('findings of the audit', findings.length, 0, 'at most');
  for (const finding of findings) console.log(`      ${finding}`);
}

/** Measures these in turn, `rounds` times, and answers the medians. */
async function alternate(
  rounds: number,
  seconds: number,
  many: number,
  works: Record<string, () => Promise<unknown>>,
): Promise<Record<string, Measured>> {
  const all: Record<string, Measured[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) (all[name] ??= []).push(await measure(many, seconds, work));
  }
  return Object.fromEntries(Object.entries(all).map(([name, runs]) => [name, medians(runs)]));
}

export function say(what: string, text: string): void {
  console.log(`  ${what.padEnd(52)} ${text}`);
  note(what, text);
}

export let missed = 0;

export function goal(what: string, value: number, wanted: number, how: 'at least' | 'at most'): void {
  const reached = how === 'at least' ? value >= wanted : value <= wanted;
  if (!reached) missed += 1;
  console.log(`${reached ? '✓' : '✗'} ${what.padEnd(52)} ${value.toFixed(2)} (${how} ${wanted})`);
  note(what, value.toFixed(2), `${how} ${wanted}${reached ? '' : ', missed'}`);
}
