import * as z from 'zod/mini';
import { adOf, type AnyAd } from '#adaccounts/adaccounts.wire.ts';
import { depositOnWire } from '#deposits/deposits.api.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, text, tick, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { inUsers, type Spec } from '#platforms/platforms.ts';
import { refundOnWire } from '#refunds/refunds.api.ts';
import { transactionOnWire } from '#topups/topups.api.ts';

/** The latest 50 of each, newest first. */
const nested = {
  transactions: z.array(transactionOnWire),
  ...Object.fromEntries(
    inUsers.map((spec) => {
      const ads = z.array(adOf(spec));
      return [spec.wire.nested, spec.onByDefault ? ads : z.optional(ads)];
    }),
  ),
  adDeposit: z.array(depositOnWire),
  refund: z.array(refundOnWire),
};

/** So many of each list that is nested in a client: the latest. */
export const mostNested = 50;

export function adsOf(client: object, { wire }: Spec): readonly AnyAd[] {
  return (client as Readonly<Record<string, readonly AnyAd[] | undefined>>)[wire.nested] ?? [];
}

/** Of all that is found; null where that is more than pages reach, left out for whoever may not have the file. */
const sums = z.optional(z.nullable(z.object({ wallet: money, held: money })));

const address = z.object({ country: z.string(), pincode: z.string() });

export const getUsers = endpoint({
  method: 'GET',
  path: '/get-user-for-admin',
  access: { admin: 'Support' },
  summary: 'All clients with their latest transactions, ads, deposits and refunds.',
  query: z.object(pageQuery(['-createdAt', 'username'], 50)),
  output: z.object({
    message: z.string(),
    users: z.array(
      z.object({
        _id: z.string(),
        username: z.string(),
        contact: z.object({ emailId: z.string(), contact1: z.string() }),
        address,
        wallet: money,
        held: money,
        createdAt: time,
        disabled: z.boolean(),
        ...nested,
      }),
    ),
    sums,
    ...pageAnswer,
  }),
  trips: 5,
});

export const getActiveUsers = endpoint({
  method: 'GET',
  path: '/kimi/active-users',
  access: { admin: 'Support' },
  summary:
    'Clients with something approved in the last 30 days, with their latest transactions, ads, deposits and refunds.',
  query: z.object(pageQuery(['-createdAt', 'username'], 50)),
  output: z.object({
    message: z.string(),
    activeUsers: z.array(
      z.object({
        _id: z.string(),
        username: z.string(),
        email: z.string(),
        contactNumber: z.string(),
        walletBalance: money,
        address,
        createdAt: time,
        ...nested,
      }),
    ),
    sums,
    ...pageAnswer,
  }),
  trips: 5,
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/kimi/export-users',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.clients' },
  summary: 'The list of clients as a spreadsheet, with the same search and sort.',
  query: z.object({
    ...pageQuery(['-createdAt', 'username'], 50),
    active: tick,
    format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
  }),
  media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  trips: 2000,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/kimi/get-user',
  access: { admin: 'Support' },
  summary: 'One client: contact, wallet, ad accounts, prices of their own, and whether sign-in is open.',
  query: z.object({ userId: idOf('user') }),
  output: z.object({
    message: z.string(),
    user: z.object({
      _id: z.string(),
      username: z.string(),
      contact: z.object({ emailId: z.string(), contact1: z.string(), mobile: z.string(), contactMethod: z.string() }),
      address,
      wallet: money,
      held: money,
      inAdAccounts: money,
      emailVerified: z.boolean(),
      twoFactor: z.boolean(),
      createdAt: time,
      lastSignIn: z.nullable(time),
      disabledAt: z.nullable(time),
      closedAt: z.nullable(time),
      pending: z.number(),
      agencyAds: z.unknown(),
      /** What everybody pays. */
      openingFee: money,
      topUpBasisPoints: z.number(),
      /** Set where this client pays another price than everybody. */
      ownOpeningFee: z.nullable(money),
      ownTopUpBasisPoints: z.nullable(z.number()),
      /** The first two hundred that are open. */
      adAccounts: z.array(
        z.object({
          _id: z.string(),
          state: z.string(),
          adType: z.string(),
          adsId: z.string(),
          /** What is left; by the book where nobody knows what was spent. */
          available: money,
          feeLeft: money,
        }),
      ),
      adAccountsTotal: z.number(),
      sessions: z.array(z.object({ address: z.string(), agent: z.string(), signedInAt: time, expiresAt: time })),
    }),
  }),
  trips: 6,
  refusals: ['not_found'],
});

export const disableUser = endpoint({
  method: 'PUT',
  path: '/kimi/disable-user',
  access: { admin: 'Admin' },
  summary: 'Closes sign-in for a client and ends every session at once; the money stays.',
  body: z.object({ userId: idOf('user'), reason: text(1000, 'Please enter a reason.') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 9,
  refusals: ['not_found', 'user.unchanged'],
  example: { userId: 'US-7K3Q-X2MF', reason: 'Asked for by the client.' },
});

export const enableUser = endpoint({
  method: 'PUT',
  path: '/kimi/enable-user',
  access: { admin: 'Admin' },
  summary: 'Opens sign-in for a client again.',
  body: z.object({ userId: idOf('user') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 8,
  refusals: ['not_found', 'user.unchanged'],
  example: { userId: 'US-7K3Q-X2MF' },
});
