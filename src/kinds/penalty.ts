/** A penalty is money that an admin takes for a breach of the terms: a correction, and no revenue. */
import type { KindOf } from './kind.ts';

export const penalty: KindOf<'penalty'> = {
  name: 'penalty',
  prefix: 'PN',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'wallet', dst: 'penalty', amount: 'amount' },
    { event: 'reverse', src: 'penalty', dst: 'wallet', amount: 'amount' },
  ],
  says: { short: 'The wallet holds less than this penalty.' },
};
