import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { textOrEmpty } from '#kernel/fields.ts';
import { foundAccount, foundRequest } from './found.api.ts';

export const findOwn = endpoint({
  method: 'GET',
  path: '/kimi/find',
  access: { client: 'Viewer' },
  summary:
    "What of one's own a text names: a request by its id, its transaction id or hash, or exactly its amount, and ad accounts by Ads ID or nickname.",
  query: z.object({ q: textOrEmpty(200) }),
  output: z.object({
    message: z.string(),
    requests: z.array(
      z.object({
        ...foundRequest,
        /** The page that shows it. */
        at: z.string(),
      }),
    ),
    accounts: z.array(z.object(foundAccount)),
  }),
  trips: 12,
  example: { q: 'GA-7K3Q-X2MF' },
});
