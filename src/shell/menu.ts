/**
 * The side menus: which links stand beside a page depends on where it is, and on what one may do. Pure, so that a test
 * can walk them.
 */
import { mayCall, operations, type Access, type Standing } from '#kernel/access.ts';
import { application } from '#kinds/application.ts';
import { deposit } from '#kinds/deposit.ts';
import type { KindName } from '#kinds/kinds.ts';
import { refund } from '#kinds/refund.ts';
import { topup } from '#kinds/topup.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import { registry, type Platform, type Spec } from '#platforms/platforms.ts';

export type MenuLink = {
  readonly label: string;
  readonly to: string;
  /** Which of the queue's counts stands beside it. */
  readonly count?: CountName;
  /** Of a page that is not for every role: that of the call without which it is none, as menu.test.ts holds. */
  readonly access?: Access;
};
type MenuGroup = {
  readonly title?: string;
  /** Folded up until somebody opens it, or is on one of its pages. */
  readonly closed?: true;
  readonly links: readonly MenuLink[];
};
export type Area = Platform | 'wallet' | 'admin';

/**
 * A kind of request, of one platform where it says so; `second` is what waits for a second admin, `unanswered` threads.
 */
export type CountName = 'all' | 'second' | 'to pay' | 'unanswered' | KindName | `${Platform} ${KindName}`;

function ofPlatform({ pages }: Spec): readonly MenuGroup[] {
  return [
    {
      title: 'Account Manage',
      links: [
        { label: 'Account List', to: pages.list[0] },
        pages.apply,
        ...(pages.log ? [{ label: pages.log.label, to: pages.log.at[0] }] : []),
      ],
    },
    {
      title: 'Finance',
      links: [
        { label: 'Deposit', to: pages.deposit[0] },
        { label: 'Deposit Records', to: pages.deposits[0] },
      ],
    },
    { title: 'AfterSale', links: [{ label: 'Refund', to: pages.refund[0] }] },
  ];
}

const wallet: readonly MenuGroup[] = [
  {
    links: [
      { label: 'Dashboard', to: '/dashboard' },
      { label: 'Ad Accounts', to: '/accounts' },
      { label: 'Messages', to: '/messages' },
    ],
  },
  {
    title: 'Wallet',
    links: [
      { label: 'Add Money', to: '/kimi/wallet/addmoney-table' },
      { label: 'Pay', to: '/kimi/wallet/paylink' },
      { label: 'Statement', to: '/kimi/wallet/statement' },
      { label: 'Withdraw', to: '/kimi/wallet/withdraw' },
    ],
  },
  { title: 'Tools', links: [{ label: '2FA Tool', to: '/kimi/2fatool' }] },
];

/** The day's work first, so that all of it is in sight at once; what is over is one press away. */
const adminMenu = (on: readonly Spec[]): readonly MenuGroup[] => [
  {
    links: [
      { label: 'Admin Dashboard', to: '/admin/dashboard' },
      { label: 'Review Queue', to: '/admin/queue', count: 'all' },
      { label: 'Second Admin', to: '/admin/proposals', count: 'second' },
      { label: 'Messages', to: '/messages', count: 'unanswered' },
      { label: 'All Requests', to: '/admin/requests' },
    ],
  },
  { title: 'Waiting', links: waitingPages(on) },
  {
    title: 'Clients and Accounts',
    links: [
      { label: 'All Users', to: '/admin/dashboard/UserAdsInformation' },
      { label: 'Active Users', to: '/admin/dashboard/activeuser' },
      { label: 'Ad Accounts', to: '/accounts' },
      { label: 'Import States', to: '/admin/accounts/states', access: operations },
      { label: 'Import Spend', to: '/admin/accounts/spend', access: operations },
      { label: 'Connections', to: '/admin/accounts/connections' },
    ],
  },
  { title: 'Done', closed: true, links: donePages(on) },
  {
    title: 'Money',
    links: [
      { label: 'Transfers', to: '/admin/transfers' },
      { label: 'Transfers by Day', to: '/admin/transfers/day', access: { admin: 'Finance' } },
      { label: 'Automatic Crediting', to: '/admin/transactions/automatic', access: { admin: 'Finance' } },
      { label: 'Settle a Month', to: '/admin/accounts/settle', access: { admin: 'Finance' } },
      { label: 'Reconciliation', to: '/admin/accounts/reconciliation', access: { admin: 'Finance' } },
      { label: 'Revenue', to: '/admin/revenue', access: { admin: 'Finance' } },
      { label: 'Figures', to: '/admin/figures', access: { admin: 'Finance' } },
      { label: 'Change Network', to: '/admin/accountmanage/changenetwork', access: { admin: 'Admin' } },
    ],
  },
  {
    title: 'Agency',
    links: [
      { label: 'Team', to: '/admin/team', access: { admin: 'Admin' } },
      { label: 'Trace', to: '/admin/trace' },
      { label: 'Gmail Share Log', to: '/admin/logs/GmailShareLog' },
      { label: 'Audit Log', to: '/admin/logs/audit' },
      { label: 'Portal Settings', to: '/admin/settings', access: { admin: 'Admin' } },
    ],
  },
];

