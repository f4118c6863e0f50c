/** Every sentence about when a client hears of an account that runs low. */
import type { Levels } from './levels.ts';

export const words = {
  title: 'When we tell you',
  text: 'A notice and a mail when this account runs low, once each time it does.',
  failed: 'Failed to fetch when we tell you.',
  change: 'Change',
  /** `below 3 days or $100.00` */
  levels: ({ days, cents }: Levels, money: string) => {
    const parts = [...(days > 0 ? [days === 1 ? '1 day' : `${days} days`] : []), ...(cents > 0n ? [money] : [])];
    return parts.length === 0 ? 'Never.' : `Below ${parts.join(' or ')}.`;
  },
  asAll: 'As for all your accounts.',
  own: 'For this account alone.',
  form: (name: string) => `When ${name} runs low`,
  days: 'Days left',
  daysHint: 'Whole days, up to 90. 0: never.',
  money: 'Money left',
  moneyHint: 'Dollars. 0: never.',
  which: 'For which accounts',
  all: 'All my accounts',
  this: 'This account alone',
  follow: 'This one as all others',
  save: 'Save',
} as const;
