import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money } from '#kernel/fields.ts';

export const getWallet = endpoint({
  method: 'GET',
  path: '/kimi/get-wallet-of-user',
  access: { client: 'Viewer' },
  summary: 'What the client can spend, and what is held for open requests.',
  output: z.object({
    message: z.string(),
    users: z.object({ _id: z.string(), username: z.string(), wallet: money, held: money }),
  }),
  trips: 1,
});
