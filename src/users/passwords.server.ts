/**
 * Passwords: argon2id, a few at a time, so that a crowd at the sign-in does not slow down everybody's balance, and in
 * fair turns between owners, so that nobody who may prove a password as often as they like keeps others from it. An
 * owner is a person, or for a stranger the account that they name or the network that they come from.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { openFairTurns } from '#server/fairturns.server.ts';

/** 19 MiB and two passes: the minimum that OWASP names for argon2id; about 25 ms. The library's default is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const usualSeconds = 0.03;
/** Half of the machine at most: the other half is for everybody who is in already. */
const turns = openFairTurns({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  seconds: 30,
  every: 60,
  patienceSeconds: 30,
  mostSize: 200,
  busy: 'Many people are signing in just now. Please try again in a moment.',
  busySeconds: 3,
  ownShare: 'Your password was checked too often. Please try again in a moment.',
  ownCode: 'limit.reached',
});

export function hashPassword(password: string, owner: string): Promise<string> {
  return inTurn(owner, () => hash(password, cost));
}

/**
 * As hard to guess as a password, and always the same for the same words of the same owner, so that one can be looked
 * for: for codes that are chosen here and too short for a plain hash.
 */
export async function stretched(words: string, ownerId: bigint): Promise<string> {
  const salt = createHash('sha256').update(`stretched:${ownerId}`).digest().subarray(0, 16);
  return (await inTurn(`${ownerId}`, () => hashRaw(words, { ...cost, salt }))).toString('hex');
}

/** False for a wrong password; spends the same time where there is no such person, so that nobody learns who is one. */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  owner: string,
): Promise<boolean> {
  const right = await inTurn(owner, async () => verify(stored ?? (await nobody), password));
  return stored ? right : false;
}

const nobody = hash('nobody has this password', cost);

function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  return turns.take({ owner, size: 1, seconds: usualSeconds }, work);
}
