/** Every sentence about when a client hears of an account that runs low, and about refills by rule. */
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

  refill: {
    title: 'Refill by rule',
    text: 'A deposit is asked for by itself when this account runs low. Your agency decides it like any other.',
    failed: 'Failed to fetch the rule.',
    none: 'There is no rule for this account.',
    set: 'Set a rule',
    change: 'Change the rule',
    rule: (of: { days: number; put: string; mostPerDay: string; leave: string }) =>
      `Below ${of.days === 1 ? '1 day' : `${of.days} days`} left, put in ${of.put}; all refills of a day at most ${of.mostPerDay}; ${of.leave} stay in the wallet.`,
    by: (name: string) => `Set by ${name}. It acts once a day at most, and stops after three refusals.`,
    stopped: 'It was stopped.',
    stoppedWhy: (why: string) => `It stopped after three refusals. The last one: ${why}`,
    stop: 'Stop it',
    stopFailed: 'The rule could not be stopped.',
    day: 'Day',
    did: 'What it did',
    form: (name: string) => `Refill ${name} by rule`,
    belowDays: 'Below days left',
    belowDaysHint: 'Whole days, 1 to 30, at the pace of the last seven days.',
    fields: {
      put: { label: 'Put in', hint: 'Dollars. The fee comes on top, as with any deposit.' },
      mostPerDay: { label: 'At most a day', hint: 'What all your refills together may put in on a day.' },
      leave: { label: 'Leave in the wallet', hint: 'A refill that would leave less is not made.' },
    },
    save: 'Set the rule',
  },
} as const;
