/**
 * A proof is the picture with which somebody shows that USDT was sent. It is kept before the request that names it, so
 * that no request is ever without its proof; the same file sent again is the same proof. Its picture lies in the
 * object store where there is one: put there first, so that no row names a picture that is not there.
 */
import { createHash } from 'node:crypto';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Upload } from '#server/handle.server.ts';
import { locks } from '#server/locks.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { PictureLost } from '#server/picturestore.server.ts';
import { firstOfNewer, firstOfPicture } from './alike.server.ts';
import { insistUnderLimit, limitsOfAddress, per } from '#users/throttle.server.ts';
import { cleanPicture, type Picture } from './pictures.server.ts';

/** New pictures of one client an hour, and as many of all who pay that client's links: far more than anybody pays. */
const mostAnHour = 100;
/** Of a client whose wallet never had money, in a day; and of all such clients of one network: pictures stay. */
const mostOfNew = 20;
const mostOfNewNetwork = 300;

/** Of the file as it came; part of what an attempt consists of. */
export function fileDigest(file: Upload): Buffer {
  return createHash('sha256').update(file.bytes).digest();
}

type Tools = Pick<App, 'db' | 'log' | 'pictures' | 'config'>;
type Sender = { is: 'client' | 'payer'; address: string };

/**
 * Cleans and keeps a proof of this client, or of one who pays a link of theirs; answers its number, which a request
 * carries in `details.proof`.
 */
export async function keepProof(app: Tools, client: bigint, file: Upload, sender: Sender): Promise<bigint> {
  const { db } = app;
  const digest = fileDigest(file);
  const { known, hasPaid, newest } = await lookUp(db, client, digest);
  if (known !== null) return known;
  // Apart, so that a stranger with a link leaves its owner room.
  const owner = sender.is === 'client' ? `proofs:${client}` : `proofs:payers of ${client}`;
  await insistOnRoom(app, hasPaid, owner, sender);
  const picture = await cleanPicture(file.bytes, owner);
  const stored = await putAway(app, picture.image);
  // Among all that there are, which may be many that look alike; what came meanwhile is looked at below.
  const among = await firstOfPicture(db, digest, picture);
  return db.transaction(async (tx) => {
    // One at a time everywhere: two accounts that send one picture at the same moment must not miss each other.
    await tx.query('proofs.lock', 'select pg_advisory_xact_lock($1)', [locks.proofs]);
    const first = among ?? (await firstOfNewer(tx, newest, digest, picture));
    return (
      (await insertProof(tx, { client, digest, picture, stored, first })) ?? (await proofByFile(tx, client, digest))!
    );
  });
}

/** Accounts cost nothing: whoever never paid fills no disk, however many they make. */
async function insistOnRoom(
  { db, config }: Tools,
  hasPaid: boolean,
  owner: string,
  { is, address }: Sender,
): Promise<void> {
  if (hasPaid) return insistUnderLimit(db, [{ key: owner, most: mostAnHour }], per.hour);
  // In this order: who has used up their own uses up nothing of their network.
  const network = config.rateLimit ? limitsOfAddress(`proofs of ${is}s`, address, mostOfNewNetwork) : [];
  await insistUnderLimit(db, [{ key: `${owner}, new`, most: mostOfNew }, ...network], per.day);
}

/** Its name in the store; undefined where it has to stay in the database, as nobody waits with money for a store. */
async function putAway({ pictures, log }: Tools, image: Buffer): Promise<Buffer | undefined> {
  if (!pictures) return undefined;
  try {
    return await pictures.put(image);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    log.error('the store of pictures does not take one: it is kept in the database', { error });
    return undefined;
  }
}

/** As `proofByFile`, whether this client's wallet ever had money, and the newest proof of all. */
async function lookUp(db: Database, client: bigint, digest: Buffer) {
  const [row] = await db.query<{ known: bigint | null; hasPaid: boolean; newest: bigint }>(
    'proofs.look_up',
    `select (select id from proofs where client = $1 and file_digest = $2) as known,
       (select coalesce(max(id), 0) from proofs) as newest,
       exists (select from movements where client = $1 and (src ^@ 'wallet:' or dst ^@ 'wallet:')) as "hasPaid"`,
    [client, digest],
  );
  return row!;
}

/** By the digest of its file, among this client's own. */
export async function proofByFile(db: Database, client: bigint, digest: Buffer): Promise<bigint | undefined> {
  const rows = await db.query<{ id: bigint }>(
    'proofs.by_file',
    'select id from proofs where client = $1 and file_digest = $2',
    [client, digest],
  );
  return rows[0]?.id;
}

type NewProof = {
  client: bigint;
  digest: Buffer;
  picture: Picture;
  stored: Buffer | undefined;
  first: bigint | undefined;
};

