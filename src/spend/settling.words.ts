/** Every sentence of the page that settles months. */
import type { SettleState } from './settling.ts';

export const words = {
  title: 'Settle a Month',
  text: 'Posts what ad accounts spent in a month that platforms no longer change. It is taken off the accounts. No wallet is touched.',
  back: 'Import spend',
  reconciliation: 'Reconciliation',
  month: 'Month',
  show: 'Show what can be settled',
  failed: 'The month could not be settled.',
  settle: (count: number) => (count === 1 ? 'Settle 1 account' : `Settle ${count} accounts`),
  accounts: 'Accounts',
  nothing: 'Nothing was spent in this month, as far as is known.',
  most: 'The first 500 are shown, what stands in the way first.',
  field: {
    account: 'Ads ID',
    client: 'Client',
    state: 'State',
    spent: 'Spent',
    amount: 'Settles',
    feeShare: 'Fee that leaves',
    why: 'What stands in the way',
  },
  state: {
    missing: 'Days missing',
    open: 'Not final',
    closed: 'Closed',
    short: 'Not enough money',
    ready: 'Can be settled',
    settled: 'Settled',
  } satisfies Record<SettleState, string>,
  feeText:
    'The fee that leaves is the part of the top-up fee that could have come back with this money. It was earned already; nothing is charged.',
} as const;
