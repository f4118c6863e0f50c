/**
 * Reads a ZIP with one file in it, as platforms send their reports: by its own list of files, and only up to a limit.
 */
import { crc32, inflateRawSync } from 'node:zlib';

const endMark = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/** The one file, unpacked; undefined where this is no whole ZIP, holds another number of files, or unpacks to more. */
export function soleFileIn(zip: Buffer, mostBytes: number): Buffer | undefined {
  const end = zip.lastIndexOf(endMark);
  if (end === -1 || end + 22 > zip.length || zip.readUInt16LE(end + 10) !== 1) return undefined;
  const at = zip.readUInt32LE(end + 16);
  if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return undefined;
  const [method, sum] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)];
  const [packed, size, local] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)];
  if (size > mostBytes || local + 30 > zip.length) return undefined;
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (from + packed > zip.length) return undefined;
  const part = zip.subarray(from, from + packed);
  const file = method === 0 ? part : method === 8 ? inflated(part, size) : undefined;
  return file?.length === size && crc32(file) === sum ? file : undefined;
}

function inflated(part: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return undefined;
  }
}
