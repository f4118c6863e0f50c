/** Passwords: argon2id, a few at a time, so that a crowd at the sign-in does not slow down everybody's balance. */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { refuse } from '#kernel/refusal.ts';

/** 19 MiB and two passes: the minimum that OWASP names for argon2id; about 25 ms. The library's default is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Half of the machine at most: the other half is for everybody who is in already. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
const mostWaiting = 200;

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * As hard to guess as a password, and always the same for the same words of the same owner, so that one can be looked
 * for: for codes that are chosen here and too short for a plain hash.
 */
export async function stretched(words: string, ownerId: bigint): Promise<string> {
  const salt = createHash('sha256').update(`stretched:${ownerId}`).digest().subarray(0, 16);
  return (await inTurn(() => hashRaw(words, { ...cost, salt }))).toString('hex');
}

/** False for a wrong password; spends the same time where there is no such person, so that nobody learns who is one. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await inTurn(async () => verify(stored ?? (await nobody), password));
  return stored ? right : false;
}

const nobody = hash('nobody has this password', cost);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) {
      refuse({
        code: 'server.busy',
        message: 'Many people are signing in just now. Please try again in a moment.',
        status: 503,
        extra: { retryAfter: 3 },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn is handed on, not given back, so that nobody slips in between.
    if (next) next();
    else running -= 1;
  }
}
