/** What kinds of request have happen with a verdict, by the names that they give it. */
import type { Hooks } from '#requests/hooks.server.ts';
import { refuseWhatWasPaidOut } from '#topups/topups.server.ts';
import { refuseOwnAddress } from '#withdrawals/destinations.server.ts';
import { refuseWhatPaidBefore } from '#withdrawals/sent.server.ts';

export const hooks: Hooks = { refuseWhatWasPaidOut, refuseWhatPaidBefore, refuseOwnAddress };
