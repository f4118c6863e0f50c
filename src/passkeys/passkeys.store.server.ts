/** Passkeys and what they were asked to sign, as rows. */
import type { PersonId } from '#kernel/ids.ts';
import { notSignedIn, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import type { Session } from '#server/session.server.ts';

export type Passkey = {
  id: bigint;
  publicId: string;
  person: PersonId;
  credential: Buffer;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

const columns = `id, public_id as "publicId", person, credential, public_key as "publicKey", counter, transports, name,
  created_at as "createdAt", used_at as "usedAt"`;

export function passkeysOf(db: Database, person: PersonId): Promise<Passkey[]> {
  return db.query<Passkey>('passkeys.of', `select ${columns} from passkeys where person = $1 order by id`, [person]);
}

export async function hasPasskey(db: Database, person: PersonId): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    'passkeys.any',
    'select exists (select from passkeys where person = $1) as has',
    [person],
  );
  return row!.has;
}

export async function passkeyOfCredential(db: Database, credential: Buffer): Promise<Passkey | undefined> {
  const [found] = await db.query<Passkey>(
    'passkeys.of_credential',
    `select ${columns} from passkeys where credential = $1`,
    [credential],
  );
  return found;
}

type NewPasskey = Pick<Passkey, 'person' | 'credential' | 'publicKey' | 'counter' | 'transports' | 'name'>;

/**
 * Undefined where somebody has this key already. An app whose set-up was begun before is begun anew: with it one signs
 * in without the passkey, which is asked for from now on.
 */
export async function insertPasskey(tx: Database, key: NewPasskey): Promise<string | undefined> {
  const [made] = await tx.query<{ publicId: string }>(
    'passkeys.insert',
    `with dropped as (update people set totp_secret = null where id = $2 and totp_enabled_at is null)
     insert into passkeys (public_id, person, credential, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential) do nothing returning public_id as "publicId"`,
    [newId('PK'), key.person, key.credential, key.publicKey, key.counter, key.transports, key.name],
  );
  return made?.publicId;
}

/** The name that it had; undefined where this person has no such passkey. */
export async function namePasskey(
  tx: Database,
  person: PersonId,
  publicId: string,
  name: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ before: string }>(
    'passkeys.name',
    `update passkeys k set name = $3
     from (select id, name from passkeys where person = $1 and public_id = $2 for update) was
     where k.id = was.id returning was.name as before`,
    [person, publicId, name],
  );
  return row?.before;
}

/** Its name; undefined where this person has no such passkey. */
export async function deletePasskey(tx: Database, person: PersonId, publicId: string): Promise<string | undefined> {
  const [gone] = await tx.query<{ name: string }>(
    'passkeys.delete',
    'delete from passkeys where person = $1 and public_id = $2 returning name',
    [person, publicId],
  );
  return gone?.name;
}

/** Every passkey of this person; answers how many there were. */
export async function deletePasskeysOf(tx: Database, person: PersonId): Promise<number> {
  const gone = await tx.query('passkeys.delete_all', 'delete from passkeys where person = $1 returning id', [person]);
  return gone.length;
}

/**
 * Notes that this passkey signed. False where its counter did not go on: then there are two of it, or somebody sends an
 * old answer. Keys that don't count say 0 forever.
 */
export async function countOn(db: Database, id: bigint, counter: bigint): Promise<boolean> {
  const rows = await db.query(
    'passkeys.count',
    `update passkeys set counter = $2, used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter],
  );
  return rows.length === 1;
}

/**
 * Whether this person has two-factor sign-in and how many passkeys. Holds the person's row until the end of the
 * transaction, so that of two last factors only one can go; refused where the session was ended while it waited.
 */
export async function lockFactors(
  tx: Database,
  { person, id }: Pick<Session, 'person' | 'id'>,
): Promise<{ twoFactor: boolean; passkeys: number }> {
  const [row] = await tx.query<{ twoFactor: boolean }>(
    'passkeys.lock_person',
    'select totp_enabled_at is not null as "twoFactor" from people where id = $1 for update',
    [person],
  );
  const [counted] = await tx.query<{ passkeys: number; living: boolean }>(
    'passkeys.count_of',
    `select count(*)::int as passkeys, exists (select from sessions where id = $2 and ended_at is null) as living
     from passkeys where person = $1`,
    [person, id],
  );
  if (!counted!.living) refuse(notSignedIn);
  return { twoFactor: row!.twoFactor, passkeys: counted!.passkeys };
}

/** What a challenge is for; one that was made for something else signs nothing. */
export type Purpose = 'add' | 'sign in' | 'confirm';

type Challenge = {
  challenge: Buffer;
  purpose: Purpose;
  /** The session that asked, as only it may answer; null where nobody is signed in yet. */
  session: bigint | null;
  /** What the digest of a decision was mixed with. */
  nonce: Buffer | null;
};

export async function insertChallenge(db: Database, { challenge, purpose, session, nonce }: Challenge): Promise<void> {
  await db.query(
    'passkeys.ask',
    `insert into passkey_challenges (challenge, purpose, session, nonce, expires_at)
     values ($1, $2, $3, $4, now() + interval '5 minutes')`,
    [challenge, purpose, session, nonce],
  );
}

/** Takes a challenge, once; undefined where there is none such, where it is too old or was somebody else's. */
export async function takeChallenge(
  db: Database,
  { challenge, purpose, session }: Omit<Challenge, 'nonce'>,
): Promise<{ nonce: Buffer | null } | undefined> {
  const [taken] = await db.query<{ nonce: Buffer | null }>(
    'passkeys.take_challenge',
    `delete from passkey_challenges where challenge = $1 and purpose = $2 and session is not distinct from $3
       and expires_at > now() returning nonce`,
    [challenge, purpose, session],
  );
  return taken;
}

export async function deleteOldChallenges(db: Database): Promise<void> {
  await db.query('passkeys.sweep', `delete from passkey_challenges where expires_at < now() - interval '1 minute'`);
}
