import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import {
  chosenPassword,
  currentPassword,
  email,
  enteredPassword,
  idOf,
  names,
  text,
  textOrEmpty,
  tick,
  time,
} from '#kernel/fields.ts';

const fillBoth = 'Please fill in both password fields.';
const secondPassword = z.string({ error: 'Please enter the password again.' }).check(z.maxLength(256));

/** What every way of signing in answers. */
export const signedIn = z.object({
  message: z.string(),
  token: z.string(),
  username: z.string(),
  typeOfUser: z.enum(['User', 'Admin']),
  contact1: z.string(),
  emailId: z.string(),
  _id: z.string(),
});

export const login = endpoint({
  method: 'POST',
  path: '/login-account',
  access: 'public',
  form: true,
  summary: 'Signs in. The token is also set as a cookie; programs send it as a bearer token.',
  body: z.object({ emailId: email(), password: enteredPassword, remember: tick, otp: textOrEmpty(40) }),
  output: signedIn,
  trips: 14,
  refusals: ['auth.wrong', 'auth.otp_required', 'auth.wrong_otp', 'auth.passkey_required', 'limit.reached'],
  example: { emailId: 'ana@example.com', password: 'a long secret', remember: true },
});

export const logout = endpoint({
  method: 'POST',
  path: '/kimi/logout',
  access: 'signed in',
  whileActing: true,
  whileUnsecured: true,
  form: true,
  summary: 'Ends this session, and during a Login as a client the sign-in of the admin that it came from.',
  output: z.object({ message: z.string() }),
  trips: 1,
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/kimi/forgot-password',
  access: 'public',
  form: true,
  summary: 'Mails a link that sets a new password. Answers the same whether or not the address is known.',
  body: z.object({ emailId: email() }),
  output: z.object({ message: z.string() }),
  trips: 6,
  refusals: ['limit.reached'],
  example: { emailId: 'ana@example.com' },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/kimi/reset-password',
  access: 'public',
  form: true,
  summary: 'Sets a new password with the token of a mailed link and ends every session.',
  body: z.object({
    token: text(200, 'This link is not complete.'),
    password: chosenPassword,
    confirmPassword: secondPassword,
  }),
  output: z.object({ message: z.string() }),
  trips: 13,
  refusals: ['auth.link_spent', 'user.passwords_differ', 'limit.reached'],
  example: { token: '…', password: 'another secret', confirmPassword: 'another secret' },
});

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/kimi/update-password',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Changes the password and ends every session, this one too.',
  body: z.object({
    password: z.pipe(z.string({ error: fillBoth }).check(z.minLength(1, { error: fillBoth })), chosenPassword),
    confirmPassword: z.string({ error: fillBoth }).check(z.minLength(1, { error: fillBoth }), z.maxLength(256)),
    currentPassword,
  }),
  output: z.object({ message: z.string() }),
  trips: 14,
  refusals: ['user.passwords_differ', 'user.wrong_password', 'limit.reached'],
  example: { currentPassword: 'a long secret', password: 'another secret', confirmPassword: 'another secret' },
});

export const getSessions = endpoint({
  method: 'GET',
  path: '/kimi/get-sessions',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Where one is signed in.',
  output: z.object({
    message: z.string(),
    sessions: z.array(
      z.object({
        _id: z.string(),
        current: z.boolean(),
        address: z.string(),
        agent: z.string(),
        signedInAt: time,
        expiresAt: time,
      }),
    ),
  }),
  trips: 1,
});

export const endSession = endpoint({
  method: 'PUT',
  path: '/kimi/end-session',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Ends one own session, or with all=true every one but this.',
  query: z.object({ id: names('session', textOrEmpty(64)), all: tick }),
  output: z.object({ message: z.string(), ended: z.number() }),
  trips: 5,
  refusals: ['not_found'],
});

export const loginAsUser = endpoint({
  method: 'POST',
  path: '/kimi/login-as-user',
  access: { admin: 'Support' },
  summary: 'Opens the client area as a client, to look and change nothing, for 30 minutes.',
  body: z.object({ userId: idOf('user'), reason: text(500, 'Please say why you open this account.') }),
  output: z.object({ message: z.string(), token: z.string(), username: z.string(), until: time }),
  trips: 6,
  refusals: ['not_found'],
  example: { userId: 'US-7K3Q-X2MF', reason: 'The client asked about a deposit.' },
});

export const stopLoginAs = endpoint({
  method: 'POST',
  path: '/kimi/stop-login-as',
  access: 'signed in',
  whileActing: true,
  form: true,
  summary: 'Ends a Login as a client and goes back to the admin area.',
  output: z.object({ message: z.string() }),
  trips: 7,
  refusals: ['not_found'],
});
