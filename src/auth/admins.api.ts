import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, time } from '#kernel/fields.ts';

export const getAdmins = endpoint({
  method: 'GET',
  path: '/kimi/get-admins',
  access: 'admin',
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
        createdAt: time,
        lastSignIn: z.nullable(time),
        you: z.boolean(),
      }),
    ),
  }),
  trips: 1,
});

export const removeAdmin = endpoint({
  method: 'PUT',
  path: '/kimi/remove-admin',
  access: 'admin',
  summary: 'Removes another admin: every session ends at once; what they decided stays theirs.',
  body: z.object({ userId: idOf('user') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 7,
  refusals: ['not_found', 'admin.yourself'],
  example: { userId: 'US-7K3Q-X2MF' },
});
