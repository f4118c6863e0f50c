/**
 * Sessions: a random token in the caller's hands, its SHA-256 in the database. A node caches a session for half a
 * second, so that a revocation holds everywhere within a second (at once on the node that made it), and look-ups that
 * arrive together share one query.
 */
import { hash, randomBytes } from 'node:crypto';
import { speakable, type ClientId, type PersonId } from '#kernel/ids.ts';
import { batching } from '#server/batching.server.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import type { FindSession, Session } from '#server/session.server.ts';

const ttlMs = 500;
const mostCached = 20_000;
/** Batches of look-ups on their way at once: one does not wait for another's answer to be read. */
const concurrency = 2;

type NewSession = {
  userId: bigint;
  seconds: number;
  from: { address: string; agent: string };
  /** An admin's visit; `session` is the sign-in it came from and cannot outlive. */
  acting?: { admin: bigint; reason: string; session: bigint } | undefined;
};

/** A new session's token: 256 random bits, known only to its holder. One round trip. */
export async function openSession(tx: Database, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.query(
    'sessions.open',
    `insert into sessions (public_id, token_hash, user_id, acting_admin, acting_reason, acting_session, address, agent, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`,
    [
      speakable('SE', randomBytes(5)),
      hashOf(token),
      session.userId,
      session.acting?.admin ?? null,
      session.acting?.reason ?? null,
      session.acting?.session ?? null,
      session.from.address,
      session.from.agent,
      session.seconds,
    ],
  );
  return token;
}

/**
 * From a visit back to the admin's own sign-in: the same one under a new token, no fresher and no longer than it was,
 * so that a visit is no way to renew it. Undefined where that sign-in has ended. `replaces`: nobody holds its old token
 * any more.
 */
export async function goBack(
  tx: Database,
  visit: bigint,
  { replaces }: { replaces: boolean },
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const rows = await tx.query<{ own: bigint }>(
    'sessions.go_back',
    `insert into sessions (public_id, token_hash, user_id, address, agent, signed_in_at, expires_at)
     select $2, $3, own.user_id, own.address, own.agent, own.signed_in_at, own.expires_at
     from sessions visit join sessions own on own.id = visit.acting_session and own.user_id = visit.acting_admin
     where visit.id = $1 and own.ended_at is null and own.expires_at > now()
     returning (select acting_session from sessions where id = $1) as own`,
    [visit, speakable('SE', randomBytes(5)), hashOf(token)],
  );
  if (rows[0] && replaces) await endOne(tx, rows[0].own);
  return rows[0] && token;
}

/** Ends the session of a token, whoever's it is: signing in leaves none behind in the same browser. */
export async function endToken(tx: Database, token: string): Promise<void> {
  await tx.query(
    'sessions.end_token',
    'update sessions set ended_at = now() where token_hash = $1 and ended_at is null',
    [hashOf(token)],
  );
}

/**
 * The look-up of one node, which caches what it found for half a second, also that a token is dead.
 * `adminsNeedTwoFactor` tells whether the agency asks every admin for a second factor.
 */
export function sessionFinder(
  db: Database,
  adminsNeedTwoFactor: () => Promise<boolean>,
): FindSession & { forget(user: bigint): void } {
  const look = batching<Buffer, Session | undefined>(
    async (hashes) => findAll(db, hashes, await adminsNeedTwoFactor()),
    { concurrency },
  );
  const cache = ttlCache<string, { session: Session | undefined }>({ ttlMs, most: mostCached });
  const lookUp = async (token: string) => {
    const asOf = performance.now();
    const session = await look(hashOf(token));
    cache.set(token, { session }, asOf);
    return session;
  };
  const find: FindSession = (token) => {
    const cached = cache.get(token);
    return cached ? cached.session : lookUp(token);
  };
  /** Some of this person's sessions were ended: the next call looks them up again. */
  const forget = (user: bigint) =>
    cache.drop(({ session }) => session?.person === user || session?.actingAdmin?.id === user);
  return Object.assign(find, { forget });
}

