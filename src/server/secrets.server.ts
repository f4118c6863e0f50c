/**
 * Encrypts secrets that the portal must be able to read again (keys of two-factor sign-in, codes in mails that wait)
 * and that a stolen copy of the database must not reveal. The cipher is AES-256-GCM, its key SECRET_KEY, which is
 * neither in the database nor in its backups. Tokens and passwords are only compared, so they are hashed and never come
 * here.
 *
 * A sealed text reads `v1.<key>.<nonce, tag and cipher>`; `<key>` names the key without saying anything about it.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongSettings, type Config } from './config.server.ts';

export type Secrets = {
  /** The names of the known keys: the first one encrypts, all of them decrypt. */
  readonly keys: readonly [string, ...string[]];
  /** `about` binds the text to its row, such as `totp:7`: copied to another row it cannot be decrypted. */
  seal(text: string, about: string): string;
  /** Throws where the key is unknown, the text was changed, or `about` is another one. */
  open(sealed: string, about: string): string;
  /**
   * Keyed hashes of a text that is short enough to guess, one for each known key: store the first, compare with all.
   */
  digests(text: string): Buffer[];
  /**
   * Vouches for a call of the database: HMAC-SHA256 of its exact text. The database checks it (`insist_on_voucher`), so
   * that its role alone, without this process, can neither approve nor ask for anything in somebody's name.
   */
  readonly vouch: (text: string) => Buffer;
  /** The keys with which the database checks it. */
  readonly voucherKeys: readonly VoucherKey[];
};

/** An HMAC key as its two padded blocks (RFC 2104): with these, SQL needs nothing but sha256() to compute an HMAC. */
export type VoucherKey = { readonly name: string; readonly inner: Buffer; readonly outer: Buffer };

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `material` is one or more values of SECRET_KEY; the first one encrypts. Only the first `vouching` of them count when
 * the database checks what was vouched for.
 */
export function secretsOf(material: readonly string[], vouching = material.length): Secrets {
  const keys = material.map((text) => ({
    name: derived(text, 'name', 4).toString('hex'),
    sealing: derived(text, 'seal', 32),
    hashing: derived(text, 'digest', 32),
    vouching: derived(text, 'vouch', 32),
  }));
  const [first] = keys;
  if (!first) throw new Error('There is no key.');
  return {
    keys: keys.map((key) => key.name) as [string, ...string[]],
    seal(text, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', first.sealing, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(about),
      );
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [version, first.name, Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')].join('.');
    },
    open(sealed, about) {
      const [, name, text = ''] = sealed.split('.');
      const key = keys.find((each) => each.name === name);
      if (!isSealed(sealed) || !key)
        throw new Error(`This was not sealed with a key that is held here (${name ?? 'no key'}).`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
    digests: (text) => keys.map((key) => createHmac('sha256', key.hashing).update(text).digest()),
    vouch: (text) => createHmac('sha256', first.vouching).update(text).digest(),
    voucherKeys: keys.slice(0, vouching).map(({ name, vouching: key }) => ({ name, ...halvesOf(key) })),
  };
}

function halvesOf(key: Buffer): { inner: Buffer; outer: Buffer } {
  const block = Buffer.alloc(64);
  key.copy(block);
  return { inner: Buffer.from(block.map((byte) => byte ^ 0x36)), outer: Buffer.from(block.map((byte) => byte ^ 0x5c)) };
}

function isSealed(text: string): boolean {
  return text.startsWith(`${version}.`);
}

/** The name of the key that sealed a text. */
export function keyOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** Derives a separate key for each use. */
function derived(material: string, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', material, 'agency-portal', use, bytes));
}

const fileName = 'secret.key';

/**
 * The keys of this node: SECRET_KEY, or for a portal with its embedded database a file in DATA_DIR that is made once.
 * Nodes that share a database must share the key. Until SECRET_KEY is given they use the password in DATABASE_URL,
 * which they all know and which is in no backup. It stays valid for decrypting, so that SECRET_KEY can be added at any
 * time.
 */
export async function openSecrets(config: Pick<Config, 'secretKeys' | 'databaseUrl' | 'dataDir'>): Promise<Secrets> {
  if (!config.databaseUrl) return secretsOf(config.secretKeys ?? [await keyIn(config.dataDir)]);
  // Without a password everybody can reach the database anyway; then the secrets are protected only from a casual look.
  // And whoever has the login knows the password, so it vouches only where no SECRET_KEY is given.
  const given = config.secretKeys ?? [];
  return secretsOf([...given, `password:${new URL(config.databaseUrl).password}`], given.length || 1);
}

async function keyIn(dataDir: string): Promise<string> {
  const file = join(dataDir, fileName);
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (there !== undefined) {
    if (there.trim().length < 32)
      throw new WrongSettings(`${file} does not hold a key. Put back the one that belongs to this database.`);
    return there.trim();
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // A link makes the file appear whole or not at all, and it never replaces another.
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(partial, file).finally(() => rm(partial, { force: true }));
  return (await readFile(file, 'utf8')).trim();
}
