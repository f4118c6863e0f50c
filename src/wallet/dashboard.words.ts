/** Every sentence of the client's dashboard. */
import { ownLabelOf } from '#kinds/kinds.ts';

export const words = {
  hello: (name: string) => `Hello, ${name}`,
  guest: 'Guest',
  balance: 'Wallet Balance',
  held: (amount: string) => `${amount} held for requests that are not decided yet`,
  nothingHeld: 'All of it can be spent.',
  nothingYet: 'Add money, and order your first ad account from it.',
  statement: 'Statement',
  addMoney: 'Add Money',
  addMoneyText: 'Top up by USDT transfer.',
  updateAccount: 'Update Ad Account',
  updateAccountText: 'See, fund and share the accounts you run.',

  waiting: 'Waiting for a decision',
  waitingText: (hours: string) =>
    `Support works ${hours}. Money is credited and requests are decided within a day; ad accounts open within 1–2 working days.`,
  nothingWaits: 'Nothing waits for a decision. What you ask for stands here until it is decided.',
  thing: ownLabelOf,
  since: 'since',
  late: 'Taking longer than usual',
  more: (n: number) => (n === 1 ? 'and one more' : `and ${n} more`),

  running: 'Accounts running',
  accounts: (n: number) => (n === 1 ? '1 account' : `${n} accounts`),
  noAccounts: 'No ad account yet.',
  order: (platform: string) => `Order ${platform}`,
  orderFirst: 'Order your first ad account',

  last: 'Last movements',
  all: 'All movements',
  noMovements: 'Your wallet has not moved yet. Add money to begin.',
  after: (amount: string) => `Balance ${amount}`,

  failed: 'Failed to fetch wallet balance.',
  verify: 'Please confirm your e-mail address. Withdrawals need a confirmed one.',
  verifyNow: 'Confirm it',
} as const;
