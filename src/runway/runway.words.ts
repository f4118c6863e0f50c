/** Every sentence about when a client hears of an account that runs low, and about refills by rule. */
import type { Levels } from './levels.ts';

export const words = {
  title: { User: 'When we tell you', Admin: 'When the client is told' },
  text: {
    User: 'We tell you each time this account runs low, unless you switched that off.',
    Admin: 'The client is told each time this account runs low, unless they switched that off.',
  },
  unknown: 'We cannot watch this account until its spend is known.',
  failed: { User: 'Failed to load when we tell you.', Admin: 'Failed to load when the client is told.' },
  change: 'Change',
  /** `below 3 days or $100.00` */
  levels: ({ days, cents }: Levels, money: string) => {
    const parts = [...(days > 0 ? [days === 1 ? '1 day' : `${days} days`] : []), ...(cents > 0n ? [money] : [])];
    return parts.length === 0 ? 'Never.' : `Below ${parts.join(' or ')}.`;
  },
  asAll: { User: 'The same for all your accounts.', Admin: 'The same for all accounts of the client.' },
  own: 'For this account only.',
  form: (name: string) => `When ${name} runs low`,
  days: 'Days left',
  daysHint: 'Whole days, up to 90. 0 means never.',
  money: 'Money left',
  moneyHint: 'In dollars. 0 means never.',
  which: 'For which accounts',
  all: 'All my accounts',
  this: 'This account only',
  follow: 'This one like all others',
  save: 'Save',

  refill: {
    title: 'Automatic refill',
    text: {
      User: 'When this account runs low, we ask for a deposit in your name. Your agency decides it like any other.',
      Admin: 'When this account runs low, a deposit is asked for in the client’s name. It is decided like any other.',
    },
    failed: 'Failed to fetch the rule.',
    none: 'There is no rule for this account.',
    set: 'Set a rule',
    change: 'Change the rule',
    rule: (of: { days: number; put: string; mostPerDay: string; leave: string }) =>
      `Below ${of.days === 1 ? '1 day' : `${of.days} days`} left, put in ${of.put}. All refills together: at most ${of.mostPerDay} a day. Always left in the wallet: ${of.leave}.`,
    by: (name: string) => `Set by ${name}. It runs at most once a day, and stops after three refusals.`,
    stopped: 'The rule was stopped.',
    stoppedWhy: (why: string) => `The rule stopped after three refusals. The last one: ${why}`,
    stop: 'Stop it',
    stopFailed: 'The rule could not be stopped. Please try again.',
    day: 'Day',
    did: 'What it did',
    form: (name: string) => `Refill ${name} automatically`,
    belowDays: 'When fewer days are left than',
    belowDaysHint: 'Whole days, 1 to 30, at the average of what we know of the last seven.',
    fields: {
      put: { label: 'Put in', hint: 'In dollars. The fee is added, as with any deposit.' },
      mostPerDay: { label: 'At most per day', hint: 'The most that all your refills together may put in per day.' },
      leave: { label: 'Leave in the wallet', hint: 'If a refill would leave less, it is not made.' },
    },
    save: 'Set the rule',
  },
} as const;
