/** Every sentence of the files that clients make of their own requests. */
export const words = {
  exported: 'The file has been downloaded.',
  exportFailed: 'An error occurred while exporting data.',
  what: 'Request',
  amount: 'Amount',
  announced: 'Announced',
  fees: 'Fees',
  total: 'Total',
  network: 'Network',
  address: 'Address',
} as const;
