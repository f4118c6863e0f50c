/** Every sentence of the statement, on the screen and in its files. */
import { kindNamed, type KindName } from '#kinds/kinds.ts';

export const manyOf = (kind: KindName) => kindNamed(kind).words.many.client;

export const words = {
  title: 'Statement',
  text: 'Every movement of your wallet, with the balance after it.',
  date: 'Date',
  id: 'Apply ID',
  description: 'Description',
  amount: 'Amount',
  moneyIn: 'In',
  moneyOut: 'Out',
  balance: 'Balance',
  kind: 'Kind',
  from: 'From',
  to: 'To',
  days: (zone: string) => `Days are counted in ${zone.replaceAll('_', ' ')}. The first and the last are included.`,
  opening: 'Opening balance',
  closing: 'Closing balance',
  change: 'Change',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
  allDays: 'All days',
  periods: 'Periods',
  totalIn: 'Total in',
  totalOut: 'Total out',
  empty: 'No transactions available.',
  addMoney: 'Add money',
  failed: 'Failed to load transactions',
  xlsx: 'Excel',
  pdf: 'PDF',
  proof: 'Sealed copy',
  exportAs: (format: string) => (format === 'Sealed copy' ? 'Download a sealed copy' : `Export as ${format}`),
  downloaded: {
    xlsx: 'Excel file has been downloaded.',
    pdf: 'PDF file has been downloaded.',
    proof: 'A sealed copy has been downloaded.',
  },
  settled:
    'What your ad accounts spend is settled each month (ST-…). It is not listed here: the money left your wallet with the deposit. A settlement only lowers the balance of the account.',
  proved:
    'The whole statement is sealed every hour. With a sealed copy anybody can check, without us, that no line was changed or left out.',
  verifier: 'Download the program that checks it',

  file: {
    title: 'Wallet statement',
    client: 'Client',
    everything: 'from the beginning until now',
    range: (from: string, to: string) => `${from} to ${to}`,
    since: (from: string) => `since ${from}`,
    until: (to: string) => `until ${to}`,
    only: (kind: string) => `Only ${kind.toLowerCase()}. Balances are those of the whole wallet.`,
    zone: (zone: string) => `All times in ${zone.replaceAll('_', ' ')}. All amounts in US dollars.`,
    made: (at: string) => `Made on ${at}`,
    page: (n: number) => `Page ${n}`,
    none: 'No movements in this period.',
    held: 'The balance is what can be spent. Money held for open requests has already left it.',
    lacking: (sign: string) =>
      `${sign} stands for a letter that this file’s typeface does not have. The Excel file of the same statement has them all.`,
  },
} as const;
