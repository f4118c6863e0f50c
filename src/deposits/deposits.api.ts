/** The calls about deposits. Each platform has its own addresses, which differ in nothing else. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, moneyInOr, names, shape, text } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import type { Platform } from '#requests/requests.ts';
import { action, rowQuery, verdictBody, verdictRefusals } from '#requests/verdict.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';
import { bothNeeded, mostRows, oneRowNeeded } from './deposits.ts';

export const depositOnWire = shape('Deposit', {
  ...requestOnWire,
  adsId: z.string(),
  adType: z.string(),
  money,
  topUpFee: money,
  totalCost: money,
  userId: personOnWire,
});

/** A missing amount and one of nothing are the same fault: the row is not filled in. */
const depositMoney = moneyInOr(bothNeeded, true);

const adsId = names('ad account', text(64, bothNeeded));
const row = z.object({ adsId, money: depositMoney }, { error: bothNeeded });

const createBody = (platform: Platform) =>
  z.object({
    adType: z.optional(z.literal(platform, { error: `This call is for ${platform} ad accounts.` })),
    /** One row. Left out where `deposits` is given. */
    adsId: z.optional(adsId),
    money: z.optional(depositMoney),
    deposits: z.optional(
      z
        .array(row, { error: oneRowNeeded })
        .check(
          z.minLength(1, { error: oneRowNeeded }),
          z.maxLength(mostRows, { error: `Please send at most ${mostRows} rows at once.` }),
        ),
    ),
  });

function forEachPlatform<T>(make: (platform: Platform) => T): Record<Platform, T> {
  return { Google: make('Google'), Bing: make('Bing'), Facebook: make('Facebook') };
}

export const createDeposit = forEachPlatform((platform) =>
  endpoint({
    method: 'POST',
    path: `/kimi/create-${platform.toLowerCase()}-adDeposit`,
    access: { client: ['Buyer', 'Finance'] },
    summary: `Asks for deposits into own ${platform} ad accounts: one, or several that are made all or none. Money and fee are held at once.`,
    body: createBody(platform),
    output: z.object({
      message: z.string(),
      wallet: money,
      totalDeposit: money,
      topUpFee: money,
      totalCost: money,
      deposits: z.array(
        z.object({
          _id: z.string(),
          applyId: z.string(),
          adsId: z.string(),
          money,
          totalCost: money,
          state: z.string(),
        }),
      ),
    }),
    // Prices, accounts and one ledger change; two more for an answer given again.
    trips: 5,
    refusals: ['not_found', 'wallet.insufficient', 'idempotency.key_reused'],
    example: {
      deposits: [
        { adsId: '123-456-7890', money: 100 },
        { adsId: '123-456-7891', money: '50.50' },
      ],
      adType: platform,
    },
  }),
);

const listOutput = z.object({ message: z.string(), deposits: z.array(depositOnWire), ...pageAnswer });
const listQuery = z.object(pageQuery(['-createdAt']));

export const getDeposits = forEachPlatform((platform) =>
  endpoint({
    method: 'GET',
    path: `/kimi/get-${platform}-adDeposit`,
    access: { client: 'Viewer' },
    summary: `The client's deposits into ${platform} ad accounts, newest first.`,
    query: listQuery,
    output: listOutput,
    trips: 2,
  }),
);

export const depositFiles: Readonly<Record<Platform, string>> = {
  Google: 'googleDepositList.xlsx',
  Bing: 'bingDepositList.xlsx',
  Facebook: 'facebookDepositList.xlsx',
};

export const exportDeposits = forEachPlatform((platform) =>
  endpoint({
    method: 'GET',
    path: `/kimi/export-${platform.toLowerCase()}ad-deposit`,
    access: { client: 'Viewer' },
    summary: `The same list as a spreadsheet, whole: ${depositFiles[platform]}.`,
    query: listQuery,
    media: [spreadsheetType],
    trips: 2,
  }),
);

export const getPendingDeposits = forEachPlatform((platform) =>
  endpoint({
    method: 'GET',
    path: `/kimi/get-pending-${platform.toLowerCase()}-adDeposit`,
    access: { admin: 'Support' },
    summary: `Deposits into ${platform} ad accounts that wait for a decision, oldest first; \`state\` widens.`,
    query: z.object(pageQuery(['createdAt'])),
    output: listOutput,
    trips: 2,
  }),
);

export const getCompletedDeposits = forEachPlatform((platform) =>
  endpoint({
    method: 'GET',
    path: `/kimi/get-complete-${platform.toLowerCase()}-adDeposit`,
    access: { admin: 'Support' },
    summary: `Approved deposits into ${platform} ad accounts, newest first.`,
    query: listQuery,
    output: listOutput,
    trips: 2,
  }),
);

export const approveDeposit = endpoint({
  method: 'PUT',
  path: '/kimi/approve-deposit',
  access: { admin: 'Operations' },
  summary: 'Approves a deposit with a transaction ID, or rejects it with a remark that the client reads.',
  query: z.object({ ...rowQuery, action }),
  body: verdictBody,
  output: z.object({ message: z.string(), deposit: depositOnWire }),
  trips: 16,
  also202: true,
  refusals: verdictRefusals('deposit'),
  example: { transactionId: 'bank-2026-11-0042' },
});
