import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, idOf, money, names, textOrEmpty } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { platforms } from '#requests/requests.ts';
import { verdictRefusals } from '#requests/verdict.api.ts';
import { bingAd, facebookAd, googleAd } from './adaccounts.wire.ts';

// Lists

const byTime = pageQuery(['-createdAt'], 50);

function listOf<Ad extends z.core.$ZodType>(ad: Ad) {
  return z.object({ message: z.string(), ads: z.array(ad), ...pageAnswer });
}

const own = z.object(pageQuery(['-createdAt'], 8));

export const getGoogleAds = endpoint({
  method: 'GET',
  path: '/get-google-ads',
  access: { client: 'Viewer' },
  summary: "The client's own Google applications, newest first.",
  query: own,
  output: listOf(googleAd),
  trips: 2,
});

export const getBingAds = endpoint({
  method: 'GET',
  path: '/get-bing-ads',
  access: { client: 'Viewer' },
  summary: "The client's own Bing applications, newest first.",
  query: own,
  output: listOf(bingAd),
  trips: 2,
});

export const getFacebookAds = endpoint({
  method: 'GET',
  path: '/kimi/get-facebook-ads',
  access: 'signed in',
  summary: "A client's own Facebook applications; to an admin, everybody's. Newest first.",
  // A page is 8 for a client and 50 for an admin, so the default is the handler's.
  query: z.object({ ...byTime, limit: z.optional(count(1, 200)) }),
  output: listOf(facebookAd),
  trips: 2,
});

const queue = z.object(pageQuery(['createdAt'], 50));

export const getPendingGoogleAds = endpoint({
  method: 'GET',
  path: '/get-pending-google-ads',
  access: { admin: 'Support' },
  summary: 'Google applications that wait for a decision, oldest first; `state` widens.',
  query: queue,
  output: listOf(googleAd),
  trips: 2,
});

export const getPendingBingAds = endpoint({
  method: 'GET',
  path: '/get-pending-bing-ads',
  access: { admin: 'Support' },
  summary: 'Bing applications that wait for a decision, oldest first; `state` widens.',
  query: queue,
  output: listOf(bingAd),
  trips: 2,
});

export const getPendingFacebookAds = endpoint({
  method: 'GET',
  path: '/get-pending-facebook-ads',
  access: { admin: 'Support' },
  summary: 'Facebook applications that wait for a decision, oldest first; `state` widens.',
  query: queue,
  output: listOf(facebookAd),
  trips: 2,
});

const archive = z.object(byTime);

export const getApprovedGoogleAds = endpoint({
  method: 'GET',
  path: '/get-approved-google-ads',
  access: { admin: 'Support' },
  summary: 'Approved Google applications, newest first; `state=Reversed` shows what was undone.',
  query: archive,
  output: listOf(googleAd),
  trips: 2,
});

export const getApprovedBingAds = endpoint({
  method: 'GET',
  path: '/kimi/get-approved-bing-ads',
  access: { admin: 'Support' },
  summary: 'Approved Bing applications, newest first; `state=Reversed` shows what was undone.',
  query: archive,
  output: listOf(bingAd),
  trips: 2,
});

export const getApprovedFacebookAds = endpoint({
  method: 'GET',
  path: '/get-approved-facebook-ads',
  access: { admin: 'Support' },
  summary: 'Approved Facebook applications, newest first; `state=Reversed` shows what was undone.',
  query: archive,
  output: listOf(facebookAd),
  trips: 2,
});

// Deciding

const judging = {
  query: z.object({
    id: idOf('request'),
    action: z.enum(['approve', 'reject'], { error: 'Please say approve or reject.' }),
  }),
  // The Ads IDs are new: the platform gave them.
  body: z.object({ adsId: names('outside', textOrEmpty(1000)), remarks: textOrEmpty(1000) }),
  trips: 20,
  refusals: [...verdictRefusals('application'), 'application.taken', 'application.ads_ids'],
};

export const approveGoogleAd = endpoint({
  method: 'PUT',
  path: '/approve-googleAd',
  access: { admin: 'Operations' },
  summary: 'Approves a Google application with its Ads IDs, or rejects it with a remark.',
  ...judging,
  also202: true,
  output: z.object({ message: z.string(), ad: googleAd }),
  example: { adsId: '123-456-7890' },
});

export const approveBingAd = endpoint({
  method: 'PUT',
  path: '/approve-bingAd',
  access: { admin: 'Operations' },
  summary: 'Approves a Bing application with its Ads IDs, or rejects it with a remark.',
  ...judging,
  also202: true,
  output: z.object({ message: z.string(), ad: bingAd }),
  example: { adsId: 'F119AB42' },
});

export const approveFacebookAd = endpoint({
  method: 'PUT',
  path: '/approve-facebookAd',
  access: { admin: 'Operations' },
  summary: 'Approves a Facebook application with its Ads IDs, or rejects it with a remark.',
  ...judging,
  also202: true,
  output: z.object({ message: z.string(), ad: facebookAd }),
  example: { adsId: '1029384756' },
});

// What forms ask first

export const getFacebookPending = endpoint({
  method: 'GET',
  path: '/kimi/get-pending-details-facebook-ads',
  access: { client: 'Viewer' },
  summary: "How many of the client's own Facebook requests wait for a decision.",
  output: z.object({ message: z.string(), application: z.number(), deposits: z.number(), refunds: z.number() }),
  trips: 3,
});

export const getAdsIds = endpoint({
  method: 'GET',
  path: '/kimi/get-ads-id',
  access: { client: 'Viewer' },
  summary: "The client's open ad accounts on a platform, with the money in each.",
  query: z.object({ adType: z.enum(platforms, { error: 'Please say Google, Bing or Facebook.' }) }),
  output: z.object({
    message: z.string(),
    adsIds: z.array(z.string()),
    accounts: z.array(z.object({ adsId: z.string(), available: money })),
  }),
  trips: 1,
});

/** Per cent on the wire, basis points in the portal. */
const rate = z.codec(z.number(), z.bigint(), {
  decode: (percent) => BigInt(Math.round(percent * 100)),
  encode: (points) => Number(points) / 100,
});

export const getPrices = endpoint({
  method: 'GET',
  path: '/kimi/get-prices',
  access: { client: 'Viewer' },
  summary: 'What this client pays: the opening fee of an order, the top-up fee in per cent, and the deposits on offer.',
  output: z.object({
    message: z.string(),
    prices: z.object({ accountOpeningFee: money, topUpRate: rate, depositOptions: z.array(money) }),
  }),
  trips: 1,
});
