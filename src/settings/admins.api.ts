import * as z from 'zod/mini';
import { adminRoles } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { currentPassword, email, idOf, text, time } from '#kernel/fields.ts';

const role = z.enum(adminRoles, { error: 'Please choose a role from the list.' });

export const getAdmins = endpoint({
  method: 'GET',
  path: '/kimi/get-admins',
  access: { admin: 'Admin' },
  summary:
    'Everybody who works for the agency: what they may do, whether they use two-factor sign-in and when they signed in last.',
  output: z.object({
    message: z.string(),
    admins: z.array(
      z.object({
        _id: z.string(),
        username: z.string(),
        emailId: z.string(),
        role,
        /** The role that somebody wants to give them, while that waits for another admin. */
        roleWaits: z.nullable(z.object({ role, by: z.string() })),
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
    'Invites a further admin, who sets a password through a mailed link; one who was removed, or never answered, again. While the second pair of eyes is on, it waits (202) until another admin invites the same address to the same role or confirms it, and the link is only mailed. While it is off, the password is needed, or a passkey.',
  body: z.object({
    username: text(80, 'Please enter a name.'),
    emailId: email(),
    /** What they may do: everything where nothing is said. */
    role: z._default(role, 'Admin'),
    currentPassword,
  }),
  output: z.object({
    message: z.string(),
    /**
     * To hand over where mail does not reach; null while the second pair of eyes is on, and for whoever has signed in
     * before.
     */
    inviteUrl: z.nullable(z.string()),
    _id: z.string(),
  }),
  trips: 23,
  refusals: ['user.email_taken', 'settings.one_admin', 'user.wrong_password', 'limit.reached'],
  example: { username: 'Wei', emailId: 'wei@agency.example' },
});

export const changeAdminRole = endpoint({
  method: 'PUT',
  path: '/kimi/change-admin-role',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  also202: true,
  summary:
    'Gives another admin another role, at once in all their sessions. One who may then do less is changed at once; rights that they did not have wait (202) for another admin while the second pair of eyes is on, and ask for the password, or a passkey, while it is off.',
  body: z.object({ userId: idOf('user'), role, currentPassword }),
  output: z.object({ message: z.string(), _id: z.string(), role }),
  trips: 19,
  refusals: ['not_found', 'admin.yourself', 'settings.one_admin', 'user.wrong_password', 'limit.reached'],
  example: { userId: 'US-7K3Q-X2MF', role: 'Finance' },
});

export const removeAdmin = endpoint({
  method: 'PUT',
  path: '/kimi/remove-admin',
  access: { admin: 'Admin' },
  summary: 'Removes another admin: every session ends at once; what they decided stays theirs.',
  body: z.object({ userId: idOf('user') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 14,
  refusals: ['not_found', 'admin.yourself'],
  example: { userId: 'US-7K3Q-X2MF' },
});
