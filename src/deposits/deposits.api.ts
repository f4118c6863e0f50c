/** The calls about deposits. Each platform names its own addresses; they differ in nothing else. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, moneyInOr, names, shape, text } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { forEachPlatform, type Platform } from '#platforms/platforms.ts';
import { action, rowQuery, verdictBody, verdictRefusals } from '#requests/verdict.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';
import { signalsInLists } from '#signals/listed.api.ts';
import { bothNeeded, mostRows, oneRowNeeded } from './deposits.ts';

export const depositOnWire = shape('Deposit', {
  ...requestOnWire,
  adsId: z.string(),
  adType: z.string(),
  money,
  topUpFee: money,
  totalCost: money,
  userId: personOnWire,
  signals: signalsInLists,
});

/** A missing amount and one that is not above 0 are the same fault: the row is not filled in. */
const depositMoney = moneyInOr(bothNeeded, true);

const adsId = names('Ads ID', text(64, bothNeeded));
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

export const createDeposit = forEachPlatform(({ name, calls }) =>
  endpoint({
    method: 'POST',
    path: calls.createDeposit,
    feature: name,
    access: { client: ['Buyer', 'Finance'] },
    summary: `Asks for deposits into own ${name} ad accounts: one, or several that are made all or none. Money and fee are held at once.`,
    body: createBody(name),
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
    refusals: ['not_found', 'deposit.inactive', 'wallet.insufficient', 'prices.changed', 'idempotency.key_reused'],
    example: {
      deposits: [
        { adsId: '123-456-7890', money: 100 },
        { adsId: '123-456-7891', money: '50.50' },
      ],
      adType: name,
    },
  }),
);

const listOutput = z.object({ message: z.string(), deposits: z.array(depositOnWire), ...pageAnswer });
const listQuery = z.object(pageQuery(['-createdAt']));

export const getDeposits = forEachPlatform(({ name, calls }) =>
  endpoint({
    method: 'GET',
    path: calls.deposits,
    feature: name,
    access: { client: 'Viewer' },
    summary: `The client's deposits into ${name} ad accounts, newest first.`,
    query: listQuery,
    output: listOutput,
    trips: 2,
  }),
);

export const exportDeposits = forEachPlatform(({ name, calls, wire }) =>
  endpoint({
    method: 'GET',
    path: calls.exportDeposits,
    feature: name,
    access: { client: 'Viewer' },
    leavesTrace: { as: 'read.deposits' },
    summary: `The same list as a spreadsheet, whole: ${wire.depositFile}.`,
    query: listQuery,
    media: [spreadsheetType],
    trips: 2,
  }),
);

export const getPendingDeposits = forEachPlatform(({ name, calls }) =>
  endpoint({
    method: 'GET',
    path: calls.pendingDeposits,
    feature: name,
    access: { admin: 'Support' },
    summary: `Deposits into ${name} ad accounts that wait for a decision, oldest first; \`state\` widens.`,
    query: z.object(pageQuery(['createdAt'])),
    output: listOutput,
    trips: 3,
  }),
);

export const getCompletedDeposits = forEachPlatform(({ name, calls }) =>
  endpoint({
    method: 'GET',
    path: calls.completedDeposits,
    feature: name,
    access: { admin: 'Support' },
    summary: `Approved deposits into ${name} ad accounts, newest first.`,
    query: listQuery,
    output: listOutput,
    trips: 3,
  }),
);

export const approveDeposit = endpoint({
  method: 'PUT',
  path: '/kimi/approve-deposit',
  access: { admin: 'Operations' },
  confirmedBy: 'passkey above an amount',
  summary: 'Approves a deposit with a transaction ID, or rejects it with a remark that the client reads.',
  query: z.object({ ...rowQuery, action }),
  body: verdictBody,
  output: z.object({ message: z.string(), deposit: depositOnWire }),
  trips: 16,
  also202: true,
  refusals: verdictRefusals('deposit'),
  example: { transactionId: 'bank-2026-11-0042' },
});
