/**
 * Every page of the portal in one table: where it stands, which file draws it and who may see it. The build writes the
 * same table to `build/pages.json`, from which the server knows exactly which addresses are pages.
 */
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';

/** Who may see a page. `both` is a client or an admin; `public` is everybody. */
export type Audience = 'public' | 'client' | 'admin' | 'both';

export type Page = {
  readonly id: string;
  /** Drawn by this file under `src/`. */
  readonly file: string;
  readonly audience: Audience;
  /** All its addresses; the first is the one that links use. Spellings that differ only in case are one route. */
  readonly at: readonly [string, ...string[]];
};

function page(audience: Audience, id: string, file: string, ...at: [string, ...string[]]): Page {
  return { id, file, audience, at };
}

/** Drawn by the server from `site/`, read without any script of React. */
export const site: readonly Page[] = [
  page('public', 'home', 'site/HomePage.tsx', '/', '/homepage'),
  page('public', 'site-meta', 'site/MetaAdsPage.tsx', '/meta-ads'),
  page('public', 'site-bing', 'site/BingAdsPage.tsx', '/bing-ads'),
  page('public', 'site-google', 'site/GoogleAdsPage.tsx', '/google-ads'),
  page('public', 'contact', 'site/ContactPage.tsx', '/contact-us'),
  page('public', 'login', 'site/LoginPage.tsx', '/login'),
  page('public', 'register', 'site/RegisterPage.tsx', '/register'),
  page('public', 'forgot-password', 'site/ForgotPasswordPage.tsx', '/forgot-password'),
  page('public', 'reset-password', 'site/ResetPasswordPage.tsx', '/reset-password'),
  page('public', 'privacy', 'site/PrivacyPage.tsx', '/privacy-policy'),
  page('public', 'terms', 'site/TermsPage.tsx', '/termof-services'),
  page('public', 'refund-policy', 'site/RefundPolicyPage.tsx', '/refund-policy'),
  page('public', 'not-found', 'site/NotFoundPage.tsx', '/404'),
  page('public', 'offline', 'site/OfflinePage.tsx', '/offline'),
];

const client: Page[] = [
  page('client', 'dashboard', 'wallet/DashboardPage.tsx', '/dashboard'),
  page('client', 'notices', 'notices/NoticesPage.tsx', '/dashboard/notices'),
  page('both', 'profile', 'users/ProfilePage.tsx', '/dashboard/user-profile'),
  page('both', 'settings', 'shell/SettingsPage.tsx', '/dashboard/settings'),

  page(
    'client',
    'google-ads',
    'adaccounts/AdListPage.tsx',
    '/google/accountManage/accountList',
    '/google/accountManage/accountlist',
  ),
  page(
    'client',
    'google-order',
    'adaccounts/OrderPage.tsx',
    '/google/accountManage/accountList/creategoogleads',
    '/google/accountManage/creategoogleads',
    '/google/accountManage/applyAd',
  ),
  page('client', 'google-shares', 'shares/ShareLogPage.tsx', '/google/accountManage/bmShareLog'),
  page('client', 'google-deposit', 'deposits/DepositPage.tsx', '/google/finance/googleads-deposite'),
  page('client', 'google-deposits', 'deposits/DepositRecordsPage.tsx', '/google/finance/googleads-depositerecord'),
  page('client', 'google-refund', 'refunds/RefundPage.tsx', '/google/aftersale/refund'),
  page('client', 'google-add-money', 'topups/AddMoneyPage.tsx', '/google/add-money'),

  page(
    'client',
    'bing-ads',
    'adaccounts/AdListPage.tsx',
    '/bing/accountManage/accountList',
    '/bing/accountManage/accountlist',
  ),
  page(
    'client',
    'bing-order',
    'adaccounts/OrderPage.tsx',
    '/bing/accountManage/accountList/createbingads',
    '/bing/accountManage/createbingads',
    '/bing/accountManage/applybingad',
  ),
  page('client', 'bing-deposit', 'deposits/DepositPage.tsx', '/bing/finance/bingadsdeposite'),
  page('client', 'bing-deposits', 'deposits/DepositRecordsPage.tsx', '/bing/finance/bingadsdepositrecode'),
  page('client', 'bing-refund', 'refunds/RefundPage.tsx', '/bing/aftersale/bingrefund'),
  page('client', 'bing-add-money', 'topups/AddMoneyPage.tsx', '/bing/add-money'),

  page(
    'client',
    'facebook-ads',
    'adaccounts/AdListPage.tsx',
    '/facebook/accountManage/accountList',
    '/facebook/accountManage/accountlist',
  ),
  page(
    'client',
    'facebook-order',
    'adaccounts/FacebookOrderPage.tsx',
    '/facebook/accountManage/createaccount',
    '/facebook/accountManage/applynewad',
  ),
  page('client', 'facebook-log', 'adaccounts/FacebookLogPage.tsx', '/facebook/accountManage/bmShareLog'),
  page('client', 'facebook-deposit', 'deposits/DepositPage.tsx', '/facebook/finance/metaadsdeposit'),
  page('client', 'facebook-deposits', 'deposits/DepositRecordsPage.tsx', '/facebook/finance/metaadsdepositrecord'),
  page('client', 'facebook-refund', 'refunds/RefundPage.tsx', '/facebook/aftersale/refund'),
  page('client', 'facebook-add-money', 'topups/AddMoneyPage.tsx', '/facebook/add-money'),

  page('client', 'topups', 'topups/TopupsPage.tsx', '/kimi/wallet/addmoney-table'),
  page('client', 'paylinks', 'paylinks/PaylinksPage.tsx', '/kimi/wallet/paylink'),
  page('client', 'statement', 'wallet/StatementPage.tsx', '/kimi/wallet/statement'),
  page('client', 'withdraw', 'withdrawals/WithdrawPage.tsx', '/kimi/wallet/withdraw'),
  page('client', 'totp', 'totp/TotpPage.tsx', '/kimi/2fatool'),
];

