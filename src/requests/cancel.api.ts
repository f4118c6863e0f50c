/** Taking back what one asked for: one call for every kind, so that every list of a client can offer it. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf } from '#kernel/fields.ts';
import { kindNames } from '#kinds/kinds.ts';

export const cancelRequest = endpoint({
  method: 'PUT',
  path: '/kimi/cancel-request',
  access: { client: ['Buyer', 'Finance'] },
  summary:
    'Takes back an own request of any kind while it is Pending; its money returns to the wallet or the ad account.',
  query: z.object({ applyId: idOf('request') }),
  output: z.object({ message: z.string(), applyId: z.string(), state: z.string() }),
  trips: 14,
  refusals: [
    'not_found',
    'request.not_yours',
    'request.arrived',
    ...kindNames.map((kind) => `${kind}.already_decided`),
  ],
});
