/**
 * The archive can bring the portal's own PostgreSQL back to any second. It keeps copies of all its files, one a day,
 * and its journal (the write-ahead log) as it is written. A replication slot makes PostgreSQL keep what the archive has
 * not got yet, up to a limit.
 *
 * A folder holds the archive of one database: `archive.json` says which; `copies/<time>.tar.gz`, each with a `.json`
 * that is written last; and `journal/`, one file a segment.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { dayMs } from '#kernel/days.ts';
import { withConnection } from './connection.server.ts';
import { onDisk } from './ondisk.server.ts';
import { copyServer, follow, openReplication, whichServer, type Place } from './replication.server.ts';
import { sealed } from './sealedfile.server.ts';
import { openSegments, segmentBytes, segmentName, segmentsIn } from './segments.server.ts';

/** Thrown when this folder can't go on with this database; the message says why. */
class CannotArchive extends Error {}

export type Copy = {
  /** When it was complete: the database can be brought back to any moment from here on. */
  at: string;
  /** The segment of the journal with which it begins, and the PostgreSQL that it was made of. */
  segment: string;
  server: string;
};

const slot = 'agency_portal_archive';

export const journalOf = (folder: string) => join(folder, 'journal');
const copiesOf = (folder: string) => join(folder, 'copies');
/** The time without the signs that some systems do not allow in the name of a file. */
export const fileOf = (folder: string, { at }: Copy) => join(copiesOf(folder), `${at.replaceAll(/[-:]/g, '')}.tar.gz`);

type Options = {
  folder: string;
  /**
   * The database's address with a login that may do everything; asked anew each time, as the portal may not run yet.
   */
  url: () => Promise<string>;
  keys: readonly string[] | undefined;
  /** How many days back it reaches; older copies are removed. */
  days: number;
  say: (sentence: string) => void;
  stop: AbortSignal;
  /** After how long a daily copy that failed is tried again; ten minutes unless it is given. */
  againMs?: number;
};

/** What was said already and holds until something else happens. */
type Told = { trouble: string; gap: boolean };

/** Archives until `stop`, through every restart of the database. Throws CannotArchive. */
export async function archive(options: Options): Promise<void> {
  const { say, stop } = options;
  await mkdir(copiesOf(options.folder), { recursive: true, mode: 0o700 });
  const told: Told = { trouble: '', gap: false };
  for (; !stop.aborted; await sleep(1_000, undefined, { signal: stop }).catch(() => {})) {
    try {
      await archiveOnce(options, told);
    } catch (error) {
      if (error instanceof CannotArchive) throw error;
      const { message } = error as Error;
      if (message !== told.trouble && !stop.aborted) say(`The archive does not follow: ${message}`);
      told.trouble = message;
    }
  }
}

/** Drops the archive's slot, so that PostgreSQL may throw its journal away. */
export async function endArchive(url: string): Promise<void> {
  await withConnection(url, (client) =>
    client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [slot]),
  );
}

async function archiveOnce(options: Options, told: Told): Promise<void> {
  const { folder, keys, say, stop } = options;
  const url = await options.url();
  const client = await openReplication(url);
  const lost = new AbortController();
  let copying: Promise<void> | undefined;
  try {
    const { system, timeline, written } = await whichServer(client);
    await insistOnSame(folder, { system, timeline });
    const segments = await openSegments(journalOf(folder), timeline, keys);
    insistOnNotOlder(folder, segments.end, written);
    if (!(await hasAllSince(url, segments.end))) {
      if (segments.end !== undefined && !told.gap)
        say('The database no longer has what came since: the archive has a gap here.');
      told.gap = true;
      const { start } = await copyInto(options, url, timeline);
      segments.begin(start);
      told.gap = false;
    }
    say(`The archive in ${folder} follows.`);
    copying = copyDaily(options, url, timeline, AbortSignal.any([stop, lost.signal]));
    await follow(client, { slot, place: segments.end!, timeline, stop }, segments);
  } finally {
    lost.abort();
    await client.end().catch(() => {});
    await copying?.catch(() => {});
  }
}

/** A folder belongs to the database that was archived into it first; another one is refused. */
async function insistOnSame(folder: string, server: { system: string; timeline: number }): Promise<void> {
  const file = join(folder, 'archive.json');
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === undefined) return writeWhole(file, JSON.stringify(server));
  const { system, timeline } = JSON.parse(before) as typeof server;
  if (system === server.system && timeline === server.timeline) return;
  throw new CannotArchive(
    system === server.system
      ? `${folder} is the archive of this database before it went back in time. Keep it, and begin another folder.`
      : `${folder} is the archive of another database. Give this one a folder of its own.`,
  );
}

/**
 * A machine that was set back to a snapshot has the same database, but not what it did since. Its journal soon passes
 * the place where the archive ends, and what follows there would be another life than what stands before it.
 */
