/**
 * Brings the portal's own PostgreSQL back to one moment, in a new data folder: the newest copy from before that moment
 * is unpacked, and PostgreSQL replays the journal up to it.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, copyFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { copiesIn, fileOf, journalOf, type Copy } from './archive.server.ts';
import { withConnection } from './connection.server.ts';
import { lockDataDir } from './datadir.server.ts';
import { startPostgres } from './postgres.server.ts';
import {
  bareEnvironment,
  chooseRunner,
  makeCluster,
  major,
  owner,
  passwordFiles,
  superuser,
  type Runner,
} from './postgres-install.server.ts';
import { opened, type Opening } from './sealedfile.server.ts';
import { isNext, segmentBytes, segmentsIn } from './segments.server.ts';

/** Thrown when this moment can't be gone back to; the message says why. */
export class CannotRewind extends Error {}
class EndsBefore extends CannotRewind {}

/** `2026-11-22 14:03:07`, in UTC unless it names another zone. */
export function momentOf(text: string): Date {
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`);
  if (Number.isNaN(moment.getTime()))
    throw new CannotRewind(`“${text}” is no moment. Write it like 2026-11-22 14:03:07 (UTC), or with +08 behind it.`);
  return moment;
}

type Options = { folder: string; dataDir: string; opening: Opening; to: Date | undefined };

/** Without `to` everything that the archive has comes back. Leaves the database stopped. */
export async function rewind({ folder, dataDir, opening, to }: Options): Promise<{ copy: Copy }> {
  const copies = await copiesIn(folder);
  const copy = choose(copies, folder, to);
  const lock = await lockDataDir(dataDir, 0);
  const postgres = join(dataDir, 'postgres');
  try {
    if (await stat(postgres).catch(() => undefined))
      throw new CannotRewind(`${postgres} is there already. Restore into a new DATA_DIR.`);
    const runner = await chooseRunner(postgres);
    const bringBack = async (last: string | undefined) => {
      await makeCluster(postgres, runner, async (growing) => {
        await unpack(fileOf(folder, copy), join(growing, 'data'), runner, opening);
        await layOut(
          folder,
          { first: copy.segment, last, whole: to === undefined },
          join(growing, 'data'),
          runner,
          opening,
        );
      });
      await replay(dataDir, postgres, runner, to);
    };
    try {
      const last = lastNeeded(copies, to);
      await bringBack(last).catch(async (error: unknown) => {
        // PostgreSQL stops at the first commit after the moment, and nothing may have been committed for days.
        // Or copies are dated by a clock that was wrong.
        if (!(error instanceof CannotRewind) || last === undefined) throw error;
        await rm(postgres, { recursive: true, force: true });
        await bringBack(undefined);
      });
    } catch (error) {
      await rm(postgres, { recursive: true, force: true });
      throw error;
    } finally {
      await rm(`${postgres}.new`, { recursive: true, force: true });
    }
    return { copy };
  } finally {
    await lock.release();
  }
}

function choose(copies: Copy[], folder: string, to: Date | undefined): Copy {
  if (copies.length === 0) throw new CannotRewind(`There is no archive in ${folder}.`);
  // By their places, as one may have been dated by a clock that was wrong.
  const newest = copies.toSorted((a, b) => (a.segment < b.segment ? -1 : 1)).at(-1);
  const copy = to ? copies.findLast(({ at }) => Date.parse(at) <= to.getTime()) : newest;
  if (!copy) throw new CannotRewind(`This archive begins at ${copies[0]!.at}: it knows nothing of a moment before.`);
  if (copy.server.split('.')[0] === major) return copy;
  throw new CannotRewind(`This archive is of PostgreSQL ${copy.server}; this portal brings ${major}.`);
}

/**
 * The last segment that this moment needs, so that not all of a long journal is unpacked; undefined where it may need
 * all. A copy is dated when it is complete, so that only the one after it begins after that date.
 */
function lastNeeded(copies: Copy[], to: Date | undefined): string | undefined {
  return to && copies.filter(({ at }) => Date.parse(at) > to.getTime())[1]?.segment;
}

/** Unpacks PostgreSQL's files with the system's tar, as the user who will run PostgreSQL. */
async function unpack(file: string, data: string, runner: Runner, opening: Opening): Promise<void> {
  const [command, ...args] = [...runner.prefix, 'tar', '-x', '-p', '-f', '-', '-C', data];
  const tar = spawn(command!, args, {
    ...(runner.uid === undefined ? {} : { uid: runner.uid, gid: runner.gid! }),
    stdio: ['pipe', 'ignore', 'pipe'],
    env: bareEnvironment(),
  });
  let said = '';
  tar.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', (code) =>
      code === 0 ? resolve() : reject(new CannotRewind(`The copy can't be unpacked: ${said}`)),
    );
  });
  ended.catch(() => {});
  await pipeline(createReadStream(file), (bytes) => opened(bytes, opening), createGunzip(), tar.stdin).catch(
    async (error: NodeJS.ErrnoException) => {
      // If tar ended early, it says why; the broken pipe into it does not.
      if (error.code === 'EPIPE') await ended;
      throw error;
    },
  );
  await ended;
}

