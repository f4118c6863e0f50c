/**
 * What is asked of a passkey, and whether its answer is right. A challenge is made here, kept in the database for all
 * nodes, and good once, for five minutes, for one purpose and one session. The device always has to make sure that it
 * is its owner (finger, face, PIN): that is what makes two factors of one key.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoCBOR } from '@simplewebauthn/server/helpers';
import { record } from '#audit/audit.server.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import type { PersonRow } from '#users/people.server.ts';
import type { NewKey, Signature } from './passkeys.api.ts';
import { notAdded, refused } from './passkeys.ts';
import {
  countOn,
  insertChallenge,
  passkeyOfCredential,
  takeChallenge,
  type Passkey,
  type Purpose,
} from './passkeys.store.server.ts';

/** How long a browser waits for the person; the challenge itself is good a little longer. */
const timeout = 240_000;

/** EdDSA, ES256 and RS256: what devices have today. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Whom keys are made for: the host of PUBLIC_URL, and pages of exactly that origin. */
function portalOf({ config }: Pick<App, 'config'>) {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpID: hostname, origin, rpName: config.brand.name };
}

type Options = Record<string, unknown>;

/** What a browser needs to make a key that none of the person's devices has yet. */
export async function askForNewKey(
  app: App,
  session: bigint,
  person: PersonRow,
  has: readonly Passkey[],
): Promise<Options> {
  const { rpID, rpName } = portalOf(app);
  const asked = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(person.publicId)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(await ask(app.db, 'add', session)),
    timeout,
    supportedAlgorithmIDs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: has.map(nameOfKey),
  });
  return { ...asked };
}

/** What a browser needs to sign; with any key that it has for this portal where `keys` is missing. */
export async function askForSignature(
  app: App,
  asks: { purpose: Purpose; session: bigint | null; decision?: string },
  keys?: readonly Passkey[],
): Promise<Options> {
  const asked = await generateAuthenticationOptions({
    rpID: portalOf(app).rpID,
    challenge: new Uint8Array(await ask(app.db, asks.purpose, asks.session, asks.decision)),
    timeout,
    userVerification: 'required',
    ...(keys ? { allowCredentials: keys.map(nameOfKey) } : {}),
  });
  return { ...asked };
}

function nameOfKey({ credential, transports }: Passkey) {
  return { id: credential.toString('base64url'), transports };
}

/** A new challenge: random, or the digest of a decision and something random. */
async function ask(db: Database, purpose: Purpose, session: bigint | null, decision?: string): Promise<Buffer> {
  const random = randomBytes(32);
  const challenge = decision === undefined ? random : digestOf(random, decision);
  await insertChallenge(db, { challenge, purpose, session, nonce: decision === undefined ? null : random });
  return challenge;
}

function digestOf(nonce: Buffer, decision: string): Buffer {
  return hash('sha256', Buffer.concat([nonce, Buffer.from(decision)]), 'buffer');
}

/**
 * Without what a device's maker says of it. Nobody asked for that, and whoever judges it follows certificates that the
 * caller wrote to addresses that the caller chose.
 */
function unattested(attestationObject: string): string {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** As the library reads it; throws where it cannot be decoded. */
function answerOf(made: NewKey) {
  const attestationObject = unattested(made.response.attestationObject);
  return { ...made, response: { ...made.response, attestationObject, transports: [] }, clientExtensionResults: {} };
}

/** The key that a browser made, as it is kept. */
export async function newKeyOf(app: App, session: bigint, made: NewKey) {
  const challenge = challengeIn(made.response.clientDataJSON, notAdded);
  if (!(await takeChallenge(app.db, { challenge, purpose: 'add', session }))) return refuse(notAdded);
  const { rpID, origin } = portalOf(app);
  const verify = async () =>
    verifyRegistrationResponse({
      response: answerOf(made),
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
  const verified = await verify().catch(() => undefined);
  if (!verified?.verified) return refuse(notAdded);
  const { credential } = verified.registrationInfo;
  return {
    credential: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: made.response.transports ?? [],
  };
}

type Expected = {
  purpose: Purpose;
  session: bigint | null;
  /** Whose key it has to be; anybody's where that is what is asked. */
  person?: bigint;
  /** What was to be signed. */
  decision?: string;
};

/**
 * The passkey that signed. Whatever is wrong with the answer is refused in the same words, and written down where it
 * answers what was asked: those challenges are limited, made-up answers are not.
 */
export async function signedBy(
  app: App,
  from: Caller['from'],
  answer: Signature,
  expected: Expected,
): Promise<Passkey> {
  const challenge = challengeIn(answer.response.clientDataJSON, refused);
  const taken = await takeChallenge(app.db, { challenge, ...expected });
  const key = await passkeyOfCredential(app.db, Buffer.from(answer.id, 'base64url'));
  const isAsked =
    taken !== undefined &&
    (expected.decision === undefined) === (taken.nonce === null) &&
    isOf(taken, challenge, expected);
  const isTheirs = key !== undefined && (expected.person === undefined || key.person === expected.person);
  if (isAsked && isTheirs) {
    const counter = await counterOf(app, answer, challenge, key);
    if (counter !== undefined && (await countOn(app.db, key.id, counter))) return key;
  }
  if (taken) await record(app.db, { action: 'auth.passkey_refused', subject: expected.person ?? key?.person, from });
  return refuse(refused);
}

function isOf({ nonce }: { nonce: Buffer | null }, challenge: Buffer, { decision }: Expected): boolean {
  return nonce === null || timingSafeEqual(digestOf(nonce, decision ?? ''), challenge);
}

/** How often the key has signed, by its own count, where everything about the signature is right. */
async function counterOf(app: App, answer: Signature, challenge: Buffer, key: Passkey): Promise<bigint | undefined> {
  const { rpID, origin } = portalOf(app);
  const { userHandle, ...response } = answer.response;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: userHandle ? { ...response, userHandle } : response,
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: key.credential.toString('base64url'),
      publicKey: new Uint8Array(key.publicKey),
      counter: Number(key.counter),
    },
  }).catch(() => undefined);
  return verified?.verified ? BigInt(verified.authenticationInfo.newCounter) : undefined;
}

/** The challenge that an answer says it is for. */
function challengeIn(clientDataJSON: string, refusal: Refusal): Buffer {
  try {
    return Buffer.from(decodeClientDataJSON(clientDataJSON).challenge, 'base64url');
  } catch {
    return refuse(refusal);
  }
}