function insistOnNotOlder(folder: string, end: Place | undefined, written: Place): void {
  if (end === undefined || end <= written) return;
  throw new CannotArchive(
    `${folder} has more than this database, which is older than its archive, as after a snapshot of its machine was put back. Keep the folder, and begin another one.`,
  );
}

/**
 * Answers whether PostgreSQL has everything from `end` on, where the archive ends. From now on it keeps what comes. A
 * slot alone proves nothing: after a gap it is made before the copy, and the copy may fail. So what it keeps has to
 * begin no later than the archive ends; PostgreSQL keeps whole segments.
 */
async function hasAllSince(url: string, end: Place | undefined): Promise<boolean> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ lost: boolean; from: string | null }>(
      `select wal_status = 'lost' as lost, (restart_lsn - '0/0')::text as from
       from pg_replication_slots where slot_name = $1`,
      [slot],
    );
    const from = rows[0]?.from;
    if (from && rows[0]?.lost === false)
      return end !== undefined && end >= BigInt(from) - (BigInt(from) % BigInt(segmentBytes));
    if (rows[0]) await client.query('select pg_drop_replication_slot($1)', [slot]);
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
    return false;
  });
}

/**
 * A copy a day until `stop`. One that fails (the folder's disk is full, say) is said and tried again: the journal goes
 * on meanwhile, and what is old is removed before each try.
 */
async function copyDaily(options: Options, url: string, timeline: number, stop: AbortSignal): Promise<void> {
  const { say, againMs = 600_000 } = options;
  while (!stop.aborted) {
    const wait = await copyIfDue(options, url, timeline).catch((error: unknown) => {
      if (!stop.aborted) say(`No copy was made, which is tried again soon: ${(error as Error).message}`);
      return againMs;
    });
    if (wait > 0) await sleep(wait, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/** Answers how many milliseconds later to look again. */
async function copyIfDue(options: Options, url: string, timeline: number): Promise<number> {
  const copies = await copiesIn(options.folder);
  // Where the clock was set back, a copy seems to be from the future; it says nothing about today.
  const newest = copies.findLast(({ at }) => Date.parse(at) <= Date.now());
  const age = Date.now() - Date.parse(newest?.at ?? '');
  await forget(options, copies);
  if (age < dayMs) return Math.min(dayMs - age, 3_600_000);
  await copyInto(options, url, timeline);
  return 0;
}

/** One copy of all files; answers where the journal has to begin for it. */
async function copyInto({ folder, keys, say }: Options, url: string, timeline: number): Promise<{ start: bigint }> {
  const replica: pg.Client = await openReplication(url);
  const growing = join(copiesOf(folder), 'growing');
  try {
    const { tar, places } = copyServer(replica);
    await pipeline(
      tar,
      createGzip({ level: 1 }),
      (packed) => sealed(packed, keys),
      createWriteStream(growing, { mode: 0o600 }),
    );
    const { start } = await places;
    const { at, server } = await withConnection(url, async (client) => {
      const { rows } = await client.query<Pick<Copy, 'at' | 'server'>>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           current_setting('server_version') as server`,
      );
      return rows[0]!;
    });
    const copy: Copy = { at, server, segment: segmentName(timeline, start) };
    const file = fileOf(folder, copy);
    await onDisk(growing);
    await rename(growing, file);
    await writeWhole(`${file}.json`, JSON.stringify(copy));
    say(`A copy was made: from ${at} on one can go back to any moment.`);
    return { start };
  } finally {
    await replica.end().catch(() => {});
    await rm(growing, { force: true });
  }
}

/** Oldest first. */
export async function copiesIn(folder: string): Promise<Copy[]> {
  const files = await readdir(copiesOf(folder)).catch(() => [] as string[]);
  const described = files.filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    described.map(async (file) => JSON.parse(await readFile(join(copiesOf(folder), file), 'utf8')) as Copy),
  );
}

/**
 * Removes the copies that are not needed to go back `days`, and the journal that none of the others needs. For a clock
 * that is wrong by a year all of them are old: so one for each day, and one before, stays whatever the clock says.
 */
async function forget({ folder, days }: Options, copies: Copy[]): Promise<void> {
  const limit = Date.now() - days * dayMs;
  // The newest of the older copies is still needed for the moments between it and the limit.
  const spare = Math.max(0, copies.length - days - 1);
  const older = copies
    .filter(({ at }) => Date.parse(at) < limit)
    .slice(0, -1)
    .slice(0, spare);
  for (const copy of older) {
    await rm(`${fileOf(folder, copy)}.json`);
    await rm(fileOf(folder, copy), { force: true });
  }
  // Not that of the oldest: a copy that was made while the clock was behind only seems to be that.
  const [first] = copies
    .slice(older.length)
    .map(({ segment }) => segment)
    .toSorted();
  if (!first) return;
  for (const { name, file } of await segmentsIn(journalOf(folder))) if (name < first) await rm(file);
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await onDisk(dirname(file));
}
