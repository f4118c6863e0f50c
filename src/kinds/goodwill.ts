/** Goodwill is money of the agency that an admin gives to a client: a correction, as a penalty is, and no revenue. */
import type { KindOf } from './kind.ts';

export const goodwill: KindOf<'goodwill'> = {
  name: 'goodwill',
  prefix: 'GW',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'goodwill', dst: 'wallet', amount: 'amount' },
    { event: 'reverse', src: 'wallet', dst: 'goodwill', amount: 'amount' },
  ],
};
