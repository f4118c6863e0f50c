/** The calls of threads: what is said about one request or ad account, by its client and by the agency. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { names, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { longestMessage } from './support.ts';

const subject = {
  applyId: names('request', textOrEmpty(64)),
  id: names('ad account', textOrEmpty(64)),
};

/** The newest message that the caller has read; without it all that is there counts as read. */
const lastRead = names('row', textOrEmpty(64));

const messageOnWire = shape('Message', {
  _id: z.string(),
  at: time,
  side: z.enum(['client', 'agency']),
  /** Who wrote it, as they were called then; who of the agency is told to admins only. */
  by: z.string(),
  /** Whether it was the caller. */
  own: z.boolean(),
  text: z.string(),
});

const threadOnWire = shape('Thread', {
  /** What it is about: an Apply ID, or the id of an ad account. */
  _id: z.string(),
  about: z.enum(['request', 'ad account']),
  /** What its reader calls that: an Apply ID, or an account's platform, Ads ID and nickname. */
  name: z.string(),
  /** Messages of the other side that nobody of the caller's side has looked at. */
  unread: z.number(),
  /** Since when the client waits for an answer. */
  unansweredSince: z.nullable(time),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/kimi/get-thread',
  access: 'signed in',
  summary: 'What was said about a request or an ad account, newest first, fifty at a time; `before` names a message.',
  query: z.object({ ...subject, before: names('row', textOrEmpty(64)) }),
  output: z.object({
    message: z.string(),
    /** `page`: where its reader looks at what it is about; empty while its platform is switched off for a client. */
    thread: z.extend(threadOnWire, { page: z.string() }),
    messages: z.array(messageOnWire),
    /** Whether there are older ones. */
    earlier: z.boolean(),
  }),
  trips: 2,
  refusals: ['not_found'],
});

export const writeMessage = endpoint({
  method: 'POST',
  path: '/kimi/write-message',
  access: { client: ['Finance', 'Buyer'], admin: 'Support' },
  summary:
    'Writes to the other side about a request or an ad account. What follows within minutes is in the same mail.',
  body: z.object({ ...subject, lastRead, text: text(longestMessage, 'Please write a message.') }),
  output: z.object({ message: z.string(), written: messageOnWire }),
  trips: 10,
  refusals: ['not_found', 'limit.reached', 'thread.closed', 'idempotency.key_reused'],
  example: { applyId: 'TU-7K3Q-X2MF', text: 'The transfer is on its way.' },
});

export const seeThread = endpoint({
  method: 'PUT',
  path: '/kimi/see-thread',
  access: 'signed in',
  summary: 'Says that the caller’s side has looked at what the other one wrote.',
  query: z.object(subject),
  output: z.object({ message: z.string() }),
  trips: 2,
  refusals: ['not_found'],
});

export const settleThread = endpoint({
  method: 'PUT',
  path: '/kimi/settle-thread',
  access: { admin: 'Support' },
  summary: 'Says that what the client wrote last needs no answer.',
  query: z.object({ ...subject, lastRead }),
  output: z.object({ message: z.string() }),
  trips: 6,
  refusals: ['not_found', 'thread.answered', 'thread.newer'],
});

export const getThreads = endpoint({
  method: 'GET',
  path: '/kimi/get-threads',
  access: 'signed in',
  summary:
    'Threads by their newest message: a client’s own; of everybody’s those that wait for an answer (`state=all` widens).',
  query: z.object({ userId: names('user', textOrEmpty(64)), ...pageQuery(['-at']) }),
  output: z.object({
    message: z.string(),
    threads: z.array(
      z.extend(threadOnWire, {
        at: time,
        side: z.enum(['client', 'agency']),
        by: z.string(),
        /** The beginning of the newest message. */
        text: z.string(),
        /** Whose it is; told to admins only. */
        userId: z.optional(z.object({ _id: z.string(), username: z.string(), emailId: z.string() })),
      }),
    ),
    ...pageAnswer,
  }),
  trips: 3,
  refusals: ['not_found'],
});
