/** What forms and their rows say; only pages with a form load it. */
export const words = {
  problems: (n: number) => (n === 1 ? 'One thing needs your attention' : `${n} things need your attention`),
  lookAtField: 'Please check this field.',
  row: (n: number) => `Row ${n}`,
  rowProblem: (row: string, problem: string) => `${row}: ${problem}`,
  removeRow: (row: string) => `Remove ${row}`,
  didYouMean: (address: string) => `Did you mean ${address}?`,
  meantIt: 'Yes, use it',
  meantNot: 'No, keep mine',
  rowsPasted: (n: number) => `${n} rows filled`,
  leastRows: 'At least one row is required!',
} as const;
