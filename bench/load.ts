/**
 * `npm run bench:load`: does the portal answer a million clients as fast as a thousand? Two agencies side by side on
 * one PostgreSQL, each with a portal of its own; every screen's call is asked of both in turn through HTTP. `-- --users
 * 20000` for a smaller large one, `--keep <folder>` keeps what was written for the next run, `--screens` opens every
 * list of the admins in a Chromium instead of asking calls, `--record` keeps the figures in docs/bench.md.
 */
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { auditBook } from '#requests/book.server.ts';
import { databaseIn, withConnection } from '#server/connection.server.ts';
import { migrate } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { rollUp } from './book.ts';
import { describeCrowd, writeCrowd, type Crowd } from './crowd.ts';
import { note, record } from './history.ts';
import { makeDatabase } from './ledger.ts';
import { dayAgo, median } from './measure.ts';
import { portalOn, type BenchPortal } from './portal.ts';
import { measureScreens } from './screens.ts';

const { values: args } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '41' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    audit: { type: 'boolean', default: false },
    screens: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

type Side = { name: string; url: string; crowd: Crowd; portal: BenchPortal };
/** `changed`: somebody writes something before each, so that nothing is known from the call before. */
type Call = { name: string; path: string; as?: 'busy'; goal?: number; changed?: true };

/** What both sides are asked, and answer with as many rows. Searches may take three times as long in the large one. */
function callsOf(crowd: Crowd): Call[] {
  const lists: [string, string, string, Pick<Call, 'as'>?][] = [
    ['get-user-for-admin', '/get-user-for-admin?', crowd.deep.user],
    ['active-users', '/kimi/active-users?', crowd.deep.activeUser],
    ['get-queue', '/kimi/get-queue?', crowd.deep.waiting],
    ['get-transaction-details', '/get-transaction-details?', crowd.deep.waitingTopup],
    ['get-complete-transaction-details', '/kimi/get-complete-transaction-details?', crowd.deep.topup],
    ['get-google-ads of a client', '/get-google-ads?', crowd.deep.ownOrder, { as: 'busy' }],
    ['get-statement of a client', '/kimi/get-statement?', crowd.deep.ownLine, { as: 'busy' }],
    ['approved refunds', '/approved-refund-Details-for-admin?', crowd.deep.refund],
    ['get-approved-withdrawals', '/kimi/get-approved-withdrawals?', crowd.deep.withdrawal],
    ['get-gmail-share-log', '/kimi/get-gmail-share-log?', crowd.deep.share],
    ['get-audit-log', '/kimi/get-audit-log?', crowd.deep.entry],
  ];
  const search = (name: string, path: string, q: string): Call => ({
    name,
    path: `${path}q=${encodeURIComponent(q)}`,
    goal: 3,
  });
  const calls: Call[] = [
    ...lists.flatMap(([name, path, deep, more]) => [
      { name, path, ...more },
      { name: `${name}, deep inside`, path: `${path}after=${encodeURIComponent(deep)}`, ...more },
    ]),
    search('get-user-for-admin, one name', '/get-user-for-admin?', crowd.rareName),
    search('get-user-for-admin, every 50th', '/get-user-for-admin?', crowd.commonName),
    search('get-user-for-admin, a Chinese name', '/get-user-for-admin?', crowd.chineseName),
    search('get-user-for-admin, Chinese, every 50th', '/get-user-for-admin?', '徐'),
    search('get-user-for-admin, signs alone', '/get-user-for-admin?', '1-'),
    search('active-users, every 50th', '/kimi/active-users?', crowd.activeName),
    { name: 'get-user-for-admin, oldest first', path: '/get-user-for-admin?sort=createdAt' },
    { name: 'active-users, oldest first', path: '/kimi/active-users?sort=createdAt' },
    { name: 'active-users, by name', path: '/kimi/active-users?sort=username', goal: 3 },
    search('complete transactions, TU-', '/kimi/get-complete-transaction-details?', 'TU-'),
    search('complete transactions, apply id', '/kimi/get-complete-transaction-details?', crowd.deep.topup),
    search('complete transactions, one name', '/kimi/get-complete-transaction-details?', crowd.rareName),
    search('complete transactions, every 50th', '/kimi/get-complete-transaction-details?', crowd.commonName),
    search('complete transactions, a Chinese name', '/kimi/get-complete-transaction-details?', crowd.chineseName),
    search('get-queue, one name', '/kimi/get-queue?', crowd.rareName),
    search('approved refunds, one name', '/approved-refund-Details-for-admin?', crowd.rareName),
    search('approved refunds, every 50th', '/approved-refund-Details-for-admin?', crowd.commonName),
    search('get-gmail-share-log, a Gmail address', '/kimi/get-gmail-share-log?', 'media.1'),
    search('get-gmail-share-log, one name', '/kimi/get-gmail-share-log?', crowd.rareName),
    search('get-gmail-share-log, every 50th', '/kimi/get-gmail-share-log?', crowd.commonName),
    search('get-audit-log, apply id', '/kimi/get-audit-log?', crowd.deep.topup),
    search('get-audit-log, one name', '/kimi/get-audit-log?', crowd.rareName),
    { name: 'get-overview of a client', path: '/kimi/get-overview', as: 'busy' },
    {
      name: 'get-statement of a client, a month',
      path: `/kimi/get-statement?from=${dayAgo(300)}&to=${dayAgo(270)}`,
      as: 'busy',
    },
    { name: 'get-statement of a client, one kind', path: '/kimi/get-statement?kind=goodwill', as: 'busy' },
    { name: 'get-user', path: `/kimi/get-user?userId=${crowd.busy.publicId}` },
    { name: 'get-figures', path: '/kimi/get-figures' },
    { name: 'daily-revenue', path: `/kimi/daily-revenue?date=${dayAgo(0)}` },
    { name: 'get-queue-counts', path: '/kimi/get-queue-counts' },
    // All that waits is counted then, and 65 times as much waits in the large one.
    { name: 'get-queue-counts, after a change', path: '/kimi/get-queue-counts', goal: 3, changed: true },
  ];
  return calls.filter(({ name }) => name.includes(args.only));
}

