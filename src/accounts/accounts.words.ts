/** Every sentence of the pages about ad accounts. */
import type { AccountState } from '#ledger/accountlife.ts';

export const words = {
  title: 'Ad Accounts',
  text: {
    User: 'Every account you have, what is in it, and whether it runs.',
    Admin: 'Every account of every client, what is in it, and how it is.',
  },
  caption: 'Ad accounts',
  tooMany: 'More than 10,000 ad accounts: narrow the list to see what is in them together.',
  failed: 'Failed to fetch ad accounts.',
  empty: { User: 'You have no ad accounts yet. Order one, and it appears here.', Admin: 'No ad account is open yet.' },
  order: 'Order an account',
  search: { User: 'Ads ID, nickname or account ID', Admin: 'Ads ID, nickname, account ID or client' },
  back: 'All ad accounts',
  field: {
    account: 'Account',
    id: 'Account ID',
    adsId: 'Ads ID',
    platform: 'Platform',
    state: 'State',
    balance: 'Balance',
    spent: 'Spent',
    remaining: 'Left',
    daysLeft: 'Days left',
    emptyOn: 'Empty at this pace',
    lastDeposit: 'Last deposit',
    opened: 'Opened',
    closed: 'Closed',
    client: 'Client',
    email: 'Email',
    order: 'Opened by order',
    feeBack: 'Fee that goes back with a full refund',
  },
  noneCalledSo: 'There is no ad account with this Ads ID.',
  never: 'None yet',
  /** Whole days from ten on: nobody plans by their tenths. */
  days: (left: number) => (left >= 999 ? '999 or more' : left >= 10 ? `${Math.floor(left)}` : left.toFixed(1)),
  unknown: 'Unknown',
  idle: 'Idle',
  idleText: 'Nothing was spent in the last five days.',
  deposit: 'Deposit',
  refund: 'Refund',
  share: 'Share',
  rename: 'Rename',
  setState: 'Change state',
  replace: 'Replace',
  appeal: 'Appeal',

  balanceText: 'What was put in, less refunds and settled spend. What the platform says was spent is below.',
  timeline: 'What happened',
  movements: 'Money in and out',
  movementsText: 'The latest 50, newest first.',
  settlementText: {
    User: 'A settlement records what the account spent in a month. No money of yours moves: the balance only catches up with “Left”.',
    Admin:
      'A settlement records what the account spent in a month. No money of the client moves: the balance only catches up with “Left”.',
  },
  noMovements: 'No money has moved yet.',
  requests: 'Requests about it',
  noRequests: 'No requests yet.',
  shares: 'Shared with',
  noShares: 'Not shared with anybody yet.',
  at: 'When',
  what: 'What',
  request: 'Request',
  amount: 'Amount',
  after: 'Balance after',
  gmail: 'Gmail',

  /** A step as the timeline heads it. */
  steps: {
    Active: 'Runs again',
    Suspended: 'Suspended by the platform',
    Appealed: 'Under appeal',
    Lost: 'Lost',
    Replaced: 'Replaced',
    Closed: 'Closed',
  } satisfies Record<AccountState, string>,
  opened: 'Opened',
  by: (name: string) => `by ${name}`,
  platformSays: (word: string) => `The platform says “${word}”.`,
  note: (text: string) => `Note for admins: ${text}`,
  reversed: 'The approval behind this was reversed.',
  replacementApproved: 'Its money is in the account that replaces it.',

  /** What stands over the page of an account that does not run. */
  calm: {
    Suspended: 'The platform suspended this account',
    Appealed: 'The platform was asked to look again',
    Lost: 'This account could not be saved',
    Replaced: 'Another account replaced this one',
    Closed: 'This account is closed',
  } satisfies Record<Exclude<AccountState, 'Active'>, string>,

  /** What stands over the page of an account whose platform the agency has switched off. */
  paused: {
    title: (platform: string) => `${platform} is paused`,
    text: 'Your money stays in this account. You cannot ask for deposits, refunds or shares until we offer the platform again. If you need the money before that, write to us below.',
  },

  watch: {
    appealed: 'Under appeal',
    appealedText: 'Their clients wait for what the platform says. Write it on the page of the account.',
    all: (count: number) => `All ${count}`,
    dying: 'Empty within a week',
    dyingText: (count: number) =>
      count === 1 ? 'One account, at its pace.' : `${count} accounts, at their pace. The first ones are shown.`,
    empty: (left: string, when: string) => `${left} left, empty ${when}`,
  },
  appealed: { User: 'Your appeal', Admin: 'The client’s appeal' },
  appealing: {
    title: (name: string) => `Appeal for ${name}`,
    text: 'Tell the platform why this account should run again. We pass it on with all we know, and post the answer here. Until then your money stays where it is.',
    label: 'Your words to the platform',
    hint: 'What you changed, or why it is a mistake. Links to documents help.',
    templates: [
      'We changed the page that the platform objected to.',
      'Our documents are in order. Please tell us which ones you need.',
      'We believe this is a mistake: our ads follow the rules.',
    ],
    send: 'Send the appeal',
  },

  replacement: {
    replaces: 'Replaces',
    replacedBy: 'Replaced by',
    title: (name: string) => `Replace ${name}`,
    text: {
      User: 'We open another account for you. What is left in this one moves to it, and no fee is taken a second time.',
      Admin: 'All money in this account is held and moves to the new one, without a second fee. The client is told.',
    },
    moves: (amount: string) => `${amount} is set aside until the new account is open.`,
    movesLeft: (left: string, amount: string) =>
      `${left} is left for the new account. Until it opens, ${amount} is set aside, with what was spent already.`,
    reason: { User: 'What happened', Admin: 'Reason, which the client reads' },
    reasons: {
      User: ['The account was suspended, and I need another one.', 'The appeal was declined.'],
      Admin: ['The platform declined the appeal for good.', 'The platform suspended the account without a reason.'],
    },
    send: { User: 'Ask for another account', Admin: 'Begin the replacement' },
    waits: 'Another account is on its way',
    waitsText: (amount: string) =>
      `${amount} of this account is set aside for it. It moves to the new account when that opens, without a second fee.`,
    waitsLeft: (left: string, amount: string) =>
      `${left} is left for it, and moves when it opens, without a second fee. Until then ${amount} is set aside, with what was spent already.`,
    waitsEmpty: 'The new account appears in the list as soon as it is open.',
    takeBackText: (amount: string) => `No other account is opened. ${amount} goes back into this account at once.`,
    takeBackEmpty: 'No other account is opened, and this one stays as it is.',
    decide: 'Open the request',
  },

  refunding: {
    title: (name: string) => `Refund of ${name}`,
    text: 'The money is set aside until the refund is decided. Then it goes to the client’s wallet, as with their own refunds. The client is told at once, unless they switched that off.',
    left: (amount: string) => `${amount} is left in the account.`,
    reason: 'Reason, which the client reads',
    reasons: ['The platform declined the appeal for good.', 'The account is suspended, and its money is not used.'],
    send: 'Begin the refund',
  },

  states: {
    title: 'Import States',
    text: 'The states of many accounts at once, from a list. You see the difference before anything changes.',
    list: 'List',
    listHint: 'One account a line: Ads ID, state, and a reason if this one has its own. Or paste cells of a sheet.',
    example: '123-456-7890, Suspended, The platform asks for a proof of address.',
    choose: 'Choose a file',
    reasonHint:
      'For every row without a reason of its own. Each client is told at once, unless they switched that off.',
    show: 'Show the difference',
    failed: 'The states could not be imported.',
    empty: 'Please paste a list, or choose a file.',
    apply: (count: number) => (count === 1 ? 'Change 1 account' : `Change ${count} accounts`),
    line: 'Line',
    before: 'Now',
    after: 'In the list',
    result: 'What happens',
    outcome: { changes: 'Changes', same: 'Stays as it is' },
  },

  name: {
    title: 'Name this account',
    label: 'Nickname',
    hint: 'Only you and your agency see it. Leave it empty to show the Ads ID alone.',
    save: 'Save',
  },
  change: {
    title: (name: string) => `Change the state of ${name}`,
    state: 'New state',
    choose: 'Choose…',
    missing: 'Please choose the new state.',
    reason: 'Reason, which the client reads',
    word: 'The platform’s own word',
    wordHint: 'As the platform shows it, such as SUSPENDED. The client reads it.',
    note: 'Note for admins',
    noteHint: 'No client reads it.',
    told: 'The client is told at once, unless they switched that off.',
    save: 'Change state',
    last: 'This is its last state.',
    reasons: {
      Active: ['The platform accepted the appeal.'],
      Suspended: [
        'The platform suspended the account for a review of its payments.',
        'The platform says that an ad breaks its rules.',
      ],
      Appealed: ['We sent an appeal to the platform.'],
      Lost: ['The platform declined the appeal for good.'],
      Replaced: [],
      Closed: ['The account is empty and not used any more.'],
    } satisfies Record<AccountState, string[]>,
  },
} as const;
