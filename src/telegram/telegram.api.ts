/** The calls of somebody's chat in Telegram. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { text, time } from '#kernel/fields.ts';

const chat = z.nullable(z.object({ title: z.string(), linkedAt: time }));

export const getTelegram = endpoint({
  method: 'GET',
  path: '/kimi/get-telegram',
  access: { admin: 'Support' },
  summary: 'Whether notices can come by Telegram, what the bot is called, and into which chat they come.',
  output: z.object({ message: z.string(), available: z.boolean(), bot: z.nullable(z.string()), chat }),
  trips: 1,
});

export const linkTelegram = endpoint({
  method: 'POST',
  path: '/kimi/link-telegram',
  access: { admin: 'Support' },
  summary: 'Links the chat to which the bot gave this code. Codes work once, for ten minutes.',
  body: z.object({ code: text(40, 'Please enter the code.') }),
  output: z.object({ message: z.string(), chat }),
  trips: 10,
  refusals: ['telegram.wrong_code', 'telegram.off', 'limit.reached'],
  example: { code: '48213 90571' },
});

export const unlinkTelegram = endpoint({
  method: 'PUT',
  path: '/kimi/unlink-telegram',
  access: { admin: 'Support' },
  summary: 'Ends the link: no notice comes into that chat any more.',
  output: z.object({ message: z.string() }),
  trips: 6,
});
