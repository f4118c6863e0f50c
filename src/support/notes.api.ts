/** The calls of internal notes, which admins write for each other. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { names, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { longestMessage } from './support.ts';

const about = {
  userId: names('user', textOrEmpty(64)),
  applyId: names('request', textOrEmpty(64)),
  id: names('ad account', textOrEmpty(64)),
};

const noteOnWire = shape('Note', {
  _id: z.string(),
  at: time,
  /** The request or ad account; empty where it is about the client. */
  about: z.string(),
  by: z.string(),
  text: z.string(),
});

export const getNotes = endpoint({
  method: 'GET',
  path: '/kimi/get-notes',
  access: { admin: 'Support' },
  summary:
    'Internal notes about a request, an ad account, or a client with all of theirs, newest first, fifty at a time; `before` names a note.',
  query: z.object({ ...about, before: names('row', textOrEmpty(64)) }),
  output: z.object({ message: z.string(), notes: z.array(noteOnWire), earlier: z.boolean() }),
  trips: 2,
  refusals: ['not_found'],
});

export const writeNote = endpoint({
  method: 'POST',
  path: '/kimi/write-note',
  access: { admin: 'Support' },
  summary: 'Writes an internal note about a client, a request or an ad account. Clients never see it.',
  body: z.object({ ...about, text: text(longestMessage, 'Please write a note.') }),
  output: z.object({ message: z.string(), note: noteOnWire }),
  trips: 8,
  refusals: ['not_found', 'limit.reached', 'idempotency.key_reused'],
  example: { userId: 'US-7K3Q-X2MF', text: 'Writes from two addresses.' },
});
