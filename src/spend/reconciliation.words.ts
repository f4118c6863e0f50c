/** Every sentence of the reconciliation over all accounts. */
export const words = {
  title: 'Reconciliation',
  text: 'The book beside what platforms say, account by account. A month ends at midnight, UTC.',
  failed: 'Failed to fetch the reconciliation.',
  month: 'Month',
  platform: 'Platform',
  all: 'All platforms',
  onlyDifferences: 'Only differences',
  accounts: 'Accounts',
  none: 'No ad account had money in this month.',
  noDifferences: 'Nothing differs, as far as is known.',
  sums: ({ count, compared, differing }: { count: number; compared: number; differing: number }) => {
    const accounts = count === 1 ? '1 account' : `${count} accounts`;
    if (compared === 0) return count === 0 ? accounts : `${accounts}, ${count === 1 ? 'not' : 'none of them'} compared`;
    const those = compared === count ? '' : `, ${compared} compared`;
    return `${accounts}${those}, ${differing === 0 ? 'none differs' : `${differing} ${differing === 1 ? 'differs' : 'differ'}`}`;
  },
  totals: (funded: string, spent: string, returned: string) =>
    `${funded} funded, ${spent} spent, ${returned} returned in this month.`,
  unknownText:
    'Connected platforms say what is left, and we compare it with the book at that hour. Without that, an account differs if more was spent than was in it.',
  unknown: 'Unknown',
  notTold: 'The platform does not say',
  most: 'The first 500 are shown; the file has all.',
  field: {
    account: 'Ads ID',
    id: 'Account ID',
    client: 'Client',
    platform: 'Platform',
    funded: 'Funded',
    spent: 'Spent',
    returned: 'Returned',
    shouldBeLeft: 'Should be left',
    leftByPlatform: 'Platform says is left',
    leftAt: 'Told at',
    difference: 'Difference',
    settledBy: 'Settled by',
  },
} as const;
