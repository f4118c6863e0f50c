/** How the address of a withdrawal looks on the wire; the queue and the lists of withdrawals carry it. */
import * as z from 'zod/mini';
import { shape, time } from '#kernel/fields.ts';

/** What an admin has to know of the address before paying. */
export const destinationOnWire = shape('Destination', {
  /** One of the agency's own, today's or an earlier one: no client is paid there. */
  own: z.boolean(),
  /** Another admin has to agree before it is paid; the transfer is named after that. */
  takesTwo: z.boolean(),
  /** How often this client was paid there before, and since when they have asked for it. */
  paidBefore: z.number(),
  askedSince: time,
  /** Another client was, or wanted to be, paid there too. */
  ofAnotherClient: z.boolean(),
  /** An address that is known here, and begins and ends as this one without being it. */
  looksLike: z.nullable(z.string()),
  /** The hash of a transfer of exactly this amount that left to it since it was asked for, and that none names yet. */
  sentWith: z.nullable(z.string()),
  /** Of whoever asked for it; null where they never changed. */
  passwordChangedAt: z.nullable(time),
  emailChangedAt: z.nullable(time),
  /** Since when the address is in the client's book; null where it is not. */
  addedAt: z.nullable(time),
  /** It waits until then before it may be approved, unless an admin lets it pass; null where nothing has to wait. */
  payableFrom: z.nullable(time),
});
export type Destination = z.output<typeof destinationOnWire>;
