import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageQuery } from '#kernel/page.ts';
import { platforms } from '#platforms/platforms.ts';
import { kindsOfClients } from './hidden.ts';

const orAll = <S extends z.core.$ZodType>(field: S) => z._default(z.union([z.literal(''), field]), '');

export const exportOwnRequests = endpoint({
  method: 'GET',
  path: '/kimi/export-own-requests',
  access: { client: 'Viewer' },
  leavesTrace: { as: 'read.own_requests' },
  summary: 'What the client asked for as a spreadsheet, whole: of one kind and platform, searched as its list is.',
  query: z.object({
    ...pageQuery(['-createdAt']),
    kind: orAll(z.enum(kindsOfClients)),
    adType: orAll(z.enum(platforms)),
  }),
  media: [spreadsheetType],
  trips: 10_000,
});
