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

export const words = {
  actions,
  groups: { do: 'Do', pages: 'Pages', users: 'People', accounts: 'Ad accounts', requests: 'Requests' },
  results: 'Found',
  looking: 'Looking…',
  nothing: 'Nothing found. Enter looks everywhere, errors too.',
  openedBy: (applyId: string) => `Order ${applyId}`,
  found: (count: number) => (count === 1 ? '1 found' : `${count} found`),
} as const;
