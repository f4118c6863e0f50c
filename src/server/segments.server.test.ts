/** The archive's journal on a disk that fills up: what has its name is whole, and nothing else is acknowledged. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { opened } from './sealedfile.server.ts';
import { openSegments, segmentBytes, segmentsIn } from './segments.server.ts';

const keys = ['a key that seals these segments, long enough'];
const journal = randomBytes(segmentBytes + 700_000);
const { writeSync } = fs;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-segments-'));
});
afterEach(async () => {
  disk(Infinity);
  await rm(folder, { recursive: true, force: true });
});

/** As a disk on which so many bytes are free writes: a part of the last piece, and then an error. */
function disk(free: number, atOnce = Infinity): void {
  fs.writeSync = ((file: number, bytes: Buffer, at: number) => {
    const taken = Math.min(bytes.length - at, free, atOnce);
    if (taken <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    free -= taken;
    return writeSync(file, bytes, at, taken);
  }) as typeof writeSync;
  syncBuiltinESMExports();
}

async function begun() {
  const segments = await openSegments(folder, 1, keys);
  segments.begin(0n);
  return segments;
}

/** All of the journal that the folder gives back. */
async function readBack(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const { file, grows } of await segmentsIn(folder)) {
    const plain = (bytes: AsyncIterable<Buffer>) => opened(bytes, { keys }, { growing: grows });
    const collect = async (bytes: AsyncIterable<Buffer>) => {
      for await (const piece of bytes) pieces.push(piece);
    };
    if (grows) await pipeline(fs.createReadStream(file), plain, collect);
    else await pipeline(fs.createReadStream(file), plain, createGunzip(), collect);
  }
  return Buffer.concat(pieces);
}

test('what a disk takes in pieces is whole', async () => {
  disk(Infinity, 10_007);
  const segments = await begun();
  segments.take(0n, journal);
  segments.keep();
  expect((await readBack()).equals(journal)).toBe(true);
});

test('a segment that the disk took but for its last bytes is neither named whole nor acknowledged', async () => {
  const segments = await begun();
  // What is random gets a little longer by packing, which is the last frame.
  disk(segmentBytes + 1_000);
  expect(() => segments.take(0n, journal)).toThrow('no space left');
  expect((await readdir(folder)).filter((name) => name.endsWith('.gz'))).toEqual([]);
});

test('after a piece that the disk took in part the growing segment begins anew, and is whole', async () => {
  const segments = await begun();
  const [first, more] = [journal.subarray(0, 600_000), journal.subarray(600_000, 700_000)];
  segments.take(0n, first);
  segments.keep();
  segments.take(600_000n, more);
  disk(50_000);
  expect(() => segments.keep()).toThrow('no space left');
  disk(Infinity);
  expect(segments.keep()).toBe(700_000n);
  expect((await readBack()).equals(journal.subarray(0, 700_000))).toBe(true);
});
