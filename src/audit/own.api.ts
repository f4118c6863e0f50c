import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';

export const getSecurityLog = endpoint({
  method: 'GET',
  path: '/kimi/get-security-log',
  access: 'signed in',
  whileUnsecured: true,
  summary: "What happened to the security of one's own account, newest first.",
  query: z.object(pageQuery(['-at'])),
  output: z.object({
    message: z.string(),
    events: z.array(
      z.object({
        _id: z.string(),
        at: time,
        /** `auth.signed_in`, `user.email_changed`; the words for people are the reader's. */
        action: z.string(),
        /** False where an admin or nobody known did it. */
        byYou: z.boolean(),
        /** Where it came from; empty where somebody of the agency did it. */
        address: z.string(),
        agent: z.string(),
      }),
    ),
    ...pageAnswer,
  }),
  trips: 2,
});
