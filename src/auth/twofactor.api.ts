import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { currentPassword, enteredPassword, idOf, text, time } from '#kernel/fields.ts';

const typedCode = text(40, 'Please enter the code from your authenticator app.');
const recoveryCodes = z.array(z.string());

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/kimi/get-two-factor',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Whether signing in asks for a second factor, and how many recovery codes are left.',
  output: z.object({
    message: z.string(),
    enabled: z.boolean(),
    enabledAt: z.nullable(time),
    recoveryCodesLeft: z.number(),
    /** True for an admin of an agency that asks it of every admin. */
    needed: z.boolean(),
    /** True where it can't be switched off: it is asked for, and there is no passkey beside it. */
    isLast: z.boolean(),
  }),
  trips: 1,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/kimi/start-two-factor',
  access: 'signed in',
  whileUnsecured: true,
  // With it one signs in without the passkey.
  confirmedBy: 'passkey',
  summary: 'Makes a new key for an authenticator app. Nothing changes until a code of it comes back.',
  body: z.object({ currentPassword }),
  output: z.object({ message: z.string(), secret: z.string(), uri: z.string() }),
  trips: 6,
  refusals: ['auth.email_unverified', 'auth.two_factor_on', 'user.wrong_password', 'limit.reached'],
  example: { currentPassword: 'a long secret' },
});

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/kimi/enable-two-factor',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Switches two-factor sign-in on with a code of the new key, and shows ten recovery codes once.',
  body: z.object({ otp: typedCode }),
  output: z.object({ message: z.string(), recoveryCodes }),
  trips: 13,
  refusals: ['auth.two_factor_on', 'auth.two_factor_not_started', 'auth.wrong_otp', 'limit.reached'],
  example: { otp: '123456' },
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/kimi/disable-two-factor',
  access: 'signed in',
  confirmedBy: 'passkey',
  summary: 'Switches two-factor sign-in off with the password and a code.',
  body: z.object({ password: enteredPassword, otp: typedCode }),
  output: z.object({ message: z.string() }),
  trips: 18,
  refusals: ['auth.two_factor_off', 'auth.two_factor_needed', 'user.wrong_password', 'auth.wrong_otp', 'limit.reached'],
  example: { password: 'a long secret', otp: '123456' },
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/kimi/renew-recovery-codes',
  access: 'signed in',
  // With the new ones one signs in without the passkey.
  confirmedBy: 'passkey',
  summary: 'Makes ten new recovery codes; the old ones stop working.',
  body: z.object({ otp: typedCode }),
  output: z.object({ message: z.string(), recoveryCodes }),
  trips: 13,
  refusals: ['auth.two_factor_off', 'auth.wrong_otp', 'limit.reached'],
  example: { otp: '123456' },
});

export const resetTwoFactor = endpoint({
  method: 'PUT',
  path: '/kimi/reset-two-factor',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  summary:
    'Takes two-factor sign-in and all passkeys off the account of somebody who lost them, and ends their sessions. Not off an admin while the second pair of eyes is on: two invite that admin again. The password is needed, or a passkey.',
  body: z.object({ userId: idOf('user'), reason: text(500, 'Please say how you know who asks.'), currentPassword }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 22,
  refusals: [
    'not_found',
    'auth.two_factor_off',
    'auth.two_factor_own',
    'auth.two_factor_takes_two',
    'user.wrong_password',
    'limit.reached',
  ],
  example: { userId: 'US-7K3Q-X2MF', reason: 'Called back on the number of the profile.' },
});