const tokenFor = ({ crowd }: Side, { as }: Call) => (as ? crowd.busy.token : crowd.admin.token);

/**
 * Asked in turn, each as often first as last, so that whatever else the machine does meets both; the first four warm
 * up.
 */
async function timesOf(sides: readonly Side[], calls: readonly Call[], rounds: number): Promise<number[][]> {
  const times: number[][] = sides.map(() => []);
  for (let round = -4; round < rounds; round++) {
    for (const [at, side] of round % 2 === 0 ? sides.entries() : [...sides.entries()].toReversed()) {
      if (calls[at]!.changed) await withConnection(side.url, (owner) => owner.query('select pg_current_xact_id()'));
      const { ms } = await side.portal.get(calls[at]!.path, tokenFor(side, calls[at]!));
      if (round >= 0) times[at]!.push(ms);
    }
  }
  return times;
}

/** Running connections hear of it as well, a moment later. */
async function explainAll(url: string, on: boolean): Promise<void> {
  await withConnection(url, async (owner) => {
    await owner.query(`alter system set auto_explain.log_min_duration = ${on ? 0 : -1}`);
    await owner.query('select pg_reload_conf()');
  });
  await sleep(60);
}

/** What the plans of one call read, from the server's own log of plans. */
async function readsOf(log: string, side: Side, call: Call): Promise<string> {
  await explainAll(side.url, true);
  const { size } = await stat(log);
  await side.portal.get(call.path, tokenFor(side, call));
  await explainAll(side.url, false);
  const text = (await readFile(log)).subarray(size).toString();
  const found = [
    ...text.matchAll(/(Seq Scan on \w+|(?:Index|Bitmap Index)[\w ]* Scan (?:Backward )?(?:using|on) \w+)/g),
  ].map(([scan]) => scan.replace(/^.*(using|on) /, (whole) => (whole.startsWith('Seq') ? 'SEQ ' : '')));
  return [...new Set(found)]
    .filter((name) => !/^(users_pkey|balances_pkey|sessions_token_hash_key)$/.test(name))
    .join(', ');
}

/** A miss may be the machine's: it is measured twice more, and the run in the middle counts. */
async function measuredFairly(measure: () => Promise<number[]>, goal: number) {
  const once = async () => {
    const [few, many] = (await measure()) as [number, number];
    return { few, many, ratio: many / few };
  };
  const first = await once();
  if (first.ratio <= goal) return first;
  return [first, await once(), await once()].toSorted((one, other) => one.ratio - other.ratio)[1]!;
}

/** How many rows an answer has: a page of one is not compared with a page of fifty. */
async function rowsIn(side: Side, call: Call): Promise<number> {
  const { body } = await side.portal.get(call.path, tokenFor(side, call));
  return Math.max(0, ...[body, ...Object.values(body)].map((value) => (Array.isArray(value) ? value.length : 0)));
}

