/** The side menus: which links stand beside a page depends on where it is. Pure, so that a test can walk them. */
export type MenuLink = {
  readonly label: string;
  readonly to: string;
  /** Which of the queue's counts stands beside it. */ readonly count?: CountName;
};
type MenuGroup = { readonly title?: string; readonly links: readonly MenuLink[] };
export type Area = 'google' | 'bing' | 'facebook' | 'wallet' | 'admin';

export type CountName =
  | 'all'
  | 'googleAds'
  | 'bingAds'
  | 'facebookAds'
  | 'googleDeposits'
  | 'bingDeposits'
  | 'facebookDeposits'
  | 'refunds'
  | 'topups'
  | 'withdrawals';

const google: readonly MenuGroup[] = [
  {
    title: 'Account Manage',
    links: [
      { label: 'Account List', to: '/google/accountManage/accountList' },
      { label: 'Apply Ad', to: '/google/accountManage/applyAd' },
      { label: 'Gmail Share Log', to: '/google/accountManage/bmShareLog' },
    ],
  },
  {
    title: 'Finance',
    links: [
      { label: 'Deposit', to: '/google/finance/googleads-deposite' },
      { label: 'Deposit Records', to: '/google/finance/googleads-depositerecord' },
    ],
  },
  { title: 'AfterSale', links: [{ label: 'Refund', to: '/google/aftersale/refund' }] },
];

const bing: readonly MenuGroup[] = [
  {
    title: 'Account Manage',
    links: [
      { label: 'Account List', to: '/bing/accountManage/accountList' },
      { label: 'Apply Ad', to: '/bing/accountManage/applybingad' },
    ],
  },
  {
    title: 'Finance',
    links: [
      { label: 'Deposit', to: '/bing/finance/bingadsdeposite' },
      { label: 'Deposit Records', to: '/bing/finance/bingadsdepositrecode' },
    ],
  },
  { title: 'AfterSale', links: [{ label: 'Refund', to: '/bing/aftersale/bingrefund' }] },
];

const facebook: readonly MenuGroup[] = [
  {
    title: 'Account Manage',
    links: [
      { label: 'Account List', to: '/facebook/accountManage/accountList' },
      { label: 'Apply New Ad', to: '/facebook/accountManage/applynewad' },
      { label: 'BM Share Log', to: '/facebook/accountManage/bmShareLog' },
    ],
  },
  {
    title: 'Finance',
    links: [
      { label: 'Deposit', to: '/facebook/finance/metaadsdeposit' },
      { label: 'Deposit Records', to: '/facebook/finance/metaadsdepositrecord' },
    ],
  },
  { title: 'AfterSale', links: [{ label: 'Refund', to: '/facebook/aftersale/refund' }] },
];

const wallet: readonly MenuGroup[] = [
  { links: [{ label: 'Dashboard', to: '/dashboard' }] },
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

const admin: readonly MenuGroup[] = [
  {
    links: [
      { label: 'Admin Dashboard', to: '/admin/dashboard' },
      { label: 'Review Queue', to: '/admin/queue', count: 'all' },
      { label: 'Revenue', to: '/admin/revenue' },
    ],
  },
  {
    title: 'Ad Approval',
    links: [
      { label: 'Pending Google Ads', to: '/admin/adapproval/gapprove', count: 'googleAds' },
      { label: 'Pending Bing Ads', to: '/admin/adapproval/bapprove', count: 'bingAds' },
      { label: 'Pending Facebook Ads', to: '/admin/adapproval/fapprove', count: 'facebookAds' },
    ],
  },
  {
    title: 'Approved Ads',
    links: [
      { label: 'Approved Google Ads', to: '/admin/approvedads/g-oogle' },
      { label: 'Approved Bing Ads', to: '/admin/approveds/b-ing' },
      { label: 'Approved Facebook Ads', to: '/admin/approvedads/f-acebook' },
    ],
  },
  {
    title: 'Ads Deposits',
    links: [
      { label: 'Pending Google Deposits', to: '/admin/AdsDeposite/PendingAdsGoogleDeposite', count: 'googleDeposits' },
      { label: 'Pending Bing Deposits', to: '/admin/AdsDeposite/PendingAdsBingDeposite', count: 'bingDeposits' },
      {
        label: 'Pending Facebook Deposits',
        to: '/admin/AdsDeposite/PendingAdsFacebookDeposite',
        count: 'facebookDeposits',
      },
      { label: 'Completed Google Deposits', to: '/admin/AdsDeposite/CompleteAdsGoogleDeposite' },
      { label: 'Completed Bing Deposits', to: '/admin/AdsDeposite/CompleteAdsBingDeposite' },
      { label: 'Completed Facebook Deposits', to: '/admin/AdsDeposite/CompleteAdsFacebookDeposite' },
    ],
  },
  {
    title: 'Refund',
    links: [
      { label: 'Pending Refund', to: '/admin/refund/pendingrefund', count: 'refunds' },
      { label: 'Approved Refund', to: '/admin/refund/approverefund' },
    ],
  },
  {
    title: 'Transactions',
    links: [
      { label: 'Pending Transactions', to: '/admin/transactions/pending', count: 'topups' },
      { label: 'Approved Transactions', to: '/admin/transactions/approved' },
    ],
  },
  {
    title: 'Withdrawals',
    links: [
      { label: 'Pending Withdrawals', to: '/admin/withdrawals/pending', count: 'withdrawals' },
      { label: 'Approved Withdrawals', to: '/admin/withdrawals/approved' },
    ],
  },
  {
    title: 'Users',
    links: [
      { label: 'All Users', to: '/admin/dashboard/UserAdsInformation' },
      { label: 'Active Users', to: '/admin/dashboard/activeuser' },
    ],
  },
  {
    title: 'Logs',
    links: [
      { label: 'Trace', to: '/admin/trace' },
      { label: 'Gmail Share Log', to: '/admin/logs/GmailShareLog' },
      { label: 'Audit Log', to: '/admin/logs/audit' },
    ],
  },
  {
    title: 'Account Manage',
    links: [
      { label: 'Change Network', to: '/admin/accountmanage/changenetwork' },
      { label: 'Portal Settings', to: '/admin/settings' },
    ],
  },
];

const menus: Record<Area, readonly MenuGroup[]> = { google, bing, facebook, wallet, admin };

/** The area a page belongs to. Pages of the person belong to the admin area for admins. */
export function areaOf(pathname: string, role: 'User' | 'Admin'): Area {
  const path = pathname.toLowerCase();
  if (role === 'Admin' || path.startsWith('/admin')) return 'admin';
  if (path.startsWith('/google')) return 'google';
  if (path.startsWith('/bing')) return 'bing';
  if (path.startsWith('/facebook')) return 'facebook';
  return 'wallet';
}

export function menuOf(area: Area): readonly MenuGroup[] {
  return menus[area];
}

/** Addresses are the same page however their letters are cased. */
export function isHere(link: string, pathname: string): boolean {
  return link.toLowerCase() === pathname.toLowerCase().replace(/\/+$/, '');
}
