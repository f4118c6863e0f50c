/** Sentences of the trial of automatic crediting. */
export const words = {
  title: 'Automatic crediting, tried',
  text: 'What would have been credited without an admin in the last 30 days, if clients had declared their amounts. We looked at top-ups that arrived for good and to the cent. Nothing is credited here.',
  back: 'Settings',
  failed: 'The trial failed.',
  limits: (transfer: string, clientDay: string, agencyDay: string) =>
    `At most ${transfer} of one transfer, ${clientDay} of one client and ${agencyDay} of all clients in 24 hours.`,
  more: 'Only the newest 1,000 were looked at.',
  sums: 'What would have become of them',
  outcome: 'Outcome',
  count: 'Top-ups',
  amount: 'Amount',
  topups: 'Each of them',
  at: 'When',
  client: 'Client',
  request: 'Request',
  state: 'Became',
  empty: 'No top-up of the last 30 days was seen arriving. Where no node is set, nothing is.',
  reasons: {
    credited: 'Credited without an admin',
    signal: 'Left to an admin: a signal',
    nodes: 'Left to an admin: two nodes have to agree',
    second: 'Left to an admin: a second admin is asked',
    transfer: 'Left to an admin: above the limit of one transfer',
    clientDay: 'Left to an admin: above the limit of one client',
    agencyDay: 'Left to an admin: above the limit of all clients',
  },
} as const;