/** The small side's figures against the large one's, a line for each call. */
async function compare(sides: readonly [Side, Side], log: string, rounds: number): Promise<void> {
  const [small, large] = sides;
  const both = callsOf(small.crowd).map((call, at): [Call, Call] => [call, callsOf(large.crowd)[at]!]);
  let missed = 0;
  for (const asked of both) {
    const [call] = asked;
    const rows = await rowsIn(small, call);
    const calls =
      rows > 0 && rows < (await rowsIn(large, asked[1]))
        ? asked.map((one) => ({ ...one, path: `${one.path}&limit=${rows}` }))
        : asked;
    const goal = call.goal ?? 1.5;
    const { few, many, ratio } = await measuredFairly(
      async () => (await timesOf(sides, calls, rounds)).map(median),
      goal,
    );
    if (ratio > goal) missed += 1;
    const figures = `${few.toFixed(1).padStart(7)} ms ${many.toFixed(1).padStart(8)} ms  x ${ratio.toFixed(2).padStart(6)}`;
    note(
      `${call.name}, large against small`,
      figures.replaceAll(/ +/g, ' '),
      `at most ${goal}${ratio > goal ? ', missed' : ''}`,
    );
    console.log(
      `${ratio > goal ? '✗' : '✓'} ${call.name.padEnd(42)} ${String(rows).padStart(3)} rows ${figures}  ${await readsOf(log, large, calls[1]!)}`,
    );
  }
  const [before, after] = await Promise.all([small.portal.memory(), large.portal.memory()]);
  const most = Math.max(before.most, after.most);
  console.log(
    `\n${most < 300 ? '✓' : '✗'} the portals hold ${before.now.toFixed(0)} and ${after.now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
  );
  note('memory of a portal, at most', `${most.toFixed(0)} MB`, 'under 300 MB');
  missed += most < 300 ? 0 : 1;
  console.log(missed === 0 ? '\nAll goals reached.' : `\n${missed} goal${missed === 1 ? '' : 's'} missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

async function openSide(server: string, name: string, users: number): Promise<Side> {
  const there = await databaseExists(server, name);
  const url = there ? databaseIn(server, name) : await makeDatabase(server, name);
  // A kept database is of yesterday's tables.
  if (there) await migrate(url);
  const crowd = await withConnection(url, async (owner) => {
    if (!there) await writeCrowd(owner, users, (sentence) => console.log(`  ${name}: ${sentence}`));
    if (args.audit) console.log((await auditBook(owner)).flatMap((check) => check.shown.slice(0, 5)));
    return describeCrowd(owner);
  });
  await rollUp(url);
  const numbers = [crowd.users, crowd.requests, crowd.movements].map((number) => number.toLocaleString('en'));
  console.log(`${name}: ${numbers[0]} clients, ${numbers[1]} requests, ${numbers[2]} movements`);
  return { name, url, crowd, portal: await portalOn(url) };
}

async function databaseExists(server: string, name: string): Promise<boolean> {
  return withConnection(server, async (owner) => {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name]);
    return rowCount === 1;
  });
}

// Written without care for a crash, as nothing in it is anybody's; read with the settings that a portal's own server
// has.
const settings = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  session_preload_libraries: 'auto_explain',
};

const dataDir = args.keep ?? (await mkdtemp(join(tmpdir(), 'portal-load-')));
await mkdir(dataDir, { recursive: true });
const postgres = await startPostgres(dataDir, { settings });
const sides: Side[] = [];
try {
  if (args.screens) {
    const large = await openSide(postgres.url, 'large', Number(args.users));
    sides.push(large);
    const missed = await measureScreens(large.portal.address, large.crowd, args.only);
    console.log(missed === 0 ? '\nAll goals reached.' : `\n${missed} goal${missed === 1 ? '' : 's'} missed.`);
    process.exitCode = missed === 0 ? 0 : 1;
  } else {
    sides.push(await openSide(postgres.url, 'small', 1_000));
    sides.push(await openSide(postgres.url, 'large', Number(args.users)));
    await compare([sides[0]!, sides[1]!], join(dataDir, 'postgres/log'), Number(args.rounds));
  }
} finally {
  for (const side of sides) await side.portal.close();
  await postgres.stop();
  if (!args.keep) await rm(dataDir, { recursive: true, force: true });
}
await record('npm run bench:load');
