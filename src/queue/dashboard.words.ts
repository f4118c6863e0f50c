/** Every sentence of the admin's dashboard. */
import type { KindName } from '#kinds/kinds.ts';
import type { Platform } from '#requests/requests.ts';

const things: Record<KindName, string> = {
  topup: 'Transactions',
  application: 'ad applications',
  deposit: 'deposits',
  refund: 'refunds',
  withdrawal: 'Withdrawals',
  penalty: 'Penalties',
  goodwill: 'Goodwill credits',
};

export const words = {
  title: 'Admin Dashboard',
  failed: 'Failed to fetch dashboard data.',
  users: 'Total Users',
  usersDetail: 'Clients who registered; admins are not counted.',
  revenue: 'Total Revenue',
  revenueDetail: 'Opening and top-up fees taken, less fees given back.',
  active: 'Active Users',
  activeDetail: 'Something approved, and not reversed, in the last 30 days.',
  chart: 'Revenue of the last 7 days',
  chartText: (zone: string) => `By day of approval, ${zone}. Fees given back count against their day.`,
  allDays: 'All days and entries',
  total: (amount: string) => `${amount} in these 7 days`,
  waiting: 'Waiting for a decision',
  waitingText: (total: number, late: number) => (late === 0 ? `${total} in all.` : `${total} in all, ${late} late.`),
  nothingWaits: 'Nothing waits for a decision.',
  openQueue: 'Open the queue',
  oldest: 'oldest',
  late: (count: number) => `${count} late`,
  money: 'Money in our hands',
  moneyText: 'What belongs to clients, as the ledger has it.',
  wallets: 'Client wallets',
  walletsDetail: 'can be spent or withdrawn',
  held: 'Held',
  heldDetail: 'for requests that are not decided yet',
  adAccounts: 'In ad accounts',
  adAccountsDetail: 'funded and not refunded',
  topups: 'Top-ups approved today',
  topupsDetail: (count: number) => (count === 1 ? '1 transfer' : `${count} transfers`),
  penalties: 'Penalties today',
  goodwill: 'Goodwill given today',
  thing: (kind: KindName, platform: Platform | null) =>
    platform === null ? things[kind] : `${platform} ${things[kind]}`,
} as const;
