import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { text } from '#kernel/fields.ts';

export const stopWeeklyMail = endpoint({
  method: 'POST',
  path: '/kimi/stop-weekly-mail',
  access: 'public',
  form: true,
  summary: 'Switches the weekly summary off, and nothing else, with the link that each one brings.',
  body: z.object({ token: text(200, 'This link is not complete.') }),
  output: z.object({ message: z.string() }),
  trips: 1,
  refusals: ['weekly.link_wrong'],
  example: { token: '…' },
});
