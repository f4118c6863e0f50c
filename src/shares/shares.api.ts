import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { email, names, orBlank, textOrEmpty, time } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { namesOf, onByDefault, platforms, registry } from '#platforms/platforms.ts';

const platformOrBlank = orBlank(z.enum(platforms), `Please choose ${namesOf(onByDefault, 'or')}.`);

export const sendRequestEmail = endpoint({
  method: 'POST',
  path: '/kimi/send-request-email',
  access: { client: 'Buyer' },
  summary: 'Asks the agency to share an ad account with a Gmail address. Logged, and mailed to the admins.',
  body: z.object({
    emailId: email('Please enter a valid Gmail address.'),
    adsId: names('Ads ID', textOrEmpty(1000)),
    adType: platformOrBlank,
  }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 15,
  refusals: ['not_found', 'limit.reached'],
  example: { emailId: 'buyer@gmail.com', adsId: registry[0]!.wire.adsId, adType: registry[0]!.name },
});

const share = {
  _id: z.string(),
  /** Empty where the client named no account. */
  adsId: z.string(),
  adType: z.string(),
  createdAt: time,
};

export const getShareLog = endpoint({
  method: 'GET',
  path: '/kimi/get-share-log',
  access: { client: 'Viewer' },
  summary: "The client's own shares, newest first.",
  query: z.object({ ...pageQuery(['-createdAt']), adType: platformOrBlank }),
  output: z.object({
    message: z.string(),
    shares: z.array(z.object({ ...share, emailId: z.string() })),
    ...pageAnswer,
  }),
  trips: 2,
});

export const getGmailShareLog = endpoint({
  method: 'GET',
  path: '/kimi/get-gmail-share-log',
  access: { admin: 'Support' },
  summary: 'The shares of all clients, newest first; how many there are stands in `X-Total-Count`.',
  query: z.object(pageQuery(['-createdAt'])),
  output: z.array(
    z.object({
      ...share,
      userId: z.string(),
      username: z.string(),
      emailId: z.string(),
      phone: z.string(),
      gmailShare: z.string(),
    }),
  ),
  trips: 2,
});

export const exportShareLog = endpoint({
  method: 'GET',
  path: '/kimi/export-share-log',
  access: { client: 'Viewer', admin: 'Finance' },
  leavesTrace: { as: 'read.share_log' },
  summary: "A client's own shares as a spreadsheet, whole; to an admin everybody's. Searched as the logs are.",
  query: z.object({ ...pageQuery(['-createdAt']), adType: platformOrBlank }),
  media: [spreadsheetType],
  trips: 10_000,
});
