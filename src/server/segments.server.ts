/**
 * The journal in a folder: one packed file for each whole segment, and one that grows with what PostgreSQL writes.
 * Everything is written synchronously and in order, because what is acknowledged to PostgreSQL has to be on the disk.
 */
import {
  closeSync,
  createReadStream,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Place } from './replication.server.ts';
import { opened, sealing, type Sealing } from './sealedfile.server.ts';

/** As initdb makes it. */
export const segmentBytes = 16 * 1024 * 1024;
const whole = '.gz';
const partial = '.partial';
const frameBytes = 512 * 1024;

/** PostgreSQL's own name of the segment in which a place lies. */
export function segmentName(timeline: number, place: Place): string {
  const number = place / BigInt(segmentBytes);
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(number >> 8n) + hex(number & 0xffn);
}

/** Where a segment of this name begins. */
function startOf(name: string): Place {
  return ((BigInt(`0x${name.slice(8, 16)}`) << 8n) + BigInt(`0x${name.slice(16, 24)}`)) * BigInt(segmentBytes);
}

/** Whether a segment begins where the one before it ends; one of another timeline begins anew. */
export function isNext(before: string, name: string): boolean {
  return before.slice(0, 8) !== name.slice(0, 8) || startOf(name) === startOf(before) + BigInt(segmentBytes);
}

type Kept = { name: string; file: string; grows: boolean };

/** All segments in order; where one is there both whole and growing, the whole one. */
export async function segmentsIn(folder: string): Promise<Kept[]> {
  const files = await readdir(folder).catch(() => [] as string[]);
  const named = (end: string) => files.filter((file) => file.endsWith(end)).map((file) => file.slice(0, -end.length));
  const done = named(whole);
  const all = [
    ...done.map((name) => ({ name, file: join(folder, name + whole), grows: false })),
    ...named(partial)
      .filter((name) => !done.includes(name))
      .map((name) => ({ name, file: join(folder, name + partial), grows: true })),
  ];
  return all.filter(({ name }) => /^[0-9A-F]{24}$/.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Segments = {
  /** From where the journal has to follow; undefined where there is none yet. */
  readonly end: Place | undefined;
  /** Begins at the start of the segment in which `place` lies. */
  begin: (place: Place) => void;
  take: (place: Place, bytes: Buffer) => void;
  keep: () => Place;
};

/** Goes on where the folder ends. */
export async function openSegments(
  folder: string,
  timeline: number,
  keys: readonly string[] | undefined,
): Promise<Segments> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const content = Buffer.alloc(segmentBytes);
  let [start, filled] = [0n, 0];
  const growing = growingFile(folder, keys);

  const before = await resumed(folder, keys, content);
  let end: Place | undefined;
  if (before) {
    ({ start, filled } = before);
    end = start + BigInt(filled);
  }

  const finish = () => {
    pack(join(folder, segmentName(timeline, start) + whole), content, sealing(keys));
    growing.end();
    rmSync(join(folder, segmentName(timeline, start) + partial), { force: true });
    start += BigInt(segmentBytes);
    filled = 0;
  };

  return {
    get end() {
      return end;
    },
    begin(place) {
      start = place - (place % BigInt(segmentBytes));
      end = start;
      filled = 0;
      growing.end();
    },
    take(place, bytes) {
      if (place !== end) throw new Error('The journal does not go on where the archive ends.');
      for (let at = 0; at < bytes.length;) {
        const copied = bytes.copy(content, filled, at);
        [at, filled] = [at + copied, filled + copied];
        end = start + BigInt(filled);
        if (filled === segmentBytes) finish();
      }
    },
    keep() {
      if (filled > 0) growing.write(segmentName(timeline, start), content.subarray(0, filled));
      return end ?? 0n;
    },
  };
}

/** The file of the segment that still grows. */
function growingFile(folder: string, keys: readonly string[] | undefined) {
  let open: { file: number; frame: (piece: Buffer) => Buffer; path: string } | undefined;
  let written = 0;
  const writeRest = (name: string, content: Buffer) => {
    if (written === content.length && open) return;
    const fresh = !open;
    if (!open) {
      const { head, frame } = sealing(keys);
      const path = join(folder, name + partial);
      open = { file: openSync(`${path}.new`, 'w', 0o600), frame, path };
      writeAll(open.file, head);
    }
    for (; written < content.length; written = Math.min(content.length, written + frameBytes))
      writeAll(open.file, open.frame(content.subarray(written, written + frameBytes)));
    fdatasyncSync(open.file);
    if (fresh) replace(`${open.path}.new`, open.path, folder);
  };
  const end = () => {
    if (open) closeSync(open.file);
    open = undefined;
    written = 0;
  };
  return {
    end,
    /** Writes what came since; the first time into a new file, which replaces the growing one of an earlier run. */
    write(name: string, content: Buffer) {
      try {
        writeRest(name, content);
      } catch (error) {
        // A piece may be there in part, and nothing may follow it: the next time the file begins anew.
        end();
        throw error;
      }
    },
  };
}

/** Where the journal in this folder ends; the part of a segment that was still growing is read into `content`. */
async function resumed(folder: string, keys: readonly string[] | undefined, content: Buffer) {
  const last = (await segmentsIn(folder)).at(-1);
  if (!last) return undefined;
  if (!last.grows) return { start: startOf(last.name) + BigInt(segmentBytes), filled: 0 };
  let filled = 0;
  for await (const piece of opened(createReadStream(last.file), { keys }, { growing: true }))
    filled += piece.copy(content, filled);
  return { start: startOf(last.name), filled };
}

function pack(path: string, content: Buffer, { head, frame }: Sealing): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  const packed = gzipSync(content, { level: 1 });
  try {
    let size = writeAll(file, head);
    for (let at = 0; at < packed.length; at += frameBytes)
      size += writeAll(file, frame(packed.subarray(at, at + frameBytes), at + frameBytes >= packed.length));
    fsyncSync(file);
    // Once it has this name, PostgreSQL throws away its own.
    if (fstatSync(file).size !== size) throw new Error(`${path} was not written whole.`);
  } finally {
    closeSync(file);
  }
  replace(`${path}.new`, path, dirname(path));
}

/** A disk that is nearly full takes a part of what it is given; only the next write is an error. */
function writeAll(file: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  return bytes.length;
}

/** A file appears under its name only once it is whole, and stays there. */
function replace(from: string, to: string, folder: string): void {
  renameSync(from, to);
  const list = openSync(folder, 'r');
  fsyncSync(list);
  closeSync(list);
}