const admin: Page[] = [
  page('admin', 'admin', 'shell/AdminPanelPage.tsx', '/admin'),
  page('admin', 'admin-dashboard', 'queue/AdminDashboardPage.tsx', '/admin/dashboard'),
  page('admin', 'queue', 'queue/QueuePage.tsx', '/admin/queue'),
  page('admin', 'google-pending-ads', 'adaccounts/PendingAdsPage.tsx', '/admin/adapproval/gapprove'),
  page('admin', 'bing-pending-ads', 'adaccounts/PendingAdsPage.tsx', '/admin/adapproval/bapprove'),
  page('admin', 'facebook-pending-ads', 'adaccounts/PendingAdsPage.tsx', '/admin/adapproval/fapprove'),
  page('admin', 'google-approved-ads', 'adaccounts/ApprovedAdsPage.tsx', '/admin/approvedads/g-oogle'),
  page(
    'admin',
    'bing-approved-ads',
    'adaccounts/ApprovedAdsPage.tsx',
    '/admin/approveds/b-ing',
    '/admin/approvedads/b-ing',
  ),
  page('admin', 'facebook-approved-ads', 'adaccounts/ApprovedAdsPage.tsx', '/admin/approvedads/f-acebook'),
  page(
    'admin',
    'google-pending-deposits',
    'deposits/PendingDepositsPage.tsx',
    '/admin/AdsDeposite/PendingAdsGoogleDeposite',
  ),
  page(
    'admin',
    'bing-pending-deposits',
    'deposits/PendingDepositsPage.tsx',
    '/admin/AdsDeposite/PendingAdsBingDeposite',
  ),
  page(
    'admin',
    'facebook-pending-deposits',
    'deposits/PendingDepositsPage.tsx',
    '/admin/AdsDeposite/PendingAdsFacebookDeposite',
  ),
  page(
    'admin',
    'google-completed-deposits',
    'deposits/CompletedDepositsPage.tsx',
    '/admin/AdsDeposite/CompleteAdsGoogleDeposite',
  ),
  page(
    'admin',
    'bing-completed-deposits',
    'deposits/CompletedDepositsPage.tsx',
    '/admin/AdsDeposite/CompleteAdsBingDeposite',
  ),
  page(
    'admin',
    'facebook-completed-deposits',
    'deposits/CompletedDepositsPage.tsx',
    '/admin/AdsDeposite/CompleteAdsFacebookDeposite',
  ),
  page('admin', 'pending-refunds', 'refunds/PendingRefundsPage.tsx', '/admin/refund/pendingrefund'),
  page('admin', 'approved-refunds', 'refunds/ApprovedRefundsPage.tsx', '/admin/refund/approverefund'),
  page('admin', 'pending-topups', 'topups/PendingTopupsPage.tsx', '/admin/transactions/pending'),
  page('admin', 'approved-topups', 'topups/ApprovedTopupsPage.tsx', '/admin/transactions/approved'),
  page('admin', 'pending-withdrawals', 'withdrawals/PendingWithdrawalsPage.tsx', '/admin/withdrawals/pending'),
  page('admin', 'approved-withdrawals', 'withdrawals/ApprovedWithdrawalsPage.tsx', '/admin/withdrawals/approved'),
  page('admin', 'change-network', 'network/ChangeNetworkPage.tsx', '/admin/accountmanage/changenetwork'),
  page('admin', 'clients', 'clients/UsersPage.tsx', '/admin/dashboard/UserAdsInformation'),
  page('admin', 'active-clients', 'clients/ActiveUsersPage.tsx', '/admin/dashboard/activeuser'),
  page('admin', 'client', 'queue/ClientPage.tsx', '/admin/users/:id'),
  page('admin', 'request', 'queue/RequestPage.tsx', '/admin/requests/:applyId'),
  page('admin', 'revenue', 'revenue/RevenuePage.tsx', '/admin/revenue'),
  page('admin', 'trace', 'queue/TracePage.tsx', '/admin/trace'),
  page('admin', 'gmail-share-log', 'shares/GmailShareLogPage.tsx', '/admin/logs/GmailShareLog'),
  page('admin', 'audit-log', 'audit/AuditLogPage.tsx', '/admin/logs/audit'),
  page('admin', 'admin-settings', 'settings/AdminSettingsPage.tsx', '/admin/settings'),
];

/** Open to everybody, but drawn in the browser: its data is asked for by the code in the address. */
const open: Page[] = [page('public', 'pay', 'paylinks/PayPage.tsx', '/pay/:code')];

export const pages: readonly Page[] = [...site, ...open, ...client, ...admin];

function routesOf(of: readonly Page[]): RouteConfigEntry[] {
  return of.flatMap(({ id, file, at }) => {
    // React Router ignores case, so only addresses that differ in more are routes of their own.
    const distinct = at.filter(
      (address, index) => at.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index,
    );
    return distinct.map((address, index) => {
      const own = index === 0 ? id : `${id}-${index + 1}`;
      return address === '/' ? { id: own, file, index: true } : { id: own, file, path: address.slice(1) };
    });
  });
}

export default [
  { id: 'open', file: 'shell/OpenLayout.tsx', children: routesOf(open) },
  { id: 'portal', file: 'shell/PortalLayout.tsx', children: routesOf([...client, ...admin]) },
] satisfies RouteConfig;
