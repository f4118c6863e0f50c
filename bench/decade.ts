/**
 * Ten years at 100,000 clients, at a scale that fits into minutes: two books are written, of one year and of ten, each a share
 * of the real size, and everything that people and operators do is measured on both. What grows is then multiplied up, in a
 * column that says that it was not measured.
 *
 * What is assumed: four requests a month from each client, each three movements, and a picture of 120 KB with a tenth of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds } from '#corrections/kinds.ts';
import { auditBook } from '#requests/book.server.ts';
import { backUp } from '#server/backup.server.ts';
import { openTalk } from '../torture/talk.ts';
import { writeBook } from './book.ts';
import { goal, makeDatabase } from './ledger.ts';
import { median } from './measure.ts';
import { forkPortal, seat, withOwner } from './soaked.ts';

const allClients = 100_000;
const movementsAYear = 4 * 12 * 3;
const picturesGb = (allClients * 4 * 12 * 10 * 0.1 * 120) / 1024 ** 2;

type Year = Record<string, number>;

export async function decade(server: string, scale: number): Promise<void> {
  const clients = Math.round(allClients * scale);
  console.log(`\nTen years at ${allClients.toLocaleString('en')} clients, at a scale of ${scale}: ${clients.toLocaleString('en')} clients`);
  const one = await measured(server, 'year_one', clients, 1);
  const ten = await measured(server, 'year_ten', clients, 10);
  const row = (what: string, a: string, b: string, c: string, d: string) =>
    console.log(`  ${what.padEnd(42)} ${a.padStart(11)} ${b.padStart(11)} ${c.padStart(8)} ${d.padStart(22)}`);
  row('', '1 year', '10 years', 'ratio', 'full size, multiplied');
  for (const [what, value] of Object.entries(ten)) {
    const grows = /movements|GB|, s$/.test(what);
    const full = grows ? `${figure(value / scale)} (not measured)` : 'as here, a level deeper';
    row(what, figure(one[what]!), figure(value), (value / one[what]!).toFixed(2), full);
  }
  console.log(`  and ${Math.round(picturesGb)} GB of pictures at full size, which no statement here reads`);
  for (const what of Object.keys(ten).filter((name) => name.endsWith(', ms')))
    goal(`${what} after ten years: twice those of one, or 50`, ten[what]!, Math.max(2 * one[what]!, 50), 'at most');
}

function figure(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

async function measured(server: string, name: string, clients: number, years: number): Promise<Year> {
  const url = await makeDatabase(server, name);
  const began = performance.now();
  const book = await withOwner(url, (owner) => writeBook(owner, clients, clients * movementsAYear * years));
  console.log(`  a book of ${years} year${years === 1 ? '' : 's'} written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const year: Year = { movements: book.movements };
  await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ gb: number }>('select (pg_database_size(current_database()) / 1024.0 ^ 3)::float8 as gb');
    year['database, GB'] = rows[0]!.gb;
  });
  await calls(url, book.busiest, clients, year);
  await withOwner(url, async (owner) => {
    const from = performance.now();
    const findings = (await auditBook(owner, kinds)).flatMap((checked) => checked.shown);
    year['audit, s'] = (performance.now() - from) / 1_000;
    if (findings.length > 0) throw new Error(`The book of ${years} years is not in order: ${findings[0]}`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'portal-decade-'));
  const from = performance.now();
  const backup = await backUp(url, join(folder, 'decade.gz'));
  year['backup, s'] = (performance.now() - from) / 1_000;
  year['backup file, GB'] = backup.bytes / 1024 ** 3;
  await rm(folder, { recursive: true, force: true });
  await withOwner(server, (owner) => owner.query(`drop database ${name} with (force)`));
  return year;
}

/** Medians of calls through HTTP, one at a time, by ordinary clients, the busiest one and an admin. */
async function calls(url: string, first: bigint, clients: number, year: Year): Promise<void> {
  const tokens = await seat(url, first, clients + 1);
  const portal = await forkPortal(url);
  const talk = openTalk();
  const admin = tokens[clients]!;
  const someone = () => tokens[1 + Math.floor(Math.random() * (clients - 1))]!;
  const order = { adNum: 1, adsDetails: [{ gmail: 'ads@gmail.com', deposit: 15 }] };
  const works: Record<string, (n: number) => Promise<{ status: number; ms: number }>> = {
    'wallet, ms': () => talk.call(portal.port, 'GET', '/kimi/get-wallet-of-user', { token: someone() }),
    'order, ms': (n) => talk.call(portal.port, 'POST', '/create-google-ads', { token: someone(), body: order, key: `decade-${n}` }),
    'statement, a client, ms': () => talk.call(portal.port, 'GET', '/kimi/get-statement', { token: someone() }),
    'statement, the busiest client, ms': () => talk.call(portal.port, 'GET', '/kimi/get-statement', { token: tokens[0]! }),
    'list of deposits, ms': () => talk.call(portal.port, 'GET', '/kimi/get-Google-adDeposit', { token: someone() }),
    'completed deposits, an admin, ms': () => talk.call(portal.port, 'GET', '/kimi/get-complete-google-adDeposit', { token: admin }),
    'figures, an admin, ms': () => talk.call(portal.port, 'GET', '/kimi/get-figures', { token: admin }),
    'clients, an admin, ms': () => talk.call(portal.port, 'GET', '/get-user-for-admin', { token: admin }),
  };
  try {
    for (const [what, work] of Object.entries(works)) {
      const times: number[] = [];
      for (let n = -5; n < 40; n++) {
        const { status, ms } = await work(n);
        if (status !== 200) throw new Error(`${what} was answered ${status}`);
        if (n >= 0) times.push(ms);
      }
      year[what] = median(times);
    }
    year['portal memory, MB'] = (await portal.memory()).rss / 1048576;
  } finally {
    talk.close();
    await portal.close();
  }
}