type Row = {
  n: number;
  id: bigint;
  user_id: bigint;
  public_id: string;
  role: 'User' | 'Admin';
  username: string;
  email: string;
  contact1: string;
  verified: boolean;
  two_factor: boolean;
  signed_in_at: Date;
  expires_at: Date;
  admin_id: bigint | null;
  admin_public_id: string | null;
  admin_username: string | null;
};

async function findAll(db: Database, hashes: Buffer[], adminsNeedTwoFactor: boolean): Promise<(Session | undefined)[]> {
  const rows = await db.query<Row>(
    'sessions.find',
    `select h.n::int as n, s.id, s.user_id, u.public_id, u.role, u.username, u.email, u.contact1, u.email_verified_at is not null as verified, u.totp_enabled_at is not null as two_factor,
            s.signed_in_at, s.expires_at, a.id as admin_id, a.public_id as admin_public_id, a.username as admin_username
     from unnest($1::bytea[]) with ordinality as h (hash, n)
     join sessions s on s.token_hash = h.hash and s.ended_at is null and s.expires_at > now()
     join users u on u.id = s.user_id and u.disabled_at is null and u.closed_at is null
     left join users a on a.id = s.acting_admin
     left join sessions own on own.id = s.acting_session
     where s.acting_admin is null
        or (a.disabled_at is null and a.closed_at is null and own.ended_at is null and own.expires_at > now())`,
    [hashes],
  );
  const found: (Session | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) found[row.n - 1] = asSession(row, adminsNeedTwoFactor);
  return found;
}

function asSession(row: Row, adminsNeedTwoFactor: boolean): Session {
  const signIn = {
    id: row.id,
    person: row.user_id as PersonId,
    publicId: row.public_id,
    username: row.username,
    email: row.email,
    contact1: row.contact1,
    emailVerified: row.verified,
    signedInAt: row.signed_in_at,
    expiresAt: row.expires_at,
    ...(row.admin_id !== null
      ? { actingAdmin: { id: row.admin_id as PersonId, publicId: row.admin_public_id!, username: row.admin_username! } }
      : {}),
  };
  if (row.role === 'User')
    return { ...signIn, typeOfUser: 'User', role: 'Owner', client: row.user_id as ClientId, secondFactor: 'free' };
  const secondFactor = adminsNeedTwoFactor ? (row.two_factor ? 'needed' : 'missing') : 'free';
  return { ...signIn, typeOfUser: 'Admin', role: 'Admin', secondFactor };
}

export async function endOne(tx: Database, sessionId: bigint): Promise<void> {
  await tx.query('sessions.end', 'update sessions set ended_at = now() where id = $1 and ended_at is null', [
    sessionId,
  ]);
}

/**
 * Ends all of a person's sessions, visits by admins and visits as an admin too; `except` may go on. Answers how many.
 */
export async function endAll(tx: Database, userId: bigint, except?: bigint): Promise<number> {
  const rows = await tx.query(
    'sessions.end_all',
    `update sessions set ended_at = now()
     where (user_id = $1 or acting_admin = $1) and ended_at is null and id is distinct from $2::bigint returning id`,
    [userId, except ?? null],
  );
  return rows.length;
}

/** Ends one of a person's own sessions by its public id. Answers how many: 0 or 1. */
export async function endOwn(tx: Database, userId: bigint, publicId: string): Promise<number> {
  const rows = await tx.query(
    'sessions.end_own',
    'update sessions set ended_at = now() where user_id = $1 and public_id = $2 and acting_admin is null and ended_at is null returning id',
    [userId, publicId],
  );
  return rows.length;
}

type SessionRow = {
  id: bigint;
  public_id: string;
  address: string;
  agent: string;
  signed_in_at: Date;
  expires_at: Date;
};

export function sessionsOf(db: Database, userId: bigint): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    'sessions.of',
    `select id, public_id, address, agent, signed_in_at, expires_at from sessions
     where user_id = $1 and ended_at is null and expires_at > now() and acting_admin is null order by id desc limit 200`,
    [userId],
  );
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
