/** Every sentence about revenue: the chart, the days of a month, and the entries behind them. */
import { labelOf } from '#kinds/kinds.ts';

export const words = {
  chart: 'Revenue of the last 7 days',
  title: 'Revenue',
  text: (zone: string) => `Opening and top-up fees taken, less fees given back, by day of approval, ${zone}.`,
  textUnknown: 'Opening and top-up fees taken, less fees given back, by day of approval.',
  months: 'Months',
  earlier: 'Earlier month',
  later: 'Later month',
  days: 'Days',
  wholeMonth: 'Whole month',
  noDays: 'This month has not begun.',
  entries: 'Entries',
  entriesOf: (when: string) => `Entries of ${when}`,
  entriesText: (amount: string) => `They add up to ${amount}.`,
  empty: 'Nothing was earned or given back.',
  at: 'When',
  source: 'What',
  sourceOf: (source: 'opening' | 'fee', back: boolean) =>
    `${source === 'opening' ? 'Opening fee' : 'Top-up fee'}${back ? ' given back' : ''}`,
  amount: 'Amount',
  applyId: 'Apply ID',
  kind: 'Request',
  thing: labelOf,
  client: 'Client',
} as const;
