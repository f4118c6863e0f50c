import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { currentPassword, idOf, nameLine, names, shape, textOrEmpty, time } from '#kernel/fields.ts';

const name = nameLine(60, 'Please name this passkey.');

const unreadable = 'This is no answer of a passkey.';
const encoded = (max: number) =>
  z
    .string({ error: unreadable })
    .check(z.maxLength(max, { error: unreadable }), z.regex(/^[\w-]*$/, { error: unreadable }));
const credentialId = names('outside', encoded(1400));

/** What a browser answers with a new key, in the spelling of the standard (RegistrationResponseJSON). */
const newKey = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', { error: unreadable }),
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        attestationObject: encoded(12_000),
        transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
      },
      { error: unreadable },
    ),
  },
  { error: unreadable },
);
export type NewKey = z.output<typeof newKey>;

/** What a browser answers with a signature (AuthenticationResponseJSON). */
export const signature = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key', { error: unreadable }),
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        authenticatorData: encoded(4000),
        signature: encoded(4000),
        userHandle: z.optional(z.nullable(encoded(200))),
      },
      { error: unreadable },
    ),
  },
  { error: unreadable },
);
export type Signature = z.output<typeof signature>;

/** What the browser hands to the device, in the spelling of the standard. */
export const options = z.record(z.string(), z.unknown());

export const getPasskeys = endpoint({
  method: 'GET',
  path: '/kimi/get-passkeys',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'The passkeys of the caller, oldest first.',
  output: z.object({
    message: z.string(),
    passkeys: z.array(
      shape('Passkey', { _id: z.string(), name: z.string(), createdAt: time, usedAt: z.nullable(time) }),
    ),
  }),
  trips: 1,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/kimi/start-passkey',
  access: 'signed in',
  confirmedBy: 'passkey',
  whileUnsecured: true,
  summary: 'What a browser needs to make a passkey. Nothing changes until the new key comes back, within five minutes.',
  // An admin's password is asked for in any case; the code of whoever has an app, unless a passkey confirms it.
  body: z.object({ currentPassword, otp: textOrEmpty(40) }),
  output: z.object({ message: z.string(), options }),
  trips: 12,
  refusals: [
    'auth.email_unverified',
    'passkey.too_many',
    'user.wrong_password',
    'auth.otp_required',
    'auth.wrong_otp',
    'limit.reached',
  ],
  example: { currentPassword: 'a long secret', otp: '123456' },
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/kimi/add-passkey',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Keeps the public half of the key that was made with start-passkey.',
  body: z.object({ name, credential: newKey }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 11,
  refusals: ['passkey.not_added', 'passkey.known', 'passkey.too_many'],
  example: {
    name: 'Laptop',
    credential: {
      id: 'bXkga2V5',
      rawId: 'bXkga2V5',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    },
  },
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/kimi/rename-passkey',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Gives one of the caller\u2019s passkeys another name.',
  query: z.object({ id: idOf('passkey') }),
  body: z.object({ name }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 5,
  refusals: ['not_found'],
  example: { name: 'Phone' },
});

export const removePasskey = endpoint({
  method: 'PUT',
  path: '/kimi/remove-passkey',
  access: 'signed in',
  confirmedBy: 'passkey',
  summary: 'Removes one of the caller\u2019s passkeys: it signs in no more.',
  query: z.object({ id: idOf('passkey') }),
  body: z.object({ currentPassword }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 13,
  refusals: ['not_found', 'passkey.last_factor', 'user.wrong_password', 'limit.reached'],
  example: { currentPassword: 'a long secret' },
});
