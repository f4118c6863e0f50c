/**
 * Pictures can lie in an object store that speaks S3 instead of the database: PICTURE_STORE_URL and what belongs to it.
 * A picture's name there is the SHA-256 of its bytes, so that the same picture is put twice without harm, none is ever
 * changed or removed, and what comes back is believed only where it is what was put.
 */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { z } from 'zod';
import { isNodeAddress } from './nodes.server.ts';
import { NoAnswer, openOutward } from './outward.server.ts';

export type PictureStoreSettings = { url: string; region: string; keyId: string; secret: string };

const word = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'must be letters, digits and signs without spaces')
  .optional();

/** Part of the settings in `config.server.ts`. */
export const pictureStoreFields = {
  PICTURE_STORE_URL: z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(
      (value) => isNodeAddress(value) && /^\/[\w./-]+$/.test(new URL(value).pathname),
      'must be an address with a bucket, like https://s3.example.com/portal-pictures (http:// inside of the own network only)',
    )
    .optional(),
  PICTURE_STORE_KEY_ID: word,
  PICTURE_STORE_SECRET: word,
  PICTURE_STORE_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be a region like eu-central-1')
    .default('us-east-1'),
};

const needed = ['PICTURE_STORE_URL', 'PICTURE_STORE_KEY_ID', 'PICTURE_STORE_SECRET'] as const;
type Given = { readonly [name in (typeof needed)[number]]?: string | undefined } & { PICTURE_STORE_REGION: string };

/** A part of these settings is none: a sentence where that is so. */
export function halfOfPictureStore(given: Given): string[] {
  const missing = needed.filter((name) => given[name] === undefined);
  return missing.length === 0 || missing.length === needed.length
    ? []
    : [`The store of pictures also needs ${missing.join(', ')}`];
}

export function pictureStoreFrom(given: Given): PictureStoreSettings | undefined {
  const { PICTURE_STORE_URL: url, PICTURE_STORE_KEY_ID: keyId, PICTURE_STORE_SECRET: secret } = given;
  return url && keyId && secret ? { url, region: given.PICTURE_STORE_REGION, keyId, secret } : undefined;
}

/** The store answered, and says no: its settings are wrong, or its rights. */
class StoreRefuses extends NoAnswer {}
/** The store does not have this picture, or not as it was put. */
export class PictureLost extends Error {}

export type PictureStore = {
  /** Answers the picture's digest, once the store has it. Throws `NoAnswer`. */
  put(picture: Buffer): Promise<Buffer>;
  /** Exactly the bytes that were put. Throws `NoAnswer` or `PictureLost`. */
  get(digest: Buffer): Promise<Buffer>;
};

export function openPictureStore({ url: place, region, keyId, secret }: PictureStoreSettings): PictureStore {
  const outward = openOutward([place], { timeoutMs: 5_000, mostBytes: 32_000_000 });

  async function ask(digest: Buffer, picture?: Buffer) {
    const url = `${place}/${digest.toString('hex')}`;
    const method = picture ? 'PUT' : 'GET';
    // The store compares this digest with what arrives, so that nothing is kept that was cut off on its way.
    const headers = { 'x-amz-content-sha256': digestOf(picture ?? Buffer.alloc(0)).toString('hex') };
    const own = { accessKeyId: keyId, secretAccessKey: secret, service: 's3', region };
    const signed = await new AwsV4Signer({ url, method, headers, ...own }).sign();
    const sent = { ...Object.fromEntries(signed.headers), 'content-type': 'image/jpeg' };
    return outward.send({ url, headers: sent, ...(picture ? { put: picture } : {}) });
  }

  return {
    async put(picture) {
      const digest = digestOf(picture);
      const { status } = await ask(digest, picture);
      if (status !== 200) throw refusalOf(status);
      return digest;
    },
    async get(digest) {
      const { status, bytes } = await ask(digest);
      if (status === 404) throw new PictureLost('is not there');
      if (status !== 200) throw refusalOf(status);
      if (!digestOf(bytes).equals(digest)) throw new PictureLost('is another one than was put there');
      return bytes;
    },
  };
}

function refusalOf(status: number): NoAnswer {
  const passes = status >= 500 || status === 408 || status === 429;
  return new (passes ? NoAnswer : StoreRefuses)(`answered with status ${status}`);
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const trial = Buffer.from('A portal tried whether it can put something here and get it back.\n');

/**
 * Puts something and gets it back. A store that refuses is a wrong setting, and the sentence says so; one that does not
 * answer may be back in a minute, so that it throws `NoAnswer`.
 */
export async function faultOfPictureStore(store: PictureStore): Promise<string | undefined> {
  try {
    await store.get(await store.put(trial));
    return undefined;
  } catch (error) {
    if (error instanceof NoAnswer && !(error instanceof StoreRefuses)) throw error;
    return `The store at PICTURE_STORE_URL does not keep pictures for PICTURE_STORE_KEY_ID: it ${(error as Error).message.replace(/^is/, 'says that what was just put')}. Check its four settings and the rights of that key.`;
  }
}
