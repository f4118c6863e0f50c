/**
 * An encrypted file, for backups and the archive where BACKUP_KEY is given. Each file has a key of its own, derived
 * from that one and a random salt. Its content is a sequence of AES-256-GCM frames, each with its number, the last one
 * marked. So a frame that was changed, removed, repeated or moved is noticed before anything of it is used, and a file
 * that was cut off has no last frame.
 *
 * It reads: magic, name of the key (4 bytes), salt (32), then for each frame its length (4), its cipher, its tag (16).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Thrown for a file that can't be opened; the message says why. */
export class CannotOpen extends Error {}

const magic = Buffer.from('agency-portal sealed 1\n');
const nameBytes = 4;
const saltBytes = 32;
const tagBytes = 16;
const frameBytes = 64 * 1024;
/** Nobody writes longer frames, so a larger number is no length but damage. */
const longestFrame = 1024 * 1024;
const algorithm = 'aes-256-gcm';

type Key = { name: Buffer; of: (salt: Buffer) => Buffer };

function keyFrom(material: string): Key {
  const derived = (salt: Buffer | string, use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `agency-portal ${use}`, bytes));
  return { name: derived('', 'name of a backup key', nameBytes), of: (salt) => derived(salt, 'sealed file', 32) };
}

/** No nonce is used twice, as no two files have the same key, and no two frames of a file the same number. */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 0, 6);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** The head of a file and what turns its pieces into frames; without a key, nothing and the pieces as they are. */
export type Sealing = { head: Buffer; frame: (piece: Buffer, last?: boolean) => Buffer };

/** The first of `keys` seals. */
export function sealing(keys: readonly string[] | undefined): Sealing {
  if (!keys?.[0]) return { head: Buffer.alloc(0), frame: (piece) => piece };
  const [key, salt] = [keyFrom(keys[0]), randomBytes(saltBytes)];
  const fileKey = key.of(salt);
  let number = 0;
  return {
    head: Buffer.concat([magic, key.name, salt]),
    frame(piece, last = false) {
      const cipher = createCipheriv(algorithm, fileKey, nonceOf(number++, last), { authTagLength: tagBytes });
      const length = Buffer.alloc(4);
      length.writeUInt32BE(piece.length);
      return Buffer.concat([length, cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** Seals a whole stream; passes it on as it is where there is no key. */
export async function* sealed(
  source: AsyncIterable<Buffer>,
  keys: readonly string[] | undefined,
): AsyncGenerator<Buffer> {
  const { head, frame } = sealing(keys);
  if (head.length > 0) yield head;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (; rest.length > frameBytes; rest = rest.subarray(frameBytes)) yield frame(rest.subarray(0, frameBytes));
  }
  yield frame(rest, true);
}

/** The keys that open a file; `unsealed`: a person has said that a file without encryption is theirs. */
export type Opening = { keys: readonly string[] | undefined; unsealed?: boolean };

/**
 * Opens a file that may be sealed. One that is not is passed on as it is where there are no keys, or where that was
 * asked for: whoever can write into the folder but has no key could put anything there. Throws CannotOpen. `growing`:
 * it is still being written, so that its last frame may be missing or in pieces.
 */
export async function* opened(
  source: AsyncIterable<Buffer>,
  { keys, unsealed = false }: Opening,
  { growing = false } = {},
): AsyncGenerator<Buffer> {
  const from = reader(source);
  const start = await from.take(magic.length);
  if (!start.equals(magic)) {
    if (keys?.[0] && !unsealed) {
      // A process that was killed while it began a file leaves a part of the head.
      if (growing && magic.subarray(0, start.length).equals(start)) return;
      throw notSealed();
    }
    yield start;
    yield* from.rest();
    return;
  }
  const [name, salt] = [await from.take(nameBytes), await from.take(saltBytes)];
  if (salt.length < saltBytes) throw damaged();
  const fileKey = keyNamed(keys, name).of(salt);
  for (let number = 0; ; number += 1) {
    const header = await from.take(4);
    const length = header.length === 4 ? header.readUInt32BE() : undefined;
    if (length !== undefined && length > longestFrame) throw damaged();
    const bytes = length === undefined ? undefined : await from.take(length + tagBytes);
    if (length === undefined || bytes === undefined || bytes.length < length + tagBytes) {
      if (growing) return;
      throw damaged();
    }
    const plain = unframed(fileKey, number, bytes, false) ?? unframed(fileKey, number, bytes, true);
    if (!plain) throw damaged();
    if (plain.last && (await from.take(1)).length > 0) throw damaged();
    yield plain.piece;
    if (plain.last) return;
  }
}

function keyNamed(keys: readonly string[] | undefined, name: Buffer): Key {
  if (!keys) throw new CannotOpen('This file is encrypted. Give the BACKUP_KEY that it was made with.');
  const key = keys.map(keyFrom).find((each) => each.name.equals(name));
  if (!key) throw new CannotOpen('This file was encrypted with another key than BACKUP_KEY.');
  return key;
}

function unframed(fileKey: Buffer, number: number, bytes: Buffer, last: boolean) {
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv(algorithm, fileKey, nonceOf(number, last), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(end));
  const piece = decipher.update(bytes.subarray(0, end));
  try {
    decipher.final();
    return { piece, last };
  } catch {
    return undefined;
  }
}

const notSealed = () =>
  new CannotOpen(
    'This file is not encrypted, though BACKUP_KEY is given: anybody could have made it. If it is your own from before there was a key, restore it with --unsealed; archive into a new folder.',
  );
const damaged = () => new CannotOpen('This encrypted file is damaged: it was changed or cut off.');

function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  return {
    /** So many bytes; fewer at the end. */
    async take(wanted: number): Promise<Buffer> {
      while (length < wanted) {
        const { done, value } = await chunks.next();
        if (done) break;
        held.push(value);
        length += value.length;
      }
      const all = Buffer.concat(held);
      held = [all.subarray(wanted)];
      length = held[0]!.length;
      return all.subarray(0, wanted);
    },
    async *rest(): AsyncGenerator<Buffer> {
      yield* held;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    },
  };
}
