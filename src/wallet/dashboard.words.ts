/** Every sentence of the client's dashboard. */

export const words = {
  hello: (name: string) => `Hello, ${name}`,
  guest: 'Guest',
  /** The first line: `3 accounts are running, $1,204.00 left, the next will be empty on Tuesday.` */
  outlook: ({ running, left, next }: { running: number; left?: string | undefined; next?: string | undefined }) =>
    [
      running === 1 ? '1 account is running' : `${running} accounts are running`,
      ...(left === undefined ? [] : [`${left} left`]),
      ...(next === undefined ? [] : [`${running === 1 ? 'it' : 'the next'} will be empty ${next}`]),
    ].join(', ') + '.',
  balance: 'Wallet Balance',
  held: (amount: string) => `${amount} held for open requests`,
  nothingHeld: 'You can spend all of it.',
  nothingYet: 'Your wallet is empty.',
  statement: 'Statement',
  addMoney: 'Add Money',
  addMoneyText: 'Top up by USDT transfer.',
  updateAccount: 'Update Ad Account',
  updateAccountText: 'See, fund and share the accounts you run.',

  waiting: 'Open requests',
  nothingWaits: 'Nothing is waiting. Your requests stand here until they are decided, and paid.',
  since: 'sent',
  late: 'Taking longer than usual',
  more: (n: number) => (n === 1 ? 'and one more' : `and ${n} more`),

  running: 'Your ad accounts',
  accounts: (n: number) => (n === 1 ? '1 account' : `${n} accounts`),
  paused: ', paused',
  noAccounts: 'No ad account yet.',
  /** Beside an amount: the same word as in the first line, or that of the page of an account. */
  left: 'left',
  balanceOf: 'balance',
  order: (platform: string) => `Order ${platform}`,

  last: 'Latest movements',
  all: 'All movements',
  noMovements: 'No money has moved yet. Add money to begin.',
  after: (amount: string) => `Balance ${amount}`,

  failed: 'Failed to fetch wallet balance.',

  needed: 'Waiting for you',
  neededText: 'These were rejected. Read why, correct them and send them again.',
  rejected: (thing: string) => `${thing} rejected`,

  steps: 'Your first steps',
  stepsText: 'Three steps to your first ad account. This list goes away when they are done.',
  confirm: 'Confirm your e-mail address',
  confirmText: 'Withdrawals need a confirmed address.',
  money: 'Add money',
  moneyText: 'Send USDT to your wallet. We check that it arrived, then credit it.',
  moneyWaits: 'Your transfer is in review. You can already choose your account.',
  account: 'Order your first ad account',
  accountText: 'Choose a platform. We open the account, and its Ads ID appears here.',
  accountWaits: 'Your order is in review.',
  stepDone: 'Done',
  stepWaits: 'In review',
} as const;
