/**
 * Who may send wallet money somewhere, or say where: a stolen session alone must not be able to empty a wallet. The
 * password, a verified address and the second factor, where there is one, are asked for.
 */
import { insistOnSecondFactor } from '#auth/proofs.server.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import { wasAttempted } from '#requests/requests.server.ts';
import type { Caller } from '#server/handle.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { personById } from '#users/people.server.ts';
import { insistOnThisPassword } from '#users/proofs.server.ts';
import { insistOnDestination } from './destinations.server.ts';
import { codeMissing, unverified } from './withdrawals.ts';

type Said = { password: string; otp: string };
type Destination = { networkName: string; networkAddress: string };

type Who = Caller<ClientSession>;

/** `attempt` is the caller's Idempotency-Key, where one counts. */
export function proveIdentity(who: Who, said: Said & Destination, attempt?: string): Promise<void> {
  const isGood = () => insistOnDestination(who.app.db, said.networkName, said.networkAddress);
  return provePerson(who, said, { attempt, unverified, isGood });
}

/** The same of other standing orders about a client's money; `isGood` is asked before the password is. */
export async function provePerson(
  who: Who,
  said: Said,
  { attempt, unverified, isGood }: { attempt?: string | undefined; unverified: Refusal; isGood?: () => Promise<void> },
): Promise<void> {
  const { app, session } = who;
  const person = await personById(app.db, session.person);
  if (!person || person.emailVerifiedAt === null) return refuse(unverified);
  await isGood?.();
  await insistOnThisPassword(who, said.password, 'password');
  // A code works once: whoever asks for the answer that was lost on its way has proved it before.
  if (person.twoFactorAt === null || (await wasAttempted(app.db, session.person, attempt))) return;
  if (said.otp === '') refuse(codeMissing);
  await insistOnSecondFactor(who, said.otp);
}