const waitingPages = (on: readonly Spec[]): readonly MenuLink[] => [
  { label: 'Pending Transactions', to: '/admin/transactions/pending', count: topup.name },
  ...on.map(({ name, pages }) => ({
    label: `Pending ${name} Deposits`,
    to: pages.pendingDeposits[0],
    count: `${name} ${deposit.name}` as const,
  })),
  ...on.map(({ name, pages }) => ({
    label: `Pending ${name} Ads`,
    to: pages.pendingAds[0],
    count: `${name} ${application.name}` as const,
  })),
  { label: 'Pending Refund', to: '/admin/refund/pendingrefund', count: refund.name },
  { label: 'Pending Withdrawals', to: '/admin/withdrawals/pending', count: withdrawal.name },
  { label: 'Withdrawals to Pay', to: '/admin/withdrawals/to-pay', count: 'to pay' },
];

const donePages = (on: readonly Spec[]): readonly MenuLink[] => [
  { label: 'Approved Transactions', to: '/admin/transactions/approved' },
  ...on.map(({ name, pages }) => ({ label: `Completed ${name} Deposits`, to: pages.completedDeposits[0] })),
  ...on.map(({ name, pages }) => ({ label: `Approved ${name} Ads`, to: pages.approvedAds[0] })),
  { label: 'Approved Refund', to: '/admin/refund/approverefund' },
  { label: 'Approved Withdrawals', to: '/admin/withdrawals/approved' },
];

/** The pages that show requests of one kind each. */
export function pagesOfRequests(on: readonly Spec[]): readonly MenuLink[] {
  return [...waitingPages(on), ...donePages(on)];
}

/** The area a page belongs to. Pages of the person belong to the admin area for admins. */
export function areaOf(pathname: string, role: 'User' | 'Admin'): Area {
  const path = pathname.toLowerCase();
  if (role === 'Admin' || path.startsWith('/admin')) return 'admin';
  return registry.find(({ pages }) => path.startsWith(`${pages.root}/`))?.name ?? 'wallet';
}

/** Its menu, where these platforms are switched on; at the address of another one that of everybody. */
export function menuOf(area: Area, on: readonly Spec[]): readonly MenuGroup[] {
  if (area === 'admin') return adminMenu(on);
  const platform = on.find(({ name }) => name === area);
  return platform ? ofPlatform(platform) : wallet;
}

/** The same menu with what this person may open; nothing that is not for everybody until it is known who it is. */
export function menuFor(menu: readonly MenuGroup[], who: Standing | undefined): readonly MenuGroup[] {
  return menu
    .map((group) => ({ ...group, links: group.links.filter(({ access }) => !access || mayCall(access, who)) }))
    .filter(({ links }) => links.length > 0);
}

/** The access that the page at this address asks for, where it is not for every admin. */
export function accessAt(pathname: string): Access | undefined {
  const links = adminMenu(registry).flatMap((group) => group.links);
  return links.find(({ to }) => isHere(to, pathname))?.access;
}

/** Addresses are the same page however their letters are cased. */
export function isHere(link: string, pathname: string): boolean {
  return link.toLowerCase() === pathname.toLowerCase().replace(/\/+$/, '');
}

/** Whose page this is by its address alone; undefined where both clients and admins have it. */
export function roleAt(pathname: string): 'User' | 'Admin' | undefined {
  const path = pathname.toLowerCase();
  if (path.startsWith('/admin')) return 'Admin';
  return /^\/(dashboard\/(user-profile|settings)|(accounts|messages)(\/.*)?)\/?$/.test(path) ? undefined : 'User';
}
