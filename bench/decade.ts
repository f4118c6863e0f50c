/**
 * Ten years at 100,000 clients, at a scale that fits into minutes: two books are written, of one year and of ten, each
 * a share of the real size, and everything that people and operators do is measured on both. What grows is then
 * multiplied up, in a column that says that it was not measured.
 *
 * What is assumed: four requests a month from each client, each three movements, and a picture of 120 KB with a tenth
 * of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditBook } from '#requests/book.server.ts';
import { backUp } from '#server/backup.server.ts';
import { openTalk, type Talk } from '../torture/talk.ts';
import { withConnection } from '#server/connection.server.ts';
import { rollUp, writeBook } from './book.ts';
import { note } from './history.ts';
import { goal, makeDatabase } from './ledger.ts';
import { seat } from './seats.ts';
import { portalWithHeap } from './portal.ts';

const allClients = 100_000;
const movementsAYear = 4 * 12 * 3;
const picturesGb = (allClients * 4 * 12 * 10 * 0.1 * 120) / 1024 ** 2;

type Year = Record<string, number>;

export async function decade(server: string, scale: number): Promise<void> {
  const clients = Math.round(allClients * scale);
  console.log(
    `\nTen years at ${allClients.toLocaleString('en')} clients, at a scale of ${scale}: ${clients.toLocaleString('en')} clients`,
  );
  const books = [
    await written(server, 'year_one', clients, 1),
    await written(server, 'year_ten', clients, 10),
  ] as const;
  await calls(books, clients);
  for (const book of books) await keeping(book);
  for (const { name } of books)
    await withConnection(server, (owner) => owner.query(`drop database ${name} with (force)`));
  const [one, ten] = [books[0].year, books[1].year];
  const row = (what: string, a: string, b: string, c: string, d: string) =>
    console.log(`  ${what.padEnd(42)} ${a.padStart(11)} ${b.padStart(11)} ${c.padStart(8)} ${d.padStart(26)}`);
  row('', '1 year', '10 years', 'ratio', 'full size, multiplied');
  for (const [what, value] of Object.entries(ten)) {
    const full = /movements|GB|, s$/.test(what) ? `${figure(value / scale)} (not measured)` : 'as here, a level deeper';
    row(what, figure(one[what]!), figure(value), (value / one[what]!).toFixed(2), full);
    note(
      `${what.replace(/, (\w+)$/, '')}, after one and ten years`,
      `${figure(one[what]!)} and ${figure(value)} ${what.match(/, (\w+)$/)?.[1] ?? ''}`,
    );
  }
  console.log(`  and ${Math.round(picturesGb)} GB of pictures at full size, which no statement here reads`);
  for (const what of Object.keys(ten).filter((name) => name.endsWith(', ms'))) {
    goal(`${what} after ten years: twice those of one, or 50`, ten[what]!, Math.max(2 * one[what]!, 50), 'at most');
  }
}

function figure(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

type Written = { name: string; url: string; first: bigint; year: Year };

async function written(server: string, name: string, clients: number, years: number): Promise<Written> {
  const url = await makeDatabase(server, name);
  const began = performance.now();
  const book = await withConnection(url, (owner) => writeBook(owner, clients, clients * movementsAYear * years));
  console.log(
    `  a book of ${years} year${years === 1 ? '' : 's'} written in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  const counted = await rollUp(url);
  const { rows } = await withConnection(url, (owner) =>
    owner.query<{ gb: number }>('select (pg_database_size(current_database()) / 1024.0 ^ 3)::float8 as gb'),
  );
  return {
    name,
    url,
    first: book.busiest,
    year: { movements: book.movements, 'database, GB': rows[0]!.gb, 'figures counted anew, s': counted },
  };
}

/** What operators do every night. */
async function keeping({ url, name, year }: Written): Promise<void> {
  const audited = performance.now();
  const findings = await withConnection(url, async (owner) =>
    (await auditBook(owner)).flatMap((checked) => checked.shown),
  );
  year['audit, s'] = (performance.now() - audited) / 1_000;
  if (findings.length > 0) throw new Error(`The book ${name} is not in order: ${findings[0]}`);
  const folder = await mkdtemp(join(tmpdir(), 'portal-decade-'));
  const began = performance.now();
  const backup = await backUp(url, join(folder, 'decade.gz'));
  year['backup, s'] = (performance.now() - began) / 1_000;
  year['backup file, GB'] = backup.bytes / 1024 ** 3;
  await rm(folder, { recursive: true, force: true });
}

type Work = (talk: Talk, port: number, tokens: readonly string[], n: number) => Promise<{ status: number; ms: number }>;

const someone = (tokens: readonly string[]) => tokens[1 + Math.floor(Math.random() * (tokens.length - 2))]!;
const order = { adNum: 1, adsDetails: [{ gmail: 'ads@gmail.com', deposit: 15 }] };
const reading =
  (path: string, who: (tokens: readonly string[]) => string): Work =>
  (talk, port, tokens) =>
    talk.call(port, 'GET', path, { token: who(tokens) });

const works: Record<string, Work> = {
  'wallet, ms': reading('/kimi/get-wallet-of-user', someone),
  'order, ms': (talk, port, tokens, n) =>
    talk.call(port, 'POST', '/create-google-ads', { token: someone(tokens), body: order, key: `decade-${n}` }),
  'statement, a client, ms': reading('/kimi/get-statement', someone),
  'statement, the busiest client, ms': reading('/kimi/get-statement', (tokens) => tokens[0]!),
  'list of deposits, ms': reading('/kimi/get-Google-adDeposit', someone),
  'completed deposits, an admin, ms': reading('/kimi/get-complete-google-adDeposit', (tokens) => tokens.at(-1)!),
  'figures, an admin, ms': reading('/kimi/get-figures', (tokens) => tokens.at(-1)!),
  'clients, an admin, ms': reading('/get-user-for-admin', (tokens) => tokens.at(-1)!),
};

/**
 * Calls through HTTP, one at a time and book about book, so that whatever else the machine does hits both; the lower
 * quartile.
 */
async function calls(books: readonly Written[], clients: number): Promise<void> {
  const talk = openTalk();
  const sides = await Promise.all(
    books.map(async ({ url, first, year }) => ({
      portal: await portalWithHeap(url),
      tokens: await seat(url, first, clients + 1),
      year,
    })),
  );
  try {
    for (const [what, work] of Object.entries(works)) {
      const times = sides.map(() => [] as number[]);
      for (let n = -5; n < 60; n++) {
        for (const [side, { portal, tokens }] of sides.entries()) {
          const { status, ms } = await work(talk, portal.port, tokens, n);
          if (status !== 200) throw new Error(`${what} was answered ${status}`);
          if (n >= 0) times[side]!.push(ms);
        }
      }
      for (const [side, { year }] of sides.entries()) year[what] = times[side]!.sort((one, other) => one - other)[15]!;
    }
    for (const { portal, year } of sides) year['portal memory, MB'] = (await portal.heap()).rss / 1048576;
  } finally {
    talk.close();
    for (const { portal } of sides) await portal.close();
  }
}
