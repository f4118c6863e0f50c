import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, idOf, money, orBlank, shape, tick, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';

const transferStates = ['Seen', 'Final', 'Gone'] as const;
const directions = ['In', 'Out', 'Own'] as const;

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  orBlank(z.enum(names), `Please choose ${names.join(', ')}.`);

const transferOnWire = shape('Transfer', {
  _id: z.string(),
  network: z.string(),
  hash: z.string(),
  /** The event of the transaction, from 0. */
  line: z.number(),
  /** In USDT, exactly as the chain has it. */
  amount: z.string(),
  sender: z.string(),
  recipient: z.string(),
  /** In: to us; Out: from us; Own: from one address of ours to another. */
  direction: z.enum(directions),
  block: z.number(),
  at: time,
  confirmations: z.number(),
  needed: z.number(),
  state: z.enum(transferStates),
  /** The request that names it, or null: of what came in nobody's yet, of what left known to nobody. */
  applyId: z.nullable(z.string()),
  /** That request was reversed, so that the transfer counts for none. */
  reversed: z.boolean(),
  client: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** It left, no withdrawal names it, and admins were told. */
  alarming: z.boolean(),
  /** It counted for its request, a fork took it back, and no admin has seen to it yet. */
  lost: z.boolean(),
});
export type Transfer = z.output<typeof transferOnWire>;

const query = z.object({
  ...pageQuery(['-at']),
  state: oneOf(transferStates),
  direction: oneOf(directions),
  /** Only what no request names. */
  nobodys: tick,
  /** Whole days of the agency in which its block was made, both included. */
  from: orBlank(day),
  to: orBlank(day),
});

/** In USDT, exactly. */
const sum = z.object({ in: z.string(), out: z.string(), own: z.string() });

export const getTransfers = endpoint({
  method: 'GET',
  path: '/kimi/get-transfers',
  access: { admin: 'Support' },
  summary:
    'Every transfer of USDT at an address that clients were ever shown, newest first, and what of it is nobody’s. `q` is a hash or an address.',
  query,
  output: z.object({
    message: z.string(),
    transfers: z.array(transferOnWire),
    /** What came in and nobody named yet, of all times. */
    unclaimed: z.object({ count: z.number(), amount: money }),
    /** How many left that no withdrawal names. */
    unknownOut: z.number(),
    /** How many transactions at our addresses could not be read for ten minutes or longer. */
    unreadable: z.number(),
    /** The first five of them. */
    unread: z.array(z.object({ network: z.string(), hash: z.string() })),
    /** How many a fork took back after they had counted, and nobody has seen to. */
    lost: z.number(),
    /**
     * Of all that is found; what is Gone adds up to nothing. Null where that is more than pages reach, left out for
     * whoever may not have the file.
     */
    sums: z.optional(z.nullable(z.object({ final: sum, seen: sum }))),
    /** In which the days begin and end. */
    timeZone: z.string(),
    ...pageAnswer,
  }),
  trips: 4,
});

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/kimi/export-transfers',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.transfer_list' },
  summary: 'The same transfers as a file, whole; amounts as exact as the chain has them.',
  query,
  media: ['text/csv'],
  trips: 10_000,
});

export const acknowledgeTransfer = endpoint({
  method: 'PUT',
  path: '/kimi/acknowledge-transfer',
  access: { admin: 'Finance' },
  summary: 'Says that somebody has seen to a transfer which a fork took back after it had counted for a request.',
  query: z.object({ id: idOf('transfer') }),
  output: z.object({ message: z.string() }),
  trips: 6,
  refusals: ['not_found'],
});
