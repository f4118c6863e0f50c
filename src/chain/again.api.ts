import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf } from '#kernel/fields.ts';

export const lookAgain = endpoint({
  method: 'PUT',
  path: '/kimi/look-again',
  access: { admin: 'Support' },
  summary:
    'Looks the transfer of a top-up that waits up on the chain once more, now; what is seen stands beside it then.',
  query: z.object({ applyId: idOf('request') }),
  output: z.object({ message: z.string() }),
  trips: 5,
  refusals: ['not_found', 'chain.not_waiting', 'chain.not_checked', 'limit.reached'],
});
