import type { Spec } from '#platforms/platforms.ts';

/** What can be done from the finder, and how people say it; longer ways of saying it come first. */
const actions = [
  {
    said: ['change the price of', 'change prices of', 'change price of', 'prices of', 'price of'],
    label: (name: string) => `Change the prices of ${name}`,
    to: (id: string) => `/admin/users/${id}#prices`,
  },
  {
    said: ['requests of', 'all requests of', 'history of'],
    label: (name: string) => `All requests of ${name}`,
    to: (id: string) => `/admin/requests?client=${id}`,
  },
  {
    said: ['top-ups of', 'topups of', 'transactions of'],
    label: (name: string) => `What ${name} waits for`,
    to: (id: string) => `/admin/requests?client=${id}&state=waiting`,
  },
  {
    said: ['ad accounts of', 'accounts of'],
    label: (name: string) => `Ad accounts of ${name}`,
    to: (_id: string, name: string) => `/accounts?q=${encodeURIComponent(name)}`,
  },
  {
    said: ['login as', 'log in as', 'penalty for', 'goodwill for', 'sessions of', 'open'],
    label: (name: string) => `Open the page of ${name}`,
    to: (id: string) => `/admin/users/${id}`,
  },
] as const;

/** What clients can do with an ad account of theirs, and on which page of its platform. */
const ownActions = [
  {
    said: ['deposit to', 'deposit into'],
    label: (name: string) => `Deposit into ${name}`,
    at: (pages: Spec['pages']) => pages.deposit[0],
  },
  {
    said: ['refund of', 'refund from'],
    label: (name: string) => `Refund from ${name}`,
    at: (pages: Spec['pages']) => pages.refund[0],
  },
] as const;

export const words = {
  actions,
  ownActions,
  groups: { do: 'Do', pages: 'Pages', users: 'People', accounts: 'Ad accounts', requests: 'Requests' },
  results: 'Found',
  looking: 'Looking…',
  nothing: 'Nothing found. Enter looks everywhere, errors too.',
  nothingOwn: 'Nothing of yours is called so.',
  withFees: (amount: string, total: string) => `${amount}, ${total} with fees`,
  states: { Completed: 'Approved' } as Readonly<Record<string, string>>,
  openedBy: (applyId: string) => `Order ${applyId}`,
  found: (count: number) => (count === 1 ? '1 found' : `${count} found`),
} as const;
