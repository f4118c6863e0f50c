/** Signing in: with the password and, where there is one, the second factor; or with a passkey, which is both. */
import { record } from '#audit/audit.server.ts';
import type { PersonId } from '#kernel/ids.ts';
import { refuse, Refused } from '#kernel/refusal.ts';
import { askForSignature, signedBy } from '#passkeys/ceremony.server.ts';
import { refused } from '#passkeys/passkeys.ts';
import { hasPasskey } from '#passkeys/passkeys.server.ts';
import type { App } from '#server/app.server.ts';
import { handle, type Call, type Caller } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { cookieOf } from '#server/caller.server.ts';
import { networkOf } from '#server/network.server.ts';
import { sessionCookieOf } from '#server/session.server.ts';
import { verifyPassword } from '#users/passwords.server.ts';
import { personByEmail, personById, type PersonRow } from '#users/people.server.ts';
import {
  accountKey,
  clearAttempts,
  codeKeysOf,
  insistUnderLimit,
  limitsOfAddress,
  per,
} from '#users/throttle.server.ts';
import { login } from './auth.api.ts';
import { secondFactorMail } from './auth.mails.server.ts';
import { otpRequired, passkeyRequired, sessionSeconds, wrongCredentials, wrongOtp } from './auth.ts';
import { clearAnswers, setCookie } from './cookie.server.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey.api.ts';
import { insistOnFewCodes, tellOfGuesses } from './proofs.server.ts';
import { acceptSecondFactor } from './secondfactor.server.ts';
import { endOldest, endToken, openSession } from './sessions.server.ts';

type From = Caller['from'];

export const signInHandlers = [
  handle(
    login,
    async (call) => {
      const { body, app, from } = call;
      const user = await passwordHolder(app, body.emailId, body.password, from);
      const factor = user.twoFactorAt === null ? undefined : await secondFactor(app, user, body.otp, from);
      // Else what an admin's passkey stands before would be had with the password alone.
      if (factor === undefined && user.adminRole !== null && (await hasPasskey(app.db, user.id)))
        refuse(passkeyRequired);
      return (await signIn(call, user, { factor })) ?? notThem(app, user, from);
    },
    { formPage: '/login', nextPage: ({ typeOfUser }) => (typeOfUser === 'Admin' ? '/admin/dashboard' : '/dashboard') },
  ),

  handle(startPasskeySignIn, async ({ app, from }) => {
    await insistUnderLimit(app.db, limitsOfAddress('passkey', from.address, 100), per.quarterHour);
    const options = await askForSignature(app, { purpose: 'sign in', session: null });
    return { message: 'Please follow your browser.', options };
  }),

  handle(signInWithPasskey, async (call) => {
    const { body, app, from } = call;
    const key = await signedBy(app, from, body.credential, { purpose: 'sign in', session: null });
    const user = await personById(app.db, key.person);
    // The device names the account that it signs in to.
    const named = Buffer.from(body.credential.response.userHandle ?? '', 'base64url').toString();
    // Who was invited again begins anew, with a password.
    if (!user?.maySignIn || user.passwordHash === null || named !== user.publicId)
      return notTheirKey(app, key.person, from);
    await clearAttempts(
      app.db,
      limitsOfAddress('passkey', from.address, 100).map((limit) => limit.key),
    );
    const opened = await signIn(call, user, { factor: 'passkey', passkey: key.id });
    return opened ?? notTheirKey(app, key.person, from);
  }),
];

type SigningIn = Pick<Call<typeof login>, 'app' | 'from' | 'request' | 'reply'> & {
  readonly body: { remember: boolean };
};

type Factor = { factor: 'app' | 'recovery' | 'passkey' | undefined; passkey?: bigint };

/**
 * Opens the session of somebody who has proved who they are, and ends what this browser was signed in to before.
 * Undefined where that was ended meanwhile: a check of a password takes long enough to change it, or to be removed.
 */
