/**
 * `npm run bench`: the ledger's goals, measured in one run on a PostgreSQL of its own. `-- --quick` writes a book of one million
 * movements instead of ten (`--millions=3` another number) and measures briefly; `-- same flat killed` picks parts (`http` among them).
 * `-- weights` prints what shell and routes weigh. Only by name: `-- site`, Lighthouse for every public page; `-- soak`
 * (`--calls=360000`) for memory over an hour's calls, `-- decade` (`--scale=0.1`) for ten years. `--record` keeps it all in docs/bench.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#server/postgres.server.ts';
import { writeBook, type Book } from './book.ts';
import { decade } from './decade.ts';
import { record } from './history.ts';
import { killed } from './killed.ts';
import { overHttp } from './http.ts';
import { flatness, makeDatabase, missed, sameWallet } from './ledger.ts';
import { withOwner } from './owner.ts';
import { sited, weighed } from './pages.ts';
import { starve } from './starve.ts';
import { soak } from './soak.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const number = (name: string) => args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => Number(arg.slice(name.length + 3)))[0];
const million = Number(args.find((arg) => arg.startsWith('--millions='))?.slice(11) ?? (quick ? 1 : 10));
const parts = args.filter((arg) => !arg.startsWith('--'));
const wants = (part: string) => parts.length === 0 || parts.includes(part);
const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'));
const postgres = await startPostgres(dataDir, { settings: { max_connections: '200', max_wal_size: '4GB' } });
const options = { url: postgres.url, rounds: quick ? 2 : 4, seconds: quick ? 1.5 : 4, movements: million * 1_000_000 };
console.log(
  `${cpus().length} cores, client and server together; fsync and synchronous_commit on; ${options.rounds} rounds of ${options.seconds} s each\n`,
);
try {
  if (wants('same') || wants('killed')) {
    const url = await makeDatabase(postgres.url, 'wallets');
    const book = await bookIn(url);
    if (wants('same')) await sameWallet({ ...options, url }, book);
    if (wants('killed')) await killed(postgres, url, book, 3);
  }
  if (wants('http')) {
    const [url, plain] = [await makeDatabase(postgres.url, 'portal_http'), await makeDatabase(postgres.url, 'plain')];
    const [book] = [await bookIn(url), await bookIn(plain)];
    await overHttp({ ...options, url }, plain, book);
  }
  if (wants('starve')) {
    const url = await makeDatabase(postgres.url, 'starving');
    await starve({ ...options, url }, await bookIn(url));
  }
  if (wants('flat')) await flatness(options);
  if (wants('weights')) await weighed();
  if (parts.includes('site')) await sited(postgres.url);
  if (parts.includes('soak')) await soak(postgres.url, number('calls'));
  if (parts.includes('decade')) await decade(postgres.url, number('scale') ?? (quick ? 0.02 : 0.1));
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(missed === 0 ? '\nAll goals reached.' : `\n${missed} goal${missed === 1 ? '' : 's'} missed.`);
process.exitCode = missed === 0 ? 0 : 1;
await record('npm run bench');

/** 10,001 clients with full wallets and no history. */
function bookIn(url: string): Promise<Book> {
  return withOwner(url, (owner) => writeBook(owner, 10_001, 0));
}
