/**
 * The ledger is the truth about money: a list of movements, each saying that one account pays another, to which rows
 * are only ever added. This file knows the names of the accounts; what moves when is in each kind's postings, and the
 * movements themselves are written by one database function.
 */
/** Where money can be. The first three belong to a client and can run dry; the others are the agency's own. */
export const places = {
  wallet: 'what a client can spend',
  held: 'what a client has asked to use and an admin has not decided on',
  'ad account': 'what an ad account was funded with, has not given back, and is not settled as spent',
  outside: 'the world outside: USDT that came in or went out',
  opening: 'opening fees earned',
  fee: 'top-up fees earned',
  penalty: 'penalties taken',
  spent: 'what ad accounts spent at their platforms, month by month as it is settled',
  goodwill: 'goodwill given',
} as const;
export type Place = keyof typeof places;
