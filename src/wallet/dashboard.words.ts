/** Every sentence of the client's dashboard. */

export const words = {
  hello: (name: string) => `Hello, ${name}`,
  guest: 'Guest',
  /** The first line: `3 accounts run, $1,204.00 left, the next is empty on Tuesday.` */
  outlook: ({ running, left, next }: { running: number; left?: string | undefined; next?: string | undefined }) =>
    [
      running === 1 ? '1 account runs' : `${running} accounts run`,
      ...(left === undefined ? [] : [`${left} left`]),
      ...(next === undefined ? [] : [`${running === 1 ? 'it' : 'the next'} is empty ${next}`]),
    ].join(', ') + '.',
  balance: 'Wallet Balance',
  held: (amount: string) => `${amount} held for requests that are not decided yet`,
  nothingHeld: 'All of it can be spent.',
  nothingYet: 'Your wallet is empty.',
  statement: 'Statement',
  addMoney: 'Add Money',
  addMoneyText: 'Top up by USDT transfer.',
  updateAccount: 'Update Ad Account',
  updateAccountText: 'See, fund and share the accounts you run.',

  waiting: 'Waiting for a decision',
  nothingWaits: 'Nothing waits for a decision. What you ask for stands here until it is decided.',
  since: 'asked',
  late: 'Taking longer than usual',
  more: (n: number) => (n === 1 ? 'and one more' : `and ${n} more`),

  running: 'Accounts running',
  accounts: (n: number) => (n === 1 ? '1 account' : `${n} accounts`),
  noAccounts: 'No ad account yet.',
  order: (platform: string) => `Order ${platform}`,

  last: 'Last movements',
  all: 'All movements',
  noMovements: 'Your wallet has not moved yet. Add money to begin.',
  after: (amount: string) => `Balance ${amount}`,

  failed: 'Failed to fetch wallet balance.',

  needed: 'Waiting for you',
  neededText: 'These were rejected. Read why, put it right and send it again.',
  rejected: (thing: string) => `${thing} rejected`,

  steps: 'Your first steps',
  stepsText: 'Three steps, and your first ad account is on its way. This list leaves when they are done.',
  confirm: 'Confirm your e-mail address',
  confirmText: 'Withdrawals need a confirmed address.',
  money: 'Add money',
  moneyText: 'Send USDT to your wallet. We credit it as soon as it has arrived.',
  moneyWaits: 'Your transfer is in review. You can choose your account meanwhile.',
  account: 'Order your first ad account',
  accountText: 'Choose a platform. We open the account, and its Ads ID appears here.',
  accountWaits: 'Your order is in review.',
  stepDone: 'Done',
  stepWaits: 'In review',
} as const;