/** `whole`: all that follows the first is asked for, and not what a moment needs. */
type Span = { first: string; last: string | undefined; whole: boolean };

/** The journal from the copy on, where PostgreSQL looks for it, and what tells it to replay it. */
async function layOut(folder: string, span: Span, data: string, runner: Runner, opening: Opening): Promise<void> {
  const mine = async (path: string) => {
    if (runner.uid !== undefined && runner.gid !== undefined) await chown(path, runner.uid, runner.gid);
  };
  const segments = (await segmentsIn(journalOf(folder))).filter(
    ({ name }) => name >= span.first && (span.last === undefined || name <= span.last),
  );
  // PostgreSQL takes a hole for the end of the journal, and what lies behind it would be lost without a word.
  const hole = segments.find(({ name }, n) => n > 0 && !isNext(segments[n - 1]!.name, name));
  if (span.whole && hole) throw new CannotRewind(`The journal has a hole before ${hole.name}. Restore to a moment.`);
  for (const { name, file, grows } of segments) {
    const path = join(data, 'pg_wal', name);
    const plain = (bytes: AsyncIterable<Buffer>) => opened(bytes, opening, { growing: grows });
    const target = createWriteStream(path, { mode: 0o600 });
    if (grows) await pipeline(createReadStream(file), plain, target);
    else await pipeline(createReadStream(file), plain, createGunzip(), target);
    // A segment that was still growing is filled up with zeros, which PostgreSQL takes for the end of the journal.
    await truncate(path, segmentBytes);
    await mine(path);
  }
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await mine(join(data, 'recovery.signal'));
}

/**
 * PostgreSQL replays the journal, stops at the moment and begins a new timeline. Until then nobody else can connect: it
 * asks for no passwords meanwhile, as those of the copy are not known here.
 */
async function replay(dataDir: string, postgres: string, runner: Runner, to: Date | undefined): Promise<void> {
  const trust = join(postgres, 'trust.conf');
  await writeFile(trust, 'local all all trust\n', { mode: 0o600 });
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(trust, runner.uid, runner.gid);
  const server = await startPostgres(dataDir, {
    settings: {
      hba_file: trust,
      hot_standby: 'off',
      restore_command: 'false',
      recovery_target_action: 'promote',
      // PostgreSQL does not take the T and the Z of ISO 8601 here.
      ...(to ? { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') } : {}),
    },
  }).catch(async (error: unknown) => {
    await copyFile(join(postgres, 'log'), join(dataDir, 'restore.log')).catch(() => {});
    throw whyNot(error as Error, await readFile(join(postgres, 'log'), 'utf8').catch(() => ''));
  });
  try {
    await withConnection(server.url, async (client) => {
      for (const login of [superuser, owner] as const) {
        const password = (await readFile(join(postgres, passwordFiles[login]), 'utf8')).trim();
        await client.query(`alter role ${login} password '${password}'`);
      }
    });
  } finally {
    await server.stop();
  }
  await rm(trust);
}

function whyNot(error: Error, log: string): Error {
  const last = /last completed transaction was at log time (\S+ [\d:.]+)/.exec(log)?.[1];
  if (log.includes('recovery ended before configured recovery target was reached'))
    return new EndsBefore(
      `The archive ends before that moment${last ? `: the last thing in it is of ${last} UTC` : ''}. Without --to all of it comes back.`,
    );
  if (/before consistent recovery point|WAL ends before end of online backup/.test(log))
    return new CannotRewind(
      'The archive has not got all that belongs to this copy. Name a later moment, or let it go on.',
    );
  return error;
}
