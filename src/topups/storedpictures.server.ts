/** The pictures that lie in the object store, for those who back up, restore and audit: the database names each. */
import type pg from 'pg';
import { grouped } from '#kernel/money.ts';
import { PictureLost, type PictureStore } from '#server/picturestore.server.ts';

async function countStored(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(distinct stored)::int as n from proofs where stored is not null',
  );
  return rows[0]!.n;
}

/** What a backup does not have; undefined where it has all. */
export async function sayStored(client: pg.ClientBase): Promise<string | undefined> {
  const count = await countStored(client);
  return count === 0
    ? undefined
    : `${grouped(count)} pictures lie in the object store, which the file only names. After it copy the store; npm run audit -- --pictures reads each.`;
}

const atOnce = 8;

/**
 * Fetches every picture and compares it with its name: how many there are, and a sentence for each that is missing or
 * another one. Throws `NoAnswer` where the store does not answer: nothing is known then.
 */
export async function checkStored(
  client: pg.ClientBase,
  store: PictureStore,
): Promise<{ pictures: number; faults: string[] }> {
  const faults: string[] = [];
  let pictures = 0;
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await after(client, last);
    if (next.length === 0) return { pictures, faults };
    await Promise.all(
      next.map(async ({ stored, proof }) => {
        const fault = await faultOf(store, stored);
        if (fault) faults.push(`${stored.toString('hex')}, first of proof ${proof}, ${fault}`);
      }),
    );
    pictures += next.length;
    last = next.at(-1)!.stored;
  }
}

async function after(client: pg.ClientBase, last: Buffer) {
  const { rows } = await client.query<{ stored: Buffer; proof: string }>(
    `select stored, min(id)::text as proof from proofs where stored is not null and stored > $1
     group by stored order by stored limit ${atOnce}`,
    [last],
  );
  return rows;
}

async function faultOf(store: PictureStore, digest: Buffer): Promise<string | undefined> {
  try {
    await store.get(digest);
    return undefined;
  } catch (error) {
    if (error instanceof PictureLost) return error.message;
    throw error;
  }
}