async function signIn({ app, from, body, request, reply }: SigningIn, user: PersonRow, { factor, passkey }: Factor) {
  const seconds = body.remember ? sessionSeconds.remembered : sessionSeconds.short;
  const done = await app.db.transaction(async (tx) => {
    const proved = { passwordHash: user.passwordHash, passkey };
    const opened = await openSession(tx, { person: user.id, seconds, from, proved });
    if (opened === undefined) return undefined;
    await record(tx, {
      action: 'auth.signed_in',
      actor: user.id,
      subject: user.id,
      from,
      after: factor && { secondFactor: factor },
    });
    const before =
      request.headers.authorization === undefined ? cookieOf(request, sessionCookieOf(app.config)) : undefined;
    const left = before === undefined ? undefined : await endToken(tx, before);
    await endOldest(tx, user.id);
    if (factor === 'recovery') await queueMail(tx, secondFactorMail(user.email, 'recovery'));
    return { token: opened, left };
  });
  if (done === undefined) return undefined;
  const { token, left } = done;
  // Another window of this browser may still show somebody else's page: it asks anew who is signed in.
  if (left !== undefined && left !== user.id) {
    app.events.end(left);
    clearAnswers(reply);
  }
  setCookie(app, reply, token, body.remember ? seconds : undefined);
  return {
    message: 'Login Successful!',
    token,
    username: user.clientName ?? user.name,
    typeOfUser: user.client === null ? ('Admin' as const) : ('User' as const),
    contact1: user.clientPhone ?? '',
    emailId: user.email,
    _id: user.clientPublicId ?? user.publicId,
  };
}

/** The person whose password this is. Refused alike for an unknown address, a wrong password and a closed account. */
async function passwordHolder(app: App, emailId: string, password: string, from: From): Promise<PersonRow> {
  const account = accountKey(emailId);
  // The network first: one that is spent spends no account's.
  const limits = [
    ...limitsOfAddress('sign-in', from.address, 100),
    { key: `sign-in:${account}:${networkOf(from.address)}`, most: 10 },
    { key: `sign-in:${account}`, most: 40 },
  ];
  await insistUnderLimit(app.db, limits, per.quarterHour);
  const user = await personByEmail(app.db, emailId);
  const right = await verifyPassword(user?.passwordHash, password, account);
  // For an unknown address too: it takes the same time, and an admin sees who is trying addresses.
  if (!user || !right || !user.maySignIn) return notThem(app, user, from);
  await clearAttempts(
    app.db,
    limits.map((limit) => limit.key),
  );
  return user;
}

async function notThem({ db }: App, user: PersonRow | undefined, from: From): Promise<never> {
  await record(db, { action: 'auth.sign_in_failed', subject: user?.id, from });
  return refuse(wrongCredentials);
}

async function notTheirKey({ db }: App, person: PersonId, from: From): Promise<never> {
  await record(db, { action: 'auth.passkey_refused', subject: person, from });
  return refuse(refused);
}

/** What the second factor was. Asked for only once the password was right. */
async function secondFactor(app: App, user: PersonRow, typed: string, from: From): Promise<'app' | 'recovery'> {
  if (typed === '') return refuse(otpRequired);
  const [keys, everyone] = [codeKeysOf(user.id), { key: `otp-all:${user.id}`, most: 150 }];
  try {
    await insistOnFewCodes(app.db, keys);
    // A new password begins those two anew: whoever has the mailbox gets no more than three days' codes in one.
    await insistUnderLimit(app.db, [everyone], per.day);
  } catch (error) {
    // The owner of the account has to choose another password.
    if (error instanceof Refused)
      await tellOfGuesses(app.db, `otp-told:${user.id}`, secondFactorMail(user.email, 'guessed'));
    throw error;
  }
  const factor = await acceptSecondFactor(app, user.id, typed);
  if (!factor) {
    await record(app.db, { action: 'auth.second_factor_failed', subject: user.id, from });
    return refuse(wrongOtp);
  }
  await clearAttempts(app.db, [...keys, everyone.key]);
  return factor;
}
