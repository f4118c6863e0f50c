import * as z from 'zod/mini';
import { seenOnWire } from '#chain/evidence.api.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, moneyIn, shape, textOrEmpty, time } from '#kernel/fields.ts';
import { declarationStates } from './declarations.ts';

const declarationOnWire = shape('Declaration', {
  _id: z.string(),
  /** To be sent exactly: what was wanted, and some cents. */
  amount: money,
  networkName: z.string(),
  /** Null where this address is no longer shown: what was sent to it still counts, and nothing more is to be sent. */
  networkAddress: z.nullable(z.string()),
  createdAt: time,
  expiresAt: time,
  state: z.enum(declarationStates),
  /** The top-up that it became, or null. */
  applyId: z.nullable(z.string()),
  /** How far a transfer of this amount is on the chain; absent where none was seen. */
  seen: z.optional(seenOnWire),
});
export type Declaration = z.output<typeof declarationOnWire>;

export const declareTopup = endpoint({
  method: 'POST',
  path: '/kimi/declare-topup',
  access: { client: 'Finance' },
  summary:
    'Says that an amount will be sent within 24 hours, and answers the exact amount to send: its cents tell the transfer from all others, so that no hash and no picture is needed.',
  body: z.object({
    amount: moneyIn,
    /** Left out, the network that clients are shown. */
    networkName: textOrEmpty(60),
  }),
  output: z.object({ message: z.string(), declaration: declarationOnWire }),
  trips: 7,
  refusals: [
    'not_found',
    'declaration.crowded',
    'declaration.full',
    'declaration.unwatched',
    'idempotency.key_reused',
    'limit.reached',
  ],
  example: { amount: '500.00', networkName: 'TRC20' },
});

export const getDeclarations = endpoint({
  method: 'GET',
  path: '/kimi/get-declarations',
  access: { client: 'Viewer' },
  summary:
    "The client's declared amounts that are open, and those that arrived or expired within 24 hours; newest first.",
  output: z.object({
    message: z.string(),
    declarations: z.array(declarationOnWire),
    /** The networks that clients are shown on which amounts can be declared. */
    networks: z.array(z.string()),
    /** Whether what arrives may be credited without an admin: only then pages offer to declare an amount. */
    automatic: z.boolean(),
  }),
  trips: 4,
});

export const cancelDeclaration = endpoint({
  method: 'PUT',
  path: '/kimi/cancel-declaration',
  access: { client: 'Finance' },
  summary: 'Takes a declared amount back. What is in a block that was made before that still counts for it.',
  query: z.object({ id: idOf('declaration') }),
  output: z.object({ message: z.string(), declaration: declarationOnWire }),
  trips: 3,
  refusals: ['not_found', 'declaration.not_open'],
});
