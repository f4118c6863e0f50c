/**
 * `npm run bench`: the ledger's goals, measured in one run on a PostgreSQL of its own. `-- --quick` writes a book of
 * one million movements instead of ten (`--millions=3` another number) and measures briefly; `-- same flat killed`
 * picks parts (`http`, `starve` and `weights` are the others). Only by name: `-- site`, Lighthouse for every public
 * page (`-- site /login` for this one); `-- inside`, the same for every signed-in page; `-- turns` for how soon another
 * page stands; `-- soak` (`--calls=360000`) for memory over an hour's calls; `-- chain` for how soon the chain is
 * known; `-- decade` (`--scale=0.1`) for ten years; `-- told` for how soon a client sees an approval; `-- profile` for
 * where the time of a wallet read goes; `-- lists` for every filter of the lists at a million requests
 * (`--keep=FOLDER` keeps what was written for the next run, `--only=amounts` measures those whose names contain this);
 * `-- spend` for ten thousand ad accounts with a year of days. `--record` keeps the figures in docs/bench.md.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withConnection } from '#server/connection.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { writeBook, type Book } from './book.ts';
import { chained } from './chain.ts';
import { decade } from './decade.ts';
import { record } from './history.ts';
import { killed } from './killed.ts';
import { lists } from './lists.ts';
import { overHttp } from './http.ts';
import { inside } from './inside.ts';
import { flatness, makeDatabase, missed, sameWallet } from './ledger.ts';
import { profiled } from './profile.ts';
import { sited } from './site.ts';
import { soak } from './soak.ts';
import { spent } from './spend.ts';
import { starve } from './starve.ts';
import { told } from './told.ts';
import { turned } from './turns.ts';
import { weighed } from './weights.ts';

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    millions: { type: 'string' },
    calls: { type: 'string' },
    scale: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string' },
    record: { type: 'boolean' },
  },
});
const { quick } = args;
const millions = Number(args.millions ?? (quick ? 1 : 10));
/** Pages for Lighthouse begin with a slash, everything else names a part. */
const [pages, parts] = [
  positionals.filter((word) => word.startsWith('/')),
  positionals.filter((word) => !word.startsWith('/')),
];
const wants = (part: string) => parts.length === 0 || parts.includes(part);
const dataDir = args.keep ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')));
await mkdir(dataDir, { recursive: true });
const postgres = await startPostgres(dataDir, { settings: { max_connections: '200', max_wal_size: '4GB' } });
const options = { url: postgres.url, rounds: quick ? 2 : 4, seconds: quick ? 1.5 : 4, movements: millions * 1_000_000 };
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
  if (parts.includes('profile')) {
    const url = await makeDatabase(postgres.url, 'profiled');
    await profiled(url, await bookIn(url), options.seconds);
  }
  if (wants('flat')) await flatness(options);
  if (wants('weights')) await weighed();
  if (parts.includes('site')) await sited(postgres.url, postgres.pid!, pages);
  if (parts.includes('inside')) await inside(postgres.url, postgres.pid!, pages);
  if (parts.includes('turns')) await turned(postgres.url, postgres.pid!);
  if (parts.includes('lists')) await lists(postgres.url, quick ? 100_000 : 1_000_000, args.only);
  if (parts.includes('chain')) await chained(postgres.url, options.seconds);
  if (parts.includes('told')) await told(postgres.url);
  if (parts.includes('spend')) await spent(postgres.url, quick ? 30 : 365);
  if (parts.includes('soak')) await soak(postgres.url, Number(args.calls ?? 360_000));
  if (parts.includes('decade')) await decade(postgres.url, Number(args.scale ?? (quick ? 0.02 : 0.1)));
} finally {
  await postgres.stop();
  if (!args.keep) await rm(dataDir, { recursive: true, force: true });
}
console.log(missed === 0 ? '\nAll goals reached.' : `\n${missed} goal${missed === 1 ? '' : 's'} missed.`);
process.exitCode = missed === 0 ? 0 : 1;
await record('npm run bench');

/** 10,001 clients with full wallets and no history. */
function bookIn(url: string): Promise<Book> {
  return withConnection(url, (owner) => writeBook(owner, 10_001, 0));
}
