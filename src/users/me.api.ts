/** Who is signed in. In a file of its own, as every page of the portal asks. */
import * as z from 'zod/mini';
import { adminRoles, clientRoles } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';

export const me = endpoint({
  method: 'GET',
  path: '/kimi/me',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Who is signed in.',
  output: z.object({
    message: z.string(),
    _id: z.string(),
    /** Of a client's people but the Owner: who they are, as `_id` is the client's. */
    person: z.optional(z.string()),
    username: z.string(),
    emailId: z.string(),
    contact1: z.string(),
    mobile: z.string(),
    typeOfUser: z.enum(['User', 'Admin']),
    /** What one may do: of an admin Admin, Finance, Operations or Support, of a client's people Owner and so on. */
    role: z.enum([...clientRoles, ...adminRoles]),
    emailVerified: z.boolean(),
    /** The address to which a code was mailed that still waits to be typed, or null. */
    codeSentTo: z.nullable(z.string()),
    twoFactor: z.boolean(),
    /** An admin who has yet to set up the two-factor sign-in that the agency asks of every admin. */
    twoFactorMissing: z.boolean(),
    /** Whether a password change has to bring the current password. */
    needsCurrentPassword: z.boolean(),
    /** The parts of the portal that are switched on: the platforms that ad accounts are sold on. */
    features: z.array(z.string()),
    actingAdmin: z.optional(z.string()),
    until: z.optional(time),
  }),
  trips: 1,
});
