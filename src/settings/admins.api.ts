import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { email, idOf, text, time } from '#kernel/fields.ts';

export const getAdmins = endpoint({
  method: 'GET',
  path: '/kimi/get-admins',
  access: { admin: 'Admin' },
  summary: 'Everybody who may decide: whether they use two-factor sign-in and when they signed in last.',
  output: z.object({
    message: z.string(),
    admins: z.array(
      z.object({
        _id: z.string(),
        username: z.string(),
        emailId: z.string(),
        twoFactor: z.boolean(),
        /** The invitation was not answered yet. */
        invited: z.boolean(),
        /** Who wants to invite them, while that waits for another admin; `own` is whether the caller does. */
        waits: z.nullable(z.object({ by: z.string(), own: z.boolean() })),
        createdAt: time,
        lastSignIn: z.nullable(time),
        you: z.boolean(),
      }),
    ),
  }),
  trips: 1,
});

export const createAdmin = endpoint({
  method: 'POST',
  path: '/kimi/create-admin',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  also202: true,
  summary:
    'Invites a further admin, who sets a password through a mailed link; one who was removed, or never answered, again. While the second pair of eyes is on, it waits (202) until another admin invites the same address or confirms it, and the link is only mailed. While it is off, the password is needed, unless this session signed in within the last ten minutes.',
  body: z.object({
    username: text(80, 'Please enter a name.'),
    emailId: email(),
    currentPassword: z._default(z.string({ error: 'This must be text.' }).check(z.maxLength(256)), ''),
  }),
  output: z.object({
    message: z.string(),
    /** To hand over where mail does not reach; null while the second pair of eyes is on. */
    inviteUrl: z.nullable(z.string()),
    _id: z.string(),
  }),
  trips: 16,
  refusals: ['user.email_taken', 'settings.one_admin', 'user.wrong_password', 'limit.reached'],
  example: { username: 'Wei', emailId: 'wei@agency.example' },
});

export const removeAdmin = endpoint({
  method: 'PUT',
  path: '/kimi/remove-admin',
  access: { admin: 'Admin' },
  summary: 'Removes another admin: every session ends at once; what they decided stays theirs.',
  body: z.object({ userId: idOf('user') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 7,
  refusals: ['not_found', 'admin.yourself'],
  example: { userId: 'US-7K3Q-X2MF' },
});
