/**
 * Sessions: a random token in the caller's hands, its SHA-256 in the database. A node caches a session for half a
 * second, so that a revocation holds everywhere within a second (at once on the node that made it), and look-ups that
 * arrive together share one query.
 */
import { hash, randomBytes } from 'node:crypto';
import type { AdminRole, ClientRole } from '#kernel/access.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { batching } from '#server/batching.server.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import { maySignIn, peopleAndClients } from '#users/people.server.ts';
import { newId } from '#server/ids.server.ts';
import type { FindSession, Session } from '#server/session.server.ts';

const ttlMs = 500;
const mostCached = 20_000;
/** Batches of look-ups on their way at once: one does not wait for another's answer to be read. */
const concurrency = 2;

type NewSession = {
  person: PersonId;
  seconds: number;
  from: { address: string; agent: string };
  /** What was proved, a while ago: the password of this hash, or that one has this passkey. */
  proved?: { passwordHash: string | null; passkey?: bigint | undefined } | undefined;
  /** An admin's visit; `session` is the sign-in it came from and cannot outlive. */
  acting?: { admin: PersonId; reason: string; session: bigint } | undefined;
};

/**
 * A new session's token: 256 random bits, known only to its holder. Undefined where this person may not sign in, or
 * what was proved is no longer so. It holds the person's row, which whoever changes it holds before ending every
 * session: the second of the two sees what the first has done. So it comes first in its transaction. One round trip.
 */
export async function openSession(tx: Database, session: NewSession): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const rows = await tx.query(
    'sessions.open',
    `with holder as (
       select p.id from ${peopleAndClients}
       where p.id = $3 and ${maySignIn} and ($10::text is null or p.password_hash = $10) for share of p)
     insert into sessions (public_id, token_hash, person, acting_admin, acting_reason,
     acting_session, address, agent, expires_at, passkey)
     select $1, $2, holder.id, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $11 from holder
     where $11::bigint is null
       or exists (select from passkeys k where k.id = $11 and k.person = holder.id for key share)
     returning id`,
    [
      newId('SE'),
      hashOf(token),
      session.person,
      session.acting?.admin ?? null,
      session.acting?.reason ?? null,
      session.acting?.session ?? null,
      session.from.address,
      session.from.agent,
      session.seconds,
      session.proved?.passwordHash ?? null,
      session.proved?.passkey ?? null,
    ],
  );
  return rows[0] && token;
}

/**
 * From a visit back to the admin's own sign-in: the same one under a new token, no fresher and no longer than it was,
 * so that a visit is no way to renew it. Undefined where that sign-in has ended. `replaces`: nobody holds its old token
 * any more. Holds the admin's row before anything else, as `openSession` does.
 */
export async function goBack(
  tx: Database,
  visit: bigint,
  { replaces }: { replaces: boolean },
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const rows = await tx.query<{ own: bigint }>(
    'sessions.go_back',
    `with visit as (select acting_admin, acting_session from sessions where id = $1),
     admin as (select id from people where id = (select acting_admin from visit) and disabled_at is null for share),
     own as (
       select * from sessions where id = (select acting_session from visit) and person = (select id from admin)
         and ended_at is null and expires_at > now() for no key update)
     insert into sessions (public_id, token_hash, person, address, agent, signed_in_at, expires_at, passkey)
     select $2, $3, own.person, own.address, own.agent, own.signed_in_at, own.expires_at, own.passkey from own
     returning (select acting_session from visit) as own`,
    [visit, newId('SE'), hashOf(token)],
  );
  if (rows[0] && replaces) await endOne(tx, rows[0].own);
  return rows[0] && token;
}

/** Until the transaction ends, nobody is signed in as this person and comes back from a visit. */
export async function holdSignIns(tx: Database, person: PersonId): Promise<void> {
  await tx.query('sessions.hold', 'select from people where id = $1 for no key update', [person]);
}

/** Ends the session of a token, and answers whose it was: signing in leaves none behind in the same browser. */
export async function endToken(tx: Database, token: string): Promise<PersonId | undefined> {
  const [ended] = await tx.query<{ person: PersonId }>(
    'sessions.end_token',
    'update sessions set ended_at = now() where token_hash = $1 and ended_at is null returning person',
    [hashOf(token)],
  );
  return ended?.person;
}

/** So many sign-ins of one person live at a time: more than anybody has devices, few enough to end in one statement. */
const mostSignIns = 100;

/**
 * Ends the oldest sign-ins of a person who has too many. One that another transaction holds is being ended there;
 * nobody waits for it.
 */
export async function endOldest(tx: Database, person: PersonId): Promise<void> {
  await tx.query(
    'sessions.end_oldest',
    `with surplus as (
       select id from sessions where id in (
         select id from sessions
         where person = $1 and acting_admin is null and ended_at is null and expires_at > now()
         order by id desc offset ${mostSignIns})
       for update skip locked)
     update sessions set ended_at = now() from surplus where sessions.id = surplus.id`,
    [person],
  );
}

/**
 * The look-up of one node, which caches what it found for half a second, also that a token is dead.
 * `adminsNeedTwoFactor` tells whether the agency asks every admin for a second factor.
 */
