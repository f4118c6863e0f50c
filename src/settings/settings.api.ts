import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, idOf, money, moneyFromZero, moneyIn, shape, text, tickOrNone, time } from '#kernel/fields.ts';
import { platforms } from '#platforms/platforms.ts';

/** Settings on the wire: money in dollars, the fee in basis points (1 500 = 15 %). */
const settingsOnWire = shape('Settings', {
  openingFee: money,
  topUpBasisPoints: z.number(),
  depositOptions: z.array(money),
  refundsReturnFee: z.boolean(),
  secondPair: z.object({
    on: z.boolean(),
    network: z.boolean(),
    corrections: z.boolean(),
    refundsAbove: money,
    withdrawalsAbove: money,
    moneyInAbove: money,
  }),
  platforms: z.array(z.enum(platforms)),
  /** How many top-ups of one client may wait for a decision. */
  mostPendingTopups: z.number(),
  /** How long a payout to a new address waits, and one after a change of password or e-mail address. */
  payoutWaitHours: z.number(),
  leastDeposit: money,
  adminsNeedTwoFactor: z.boolean(),
  passkeyAbove: money,
  /** Declared amounts that arrived are credited without an admin, up to a transfer's amount, and in 24 hours. */
  autoCredit: z.object({ on: z.boolean(), transfer: money, clientDay: money, agencyDay: money }),
});

const rate = count(0, 10_000, 'Please enter a fee from 0 to 100%.');

/** A slip in a name, also in one of a group, leaves nothing. */
function namesAny(body: object): boolean {
  return Object.values(body).some((value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? namesAny(value) : value !== undefined,
  );
}

export const getSettings = endpoint({
  method: 'GET',
  path: '/kimi/get-settings',
  access: { admin: 'Support' },
  summary: 'The settings that hold now, who changed them when, and what is missing for a second pair of eyes.',
  output: z.object({
    message: z.string(),
    settings: settingsOnWire,
    history: z.array(
      z.object({
        _id: z.string(),
        at: time,
        author: z.nullable(z.string()),
        confirmedBy: z.nullable(z.string()),
        settings: settingsOnWire,
      }),
    ),
    /** A change that waits for a second admin, by its id for `confirm-action`; `own` is whether the caller made it. */
    waiting: z.nullable(
      z.object({
        _id: z.string(),
        at: time,
        author: z.nullable(z.string()),
        own: z.boolean(),
        settings: settingsOnWire,
      }),
    ),
    admins: z.number(),
  }),
  trips: 4,
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/kimi/update-settings',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  also202: true,
  summary:
    'Writes a new version of the settings, in which what is left out stays what it is; requests already made keep what they were priced with. What takes safety away while the second pair of eyes is on waits for another admin (202), until confirmed, dropped, or something else is saved.',
  body: z
    .object({
      openingFee: z.optional(moneyFromZero),
      topUpBasisPoints: z.optional(rate),
      depositOptions: z.optional(
        z
          .array(moneyFromZero, { error: 'Please enter at least one amount.' })
          .check(
            z.minLength(1, { error: 'Please enter at least one amount.' }),
            z.maxLength(20, { error: 'Please enter at most 20 amounts.' }),
          ),
      ),
      refundsReturnFee: tickOrNone,
      secondPair: z.optional(
        z.object({
          on: tickOrNone,
          network: tickOrNone,
          corrections: tickOrNone,
          refundsAbove: z.optional(moneyFromZero),
          withdrawalsAbove: z.optional(moneyFromZero),
          /** Of top-ups and goodwill. */
          moneyInAbove: z.optional(moneyFromZero),
        }),
      ),
      platforms: z.optional(
        z
          .array(z.enum(platforms), { error: 'Please choose platforms from the list.' })
          .check(z.minLength(1, { error: 'Please leave at least one platform switched on.' })),
      ),
      mostPendingTopups: z.optional(count(1, 10_000)),
      payoutWaitHours: z.optional(count(0, 720)),
      leastDeposit: z.optional(moneyIn),
      adminsNeedTwoFactor: tickOrNone,
      passkeyAbove: z.optional(moneyFromZero),
      autoCredit: z.optional(
        z.object({
          on: tickOrNone,
          transfer: z.optional(moneyFromZero),
          clientDay: z.optional(moneyFromZero),
          agencyDay: z.optional(moneyFromZero),
        }),
      ),
    })
    .check(z.refine(namesAny, { error: 'Please name a setting to change.' })),
  output: z.object({ message: z.string(), settings: settingsOnWire }),
  trips: 15,
  refusals: ['settings.one_admin'],
  example: {
    openingFee: 30,
    topUpBasisPoints: 1500,
    depositOptions: [0, 15, 30, 50, 100, 200, 500],
    refundsReturnFee: true,
    secondPair: { on: false, network: true, corrections: true, refundsAbove: 1000, withdrawalsAbove: 1000 },
    adminsNeedTwoFactor: false,
    autoCredit: { on: false, transfer: 500, clientDay: 1000, agencyDay: 10000 },
  },
});

export const setClientPrices = endpoint({
  method: 'PUT',
  path: '/kimi/set-client-prices',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  also202: true,
  summary:
    'Gives one client an opening fee or top-up fee of their own; null goes back to what everybody pays, and one that is left out stays what it is, or is wished for already. While the second pair of eyes is on, another admin confirms it (202). The client is told what they pay from now on, and not why.',
  body: z
    .object({
      userId: idOf('user'),
      openingFee: z.optional(z.nullable(moneyFromZero)),
      topUpBasisPoints: z.optional(z.nullable(rate)),
      /** Whoever confirms it reads it; it stays beside the prices. */
      reason: text(500, 'Please give a reason: it stands in the audit log.'),
    })
    .check(
      z.refine(({ openingFee, topUpBasisPoints }) => namesAny({ openingFee, topUpBasisPoints }), {
        error: 'Please name a price to change.',
        path: ['openingFee'],
      }),
    ),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 15,
  refusals: ['not_found', 'settings.one_admin'],
  example: { userId: 'US-7K3Q-X2MF', openingFee: 20, topUpBasisPoints: 1200, reason: 'Loads $5,000 a month.' },
});
