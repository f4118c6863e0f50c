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
  /** Said of pasted lines of which some had no room any more. */
  rowsCut: (taken: number, of: number, most: number) =>
    `${taken} of ${of} lines were taken. At most ${most} can be sent at once.`,
  leastRows: 'At least one row is required!',
  lostBefore: 'No answer came to your last try. It may have arrived all the same.',
  lostSee: 'See whether it has arrived',
  arrivedSee: 'See what has arrived',
  arrivedAnew: 'Send this as a new one',
} as const;
