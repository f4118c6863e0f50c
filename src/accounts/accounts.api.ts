/** The calls about ad accounts that were opened: what is in them, how they are, and what became of them. */
import * as z from 'zod/mini';
import { operations } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { dryRun, idOf, money, moneyIn, names, orBlank, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { kindNames } from '#kinds/kinds.ts';
import { accountStates } from '#ledger/accountlife.ts';
import { nickname } from '#ledger/nickname.ts';
import { choosePlatform, platforms } from '#platforms/platforms.ts';

const stateName = z.enum(accountStates, { error: `Please choose one of ${accountStates.join(', ')}.` });

/** As lists show it, and its page. */
const account = {
  _id: z.string(),
  adsId: z.string(),
  platform: z.enum(platforms),
  state: stateName,
  nickname: z.string(),
  /** What it was funded with and has not given back. */
  balance: money,
  openedAt: time,
  closedAt: z.nullable(time),
  /** The order that opened it. */
  applyId: z.string(),
  /** By its platform, until the last day that is known; null where nobody knows. */
  spent: z.nullable(money),
  /** What is left of the balance after that; null where nobody knows. */
  remaining: z.nullable(money),
  /** How long what is left lasts at the pace of the last seven complete days; null where nobody knows. */
  daysLeft: z.nullable(z.number()),
  /** It runs, and nothing was spent in five days. */
  idle: z.boolean(),
  /** When money was last put into it. */
  lastDepositAt: z.nullable(time),
  /** Whose it is; said to admins. */
  userId: z.optional(z.object({ _id: z.string(), username: z.string(), emailId: z.string() })),
};

const listQuery = z.object({
  ...pageQuery(['-openedAt'], 50),
  platform: orBlank(z.enum(platforms, { error: choosePlatform })),
  state: orBlank(stateName),
  /** Asked of admins only; a client reads the own. */
  userId: names('user', textOrEmpty(64)),
});

export const getAdAccounts = endpoint({
  method: 'GET',
  path: '/kimi/get-ad-accounts',
  access: 'signed in',
  summary: "A client's ad accounts, newest first; to an admin everybody's, or those of the client named by `userId`.",
  query: listQuery,
  output: z.object({
    message: z.string(),
    accounts: z.array(shape('AdAccount', account)),
    /** Of all that is found; null where that is more than pages reach, left out for whoever may not have the file. */
    sums: z.optional(z.nullable(z.object({ balance: money }))),
    ...pageAnswer,
  }),
  trips: 5,
  refusals: ['not_found'],
});

export const exportAdAccounts = endpoint({
  method: 'GET',
  path: '/kimi/export-ad-accounts',
  access: { client: 'Viewer', admin: 'Finance' },
  leavesTrace: { as: 'read.ad_accounts' },
  summary: 'The same list as a spreadsheet, whole.',
  query: listQuery,
  media: [spreadsheetType],
  trips: 10_000,
  refusals: ['not_found'],
});

const step = z.object({
  state: stateName,
  /** Why, as the client reads it, and the platform's own word for it. */
  reason: z.string(),
  word: z.string(),
  at: time,
  /** Typed for this account, in a list, read from its platform; by an appeal, a replacement, a reversal, the order. */
  source: z.enum(['typed', 'list', 'connection', 'appeal', 'replacement', 'reversal', 'order']),
  /** Who said so, and the internal note; both are for admins. */
  by: z.optional(z.string()),
  note: z.optional(z.string()),
});

const another = z.nullable(z.object({ _id: z.string(), adsId: z.string() }));

export const getAdAccount = endpoint({
  method: 'GET',
  path: '/kimi/get-ad-account',
  access: 'signed in',
  summary:
    'One ad account: its states from its opening on, what it replaces, the latest 50 movements, requests and shares.',
  query: z.object({ id: idOf('ad account') }),
  output: z.object({
    message: z.string(),
    account: z.object({
      ...account,
      feeLeft: money,
      /** What of the fee comes back with a refund of all that is left; null where the agency keeps fees. */
      feeBack: z.nullable(money),
      emptyOn: z.nullable(z.string()),
    }),
    /** The latest 60 days of which something is known, oldest first; and what was said of them before. */
    spend: z.array(z.object({ date: z.string(), amount: money, final: z.boolean() })),
    spentBefore: z.array(z.object({ date: z.string(), amount: z.nullable(money), at: time })),
    /**
     * What was put in, taken back and settled as spent by the book, each request net of what of it was undone; and what
     * the money in it has still to pay for, null where nothing is known.
     */
    reconciliation: z.object({
      funded: money,
      returned: money,
      settled: money,
      unsettled: z.nullable(money),
      spentUntil: z.nullable(z.string()),
      /** What the platform itself says is left, where it said so and an admin asks. */
      left: z.nullable(z.object({ amount: money, at: time })),
    }),
    /** The account that it was opened for, the one that was opened for it, and the request for one that waits. */
    replaces: another,
    replacedBy: another,
    replacement: z.nullable(z.object({ applyId: z.string(), amount: money, createdAt: time })),
    /** Oldest first. */
    timeline: z.array(step),
    /** Newest first; `amount` is negative where money left the account. */
    movements: z.array(
      z.object({ at: time, applyId: z.string(), kind: z.enum(kindNames), amount: money, balance: money }),
    ),
    requests: z.array(
      z.object({
        applyId: z.string(),
        kind: z.enum(kindNames),
        state: z.string(),
        amount: money,
        createdAt: time,
        decidedAt: z.nullable(time),
      }),
    ),
    shares: z.array(z.object({ _id: z.string(), emailId: z.string(), createdAt: time })),
  }),
  trips: 12,
  refusals: ['not_found'],
});

export const nameAdAccount = endpoint({
  method: 'PUT',
  path: '/kimi/name-ad-account',
  access: { client: ['Finance', 'Buyer'] },
  summary: 'Gives an ad account a name of your own; empty takes it away.',
  query: z.object({ id: idOf('ad account') }),
  body: z.object({ nickname }),
  output: z.object({ message: z.string(), _id: z.string(), nickname: z.string() }),
  trips: 4,
  refusals: ['not_found'],
  example: { nickname: 'Shoes, Germany' },
});

export const setAccountState = endpoint({
  method: 'PUT',
  path: '/kimi/account-state',
  access: { admin: 'Operations' },
  summary: 'Says what became of an ad account. Its client is told at once, by notice and mail, with the reason.',
  query: z.object({ id: idOf('ad account') }),
  body: z.object({
    state: stateName,
    /** The client reads it. */
    reason: text(1000, 'Please give a reason: the client reads it.'),
    /** The platform's own word, such as SUSPENDED. */
    word: textOrEmpty(80),
    /** No client reads it. */
    note: textOrEmpty(1000),
  }),
  output: z.object({ message: z.string(), _id: z.string(), state: stateName, before: stateName }),
  trips: 8,
  refusals: ['not_found', 'account.no_such_step', 'account.not_empty', 'account.busy'],
  example: { state: 'Suspended', reason: 'The platform asks for a proof of address.', word: 'SUSPENDED' },
});

export const appealAdAccount = endpoint({
  method: 'PUT',
  path: '/kimi/appeal-ad-account',
  access: { client: ['Finance', 'Buyer'] },
  summary: 'Asks the agency to appeal for a suspended ad account, in your own words. Your admins read them and answer.',
  query: z.object({ id: idOf('ad account') }),
  body: z.object({
    /** Client and admins read it; an admin passes it on to the platform. */
    text: text(1000, 'Please say why this account should run again.'),
  }),
  output: z.object({ message: z.string(), _id: z.string(), state: stateName }),
  trips: 12,
  refusals: ['not_found', 'account.no_appeal'],
  example: { text: 'We changed the page that the platform did not like.' },
});

export const applyReplacement = endpoint({
  method: 'POST',
  path: '/kimi/apply-replacement',
  access: { client: 'Finance', admin: 'Operations' },
  summary:
    'Asks for another ad account in place of a suspended or lost one. Its money and fee are held and move to the new one; no further fee.',
  body: z.object({
    id: idOf('ad account'),
    /** Client and admins read it. */
    reason: text(1000, 'Please say why this account has to be replaced.'),
  }),
  output: z.object({
    message: z.string(),
    replacement: z.object({ applyId: z.string(), adsId: z.string(), amount: money, state: z.string() }),
  }),
  trips: 16,
  refusals: ['not_found', 'replacement.running', 'replacement.busy', 'idempotency.key_reused'],
  example: { id: 'AA-7K3Q-X2MF', reason: 'The platform declined the appeal.' },
});

export const beginRefund = endpoint({
  method: 'POST',
  path: '/kimi/begin-refund',
  access: { admin: 'Finance' },
  summary:
    'Asks for a refund in a client’s name, of what is left in an ad account. The client is told at once, with the reason.',
  body: z.object({
    id: idOf('ad account'),
    amount: moneyIn,
    /** The client reads it. */
    reason: text(500, 'Please give a reason: the client reads it.'),
  }),
  output: z.object({
    message: z.string(),
    refund: z.object({ applyId: z.string(), adsId: z.string(), amount: money, state: z.string() }),
  }),
  trips: 18,
  refusals: ['not_found', 'refund.short', 'idempotency.key_reused'],
  example: { id: 'AA-7K3Q-X2MF', amount: 25, reason: 'The platform closed this account for good.' },
});

export const importStates = endpoint({
  method: 'POST',
  path: '/kimi/import-states',
  access: operations,
  file: 'file',
  summary:
    'Gives many ad accounts their states, from a pasted list or a file: Ads ID, state, reason. `dry` shows the difference only.',
  body: z.object({
    platform: z.enum(platforms, { error: choosePlatform }),
    /** Where no file is sent. */
    text: names('outside', textOrEmpty(100_000)),
    /** Of rows without one of their own; the client reads it. */
    reason: text(1000, 'Please give a reason: the client reads it.'),
    dry: dryRun,
  }),
  output: z.object({
    message: z.string(),
    dry: z.boolean(),
    changed: z.number(),
    same: z.number(),
    faults: z.number(),
    /** In the order of the list. A fault stops no other row. */
    rows: z.array(
      z.object({
        line: z.number(),
        adsId: z.string(),
        _id: z.nullable(z.string()),
        before: z.nullable(stateName),
        after: z.nullable(stateName),
        outcome: z.enum(['changes', 'same', 'fault']),
        message: z.string(),
      }),
    ),
  }),
  // Each step is told to its client: looked up, written down, noticed and mailed.
  trips: 500 * 8,
  example: { platform: platforms[0], text: '123-456-7890, Suspended', reason: 'Under review.', dry: true },
});
