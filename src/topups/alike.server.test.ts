/** A new picture is compared with all that there are outside of the lock under which it is kept, and there with few. */
import { beforeAll, expect, test } from 'vitest';
import { newClient } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { readBy } from '#server/plans.testing.server.ts';
import { firstOfNewer, firstOfPicture } from './alike.server.ts';
import { greySide } from './likeness.ts';

const db = await testDatabase({ breaks: 'proofs written by hand' });
const owner = db.owner.pool;
const client = await newClient(db.owner);
const strips = [1n, 2n, 3n];
const grey = (brightness: number) => Buffer.alloc(greySide * greySide, brightness);
const unknown = Buffer.from('a file that nobody sent');
const looks = { strips, grey: grey(100) };

/** So many proofs with these strips, all as bright; answers the first. */
async function keep(count: number, brightness: number): Promise<bigint> {
  const { rows } = await owner.query<{ id: bigint }>(
    `insert into proofs (id, client, file_digest, image, small, media, width, height, strips, grey, picture)
     select n, $1, decode(md5(n::text), 'hex'), '', '', 'image/jpeg', 9, 9, $2, $3, n
     from (select nextval('proofs_id_seq') as n from generate_series(1, $4::int)) new returning id`,
    [client, strips, grey(brightness), count],
  );
  return rows[0]!.id;
}

let original: bigint;
beforeAll(async () => {
  original = await keep(1, 100);
  await keep(2_000, 150);
  await owner.query('vacuum analyze proofs');
});

test('the newer ones are read in their own order, whatever they look like', async () => {
  expect([...(await readBy(owner, db, (on) => firstOfNewer(on, original, unknown, looks)))]).toEqual(['proofs_pkey']);
});

test('who came first is found among those before a moment, or after it', async () => {
  const later = await keep(1, 101);
  expect(await firstOfNewer(db, later - 1n, unknown, looks)).toBe(later);
  expect(await firstOfNewer(db, later, unknown, looks)).toBeUndefined();
  expect(await firstOfNewer(db, later, unknown, { strips: [9n], grey: grey(100) })).toBeUndefined();
});

test('those that only share its contrasts hide no original that came before them', async () => {
  expect(await firstOfPicture(db, unknown, looks)).toBe(original);
});
