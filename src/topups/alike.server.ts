/** Which proof showed a picture first. */
import type { Database } from '#server/database.server.ts';
import { isSamePicture } from './likeness.ts';
import type { Picture } from './pictures.server.ts';

type Looks = Pick<Picture, 'strips' | 'grey'>;
type Alike = { picture: bigint; same: boolean; grey: Buffer };

/** The proof that showed this picture first, whoever sent it. */
export async function firstOfPicture(
  db: Database,
  digest: Buffer,
  { strips, grey }: Looks,
): Promise<bigint | undefined> {
  const rows = await db.query<Alike>(
    'proofs.alike',
    `(select picture, true as same, grey from proofs where file_digest = $1 limit 1)
     union all
     (select picture, false, grey from proofs where strips && $2::bigint[]
      order by (select count(*) from unnest(strips) strip where strip = any ($2::bigint[])) desc, id limit 100)`,
    [digest, strips],
  );
  return pictureAmong(rows, grey);
}

/**
 * The same among those that were kept after this one: a few, read in their own order. Proofs are written one at a time,
 * so that a later one never has a smaller id.
 */
export async function firstOfNewer(
  tx: Database,
  after: bigint,
  digest: Buffer,
  { strips, grey }: Looks,
): Promise<bigint | undefined> {
  const rows = await tx.query<Alike>(
    'proofs.newer',
    `select picture, file_digest = $2 as same, grey from (select * from proofs where id > $1 order by id limit 1000) p
     where file_digest = $2 or strips && $3::bigint[] order by id limit 20`,
    [after, digest, strips],
  );
  return pictureAmong(rows, grey);
}

const pictureAmong = (rows: readonly Alike[], grey: Uint8Array) =>
  rows.find((row) => row.same || isSamePicture(row.grey, grey))?.picture;
