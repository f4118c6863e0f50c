import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { orBlank } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageQuery } from '#kernel/page.ts';
import { platforms } from '#platforms/platforms.ts';
import { kindsOfClients } from './hidden.ts';

export const exportOwnRequests = endpoint({
  method: 'GET',
  path: '/kimi/export-own-requests',
  access: { client: 'Viewer' },
  leavesTrace: { as: 'read.own_requests' },
  summary: 'What the client asked for as a spreadsheet, whole: of one kind and platform, searched as its list is.',
  query: z.object({
    ...pageQuery(['-createdAt']),
    kind: orBlank(z.enum(kindsOfClients)),
    adType: orBlank(z.enum(platforms)),
  }),
  media: [spreadsheetType],
  trips: 10_000,
});