async function insertProof(
  tx: Database,
  { client, digest, picture, stored, first }: NewProof,
): Promise<bigint | undefined> {
  const { image, small, media, width, height, strips, grey } = picture;
  const rows = await tx.query<{ id: bigint }>(
    'proofs.insert',
    `with new as (select nextval('proofs_id_seq') as id)
     insert into proofs (id, client, file_digest, image, stored, small, media, width, height, strips, grey, picture)
     select new.id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, new.id) from new
     on conflict (client, file_digest) do nothing returning id`,
    [client, digest, stored ? null : image, stored, small, media, width, height, strips, grey, first],
  );
  return rows[0]?.id;
}

type Shown = { image: Buffer; media: string };

/** The cleaned picture, or its small version for lists, which is always in the database. */
export async function loadProof(app: Tools, id: bigint, small: boolean): Promise<Shown> {
  if (small) {
    const rows = await app.db.query<Shown>('proofs.small', 'select small as image, media from proofs where id = $1', [
      id,
    ]);
    return rows[0]!;
  }
  const rows = await app.db.query<{ image: Buffer | null; stored: Buffer | null; media: string }>(
    'proofs.load',
    'select image, stored, media from proofs where id = $1',
    [id],
  );
  const { image, stored, media } = rows[0]!;
  return { image: image ?? (await fetched(app, stored!)), media };
}

async function fetched({ pictures, log }: Tools, digest: Buffer): Promise<Buffer> {
  try {
    if (!pictures) throw new NoAnswer('has no settings on this node');
    return await pictures.get(digest);
  } catch (error) {
    log.error('a picture could not be fetched from its store', { picture: digest.toString('hex'), error });
    if (error instanceof PictureLost) refuse(lost);
    if (error instanceof NoAnswer) refuse(away);
    throw error;
  }
}

const away: Refusal = {
  code: 'proof.away',
  message: 'This picture cannot be fetched just now. Everything else works. Please try again in a moment.',
  status: 503,
  extra: { retryAfter: 5 },
};
/** A picture that is another one than was sent must not help anybody to decide. */
const lost: Refusal = {
  code: 'proof.lost',
  message: 'The store of pictures does not have this picture as it was sent, so it is not shown.',
  status: 503,
  extra: { retryAfter: 60 },
};

type Duplicate = {
  applyId: string;
  username: string;
  state: string;
  createdAt: Date;
  same: 'file' | 'picture';
  sameClient: boolean;
};

/** Of so many files that show one picture the requests are looked at, those of other clients first. */
const mostProofs = 50;

/**
 * For each of these top-ups the other ones, of any client, that were sent with the same picture: at most five each,
 * first those that were credited, then other clients', then the newest.
 */
export async function duplicatesOf(db: Database, applyIds: readonly string[]): Promise<Map<string, Duplicate[]>> {
  const found = new Map<string, Duplicate[]>();
  if (applyIds.length === 0) return found;
  const rows = await db.query<Duplicate & { of: string }>(
    'proofs.duplicates',
    `select mine.apply_id as of, twin."applyId", u.name as username, twin.state, twin."createdAt",
     twin.same, twin.client = mine.client as "sameClient"
     from requests mine
     join proofs p on p.id = (mine.details ->> 'proof')::bigint
     cross join lateral (
       select r.id, r.apply_id as "applyId", r.client, r.state, r.created_at as "createdAt",
         case when r.file_digest = p.file_digest then 'file' else 'picture' end as same
       from (
         -- The few of each picture are read from the end of their own range, however many there are.
         (select r.*, other.file_digest from proofs other cross join lateral (
            select * from requests r where r.details ? 'proof' and r.details ->> 'proof' = other.id::text
              and r.state in ('Approved', 'Reversed') and r.id <> mine.id
            order by r.details ->> 'proof' desc, r.id desc limit 5) r
          where other.picture = p.picture)
         union all
         (select r.*, other.file_digest from (
            select * from proofs other where other.picture = p.picture
            order by other.client <> mine.client desc, other.id + 0 desc limit ${mostProofs}) other
          cross join lateral (
            select * from requests r where r.details ? 'proof' and r.details ->> 'proof' = other.id::text
              and r.id <> mine.id order by r.details ->> 'proof' desc, r.id desc limit 6) r
          where r.state not in ('Approved', 'Reversed'))) r
       -- Those that were credited first: whoever sends a picture often can't push the one that counts out of sight.
       order by r.state in ('Approved', 'Reversed') desc, r.client <> mine.client desc, r.id desc limit 5) twin
     join clients u on u.id = twin.client
     where mine.apply_id = any ($1::text[]) and mine.details ? 'proof'
     order by twin.state in ('Approved', 'Reversed') desc, twin.client <> mine.client desc, twin.id desc`,
    [applyIds],
  );
  for (const { of, ...duplicate } of rows) found.set(of, [...(found.get(of) ?? []), duplicate]);
  return found;
}
