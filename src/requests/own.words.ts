/** Every sentence of the files that clients make of their own requests. */
export const words = {
  what: 'Request',
  amount: 'Amount',
  announced: 'Announced',
  fees: 'Fees',
  total: 'Total',
  network: 'Network',
  address: 'Address',
} as const;
