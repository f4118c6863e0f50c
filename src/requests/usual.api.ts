import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { kindNames } from '#kinds/kinds.ts';

export const getUsualTimes = endpoint({
  method: 'GET',
  path: '/kimi/get-usual-times',
  access: { client: 'Viewer' },
  summary:
    'How long approvals really took in the last 30 days: of each kind with at least five, the median in minutes.',
  output: z.object({
    message: z.string(),
    times: z.array(z.object({ kind: z.enum(kindNames), approved: z.number(), minutes: z.number() })),
  }),
  trips: 1,
});
