/** How evidence looks on the wire; lists of top-ups and the queue carry it. */
import * as z from 'zod/mini';
import { money, shape, time } from '#kernel/fields.ts';
import { verdicts } from './verdict.ts';

/** The last look at a transfer, as admins see it. */
export const evidenceOnWire = shape('Evidence', {
  verdict: z.enum(verdicts),
  network: z.string(),
  hash: z.string(),
  /** The event of the transaction that it is about. */
  line: z.nullable(z.number()),
  /** In USDT, exactly as the chain has it: `1000.005`. */
  amount: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  recipient: z.nullable(z.string()),
  block: z.nullable(z.number()),
  confirmations: z.nullable(z.number()),
  needed: z.number(),
  final: z.boolean(),
  /** When its block was made. */
  at: z.nullable(time),
  checkedAt: time,
  /** How many lines of the transaction pay us. */
  lines: z.number(),
  nodes: z.array(z.object({ node: z.string(), said: z.string() })),
  /** The whole cents that arrived for good, where it is another amount than was announced, or too old. */
  receivedMoney: z.nullable(money),
});
export type Evidence = z.output<typeof evidenceOnWire>;

/** How far a transfer is, as its own client sees it. */
export const seenOnWire = shape('SeenOnChain', {
  state: z.enum(['NotSeen', 'Seen', 'Final']),
  confirmations: z.number(),
  needed: z.number(),
});
export type SeenByClient = z.output<typeof seenOnWire>;
