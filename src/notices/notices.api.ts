import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';

export const getNotices = endpoint({
  method: 'GET',
  path: '/kimi/get-notices',
  access: { client: 'Viewer' },
  summary: 'What the client was told: decisions and security events, newest first.',
  query: z.object(pageQuery(['-at'])),
  output: z.object({
    message: z.string(),
    notices: z.array(
      z.object({
        _id: z.string(),
        at: time,
        topic: z.string(),
        text: z.string(),
        link: z.string(),
        applyId: z.nullable(z.string()),
        seen: z.boolean(),
      }),
    ),
    unseen: z.number(),
    ...pageAnswer,
  }),
  trips: 1,
});

export const seeNotices = endpoint({
  method: 'PUT',
  path: '/kimi/see-notices',
  access: { client: 'Viewer' },
  summary: 'Marks a notice as seen, or every one where none is named.',
  query: z.object({ id: z.optional(idOf('notice')) }),
  output: z.object({ message: z.string() }),
  trips: 1,
  refusals: ['not_found'],
});

export const listenToEvents = endpoint({
  method: 'GET',
  path: '/kimi/events',
  access: 'signed in',
  whileUnsecured: true,
  summary: 'Server-sent events `wallet`, `request` and `notice`: hints that something changed, to be fetched again.',
  media: ['text/event-stream'],
  trips: 0,
  refusals: ['limit.reached'],
});