export function sessionFinder(
  db: Database,
  adminsNeedTwoFactor: () => Promise<boolean>,
): FindSession & { forget(person: bigint): void } {
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
  const forget = (person: bigint) =>
    cache.drop(({ session }) => session?.person === person || session?.actingAdmin?.id === person);
  return Object.assign(find, { forget });
}

type Row = {
  n: number;
  id: bigint;
  signedInAt: Date;
  signedInBy: bigint | null;
  justSignedIn: boolean;
  expiresAt: Date;
  person: PersonId;
  publicId: string;
  ownId: string;
  username: string;
  email: string;
  emailVerified: boolean;
  twoFactor: boolean;
  passkey: boolean;
  contact1: string;
} & (
  | { adminRole: AdminRole; client: null; role: null; clientEmail: null }
  | { adminRole: null; client: ClientId; role: ClientRole; clientEmail: string }
) &
  (
    | { adminId: PersonId; adminPublicId: string; adminName: string }
    | { adminId: null; adminPublicId: null; adminName: null }
  );

async function findAll(db: Database, hashes: Buffer[], adminsNeedTwoFactor: boolean): Promise<(Session | undefined)[]> {
  const rows = await db.query<Row>(
    'sessions.find',
    `select h.n::int as n, s.id, s.signed_in_at as "signedInAt", s.passkey as "signedInBy",
       s.expires_at as "expiresAt", p.id as person,
       s.signed_in_at between now() - interval '10 minutes' and now() as "justSignedIn",
       coalesce(c.public_id, p.public_id) as "publicId",
       case m.role when 'Owner' then c.public_id else p.public_id end as "ownId",
       coalesce(c.name, p.name) as username, p.email,
       p.email_verified_at is not null as "emailVerified", p.totp_enabled_at is not null as "twoFactor",
       exists (select from passkeys k where k.person = p.id) as passkey,
       p.admin_role as "adminRole", c.id as client, m.role, coalesce(c.phone, '') as contact1, c.email as "clientEmail",
       a.id as "adminId", a.public_id as "adminPublicId", a.name as "adminName"
     from unnest($1::bytea[]) with ordinality as h (hash, n)
     join sessions s on s.token_hash = h.hash and s.ended_at is null and s.expires_at > now()
     join people p on p.id = s.person
     left join members m on m.person = p.id
     left join clients c on c.id = m.client
     left join people a on a.id = s.acting_admin
     left join sessions own on own.id = s.acting_session
     where ${maySignIn} and (s.acting_admin is null
       or (a.disabled_at is null and own.ended_at is null and own.expires_at > now()))`,
    [hashes],
  );
  const found: (Session | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) found[row.n - 1] = asSession(row, adminsNeedTwoFactor);
  return found;
}

function asSession(row: Row, adminsNeedTwoFactor: boolean): Session {
  const { n: _, twoFactor, adminRole, client, role, clientEmail, adminId, adminPublicId, adminName, ...signIn } = row;
  if (client === null) {
    const secondFactor = adminsNeedTwoFactor ? (twoFactor || row.passkey ? 'needed' : 'missing') : 'free';
    return { ...signIn, typeOfUser: 'Admin', role: adminRole!, secondFactor };
  }
  const actingAdmin =
    adminId === null ? {} : { actingAdmin: { id: adminId, publicId: adminPublicId, username: adminName } };
  return {
    ...signIn,
    ...actingAdmin,
    typeOfUser: 'User',
    role: role!,
    client,
    clientEmail: clientEmail!,
    secondFactor: 'free',
  };
}

export async function endOne(tx: Database, sessionId: bigint): Promise<void> {
  await tx.query('sessions.end', 'update sessions set ended_at = now() where id = $1 and ended_at is null', [
    sessionId,
  ]);
}

/** Ends a session; an admin's visit with the sign-in that it came from, whose token the browser no longer holds. */
export async function signOut(db: Database, sessionId: bigint): Promise<void> {
  await db.query(
    'sessions.sign_out',
    `update sessions set ended_at = now() where ended_at is null
       and id in ($1, (select acting_session from sessions where id = $1))`,
    [sessionId],
  );
}

/**
 * Ends all living sessions of these people, visits by admins and visits as an admin too; `except` may go on. Answers
 * how many.
 */
export async function endAll(tx: Database, people: PersonId | readonly PersonId[], except?: bigint): Promise<number> {
  const rows = await tx.query(
    'sessions.end_all',
    `update sessions set ended_at = now()
     where (person = any ($1::bigint[]) or acting_admin = any ($1::bigint[])) and ended_at is null
       and expires_at > now() and id is distinct from $2::bigint returning id`,
    [[people].flat(), except ?? null],
  );
  return rows.length;
}

/** Ends one of a person's own sessions by its public id. Answers how many: 0 or 1. */
export async function endOwn(tx: Database, person: PersonId, publicId: string): Promise<number> {
  const rows = await tx.query(
    'sessions.end_own',
    `update sessions set ended_at = now() where person = $1 and public_id = $2 and acting_admin is null
     and ended_at is null returning id`,
    [person, publicId],
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

export function sessionsOf(db: Database, person: PersonId): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    'sessions.of',
    `select id, public_id, address, agent, signed_in_at, expires_at from sessions
     where person = $1 and ended_at is null and expires_at > now() and acting_admin is null order by id desc limit 200`,
    [person],
  );
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
