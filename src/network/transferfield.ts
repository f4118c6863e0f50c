/** The id of a transfer as a field of a call, checked in the browser as on the server. */
import * as z from 'zod/mini';
import { names, text } from '#kernel/fields.ts';
import { refusalOfTransferId, unclearTransfer } from './transferids.ts';

/** A hash, or what an exchange calls an internal transfer; nothing that is nearly a hash. */
export const transferId = names(
  'outside',
  text(128, 'Please enter the transaction ID.').check(
    z.refine((typed) => refusalOfTransferId(typed) === undefined, { error: unclearTransfer.message }),
  ),
);
