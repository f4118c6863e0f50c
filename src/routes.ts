/**
 * Every page of the portal in one table: where it stands, which file draws it and who may see it. The build writes the
 * same table to `build/pages.json`, from which the server knows exactly which addresses are pages.
 */
import type { RouteConfig } from '@react-router/dev/routes';
import { onSite, registry, type Spec } from './platforms/platforms.ts';

/** Who may see a page. `both` is a client or an admin; `public` is everybody. */
type Audience = 'public' | 'client' | 'admin' | 'both';

type Page = {
  readonly id: string;
  /** Drawn by this file under `src/`. */
  readonly file: string;
  readonly audience: Audience;
  /** The part of the portal that it belongs to, where that can be switched off: it is not there then. */
  readonly feature?: string;
  /** All its addresses; the first is the one that links use. Spellings that differ only in case are one route. */
  readonly at: readonly [string, ...string[]];
};

function page(audience: Audience, id: string, file: string, ...at: [string, ...string[]]): Page {
  return { id, file, audience, at };
}

function sitePageOf({ name, site: { at } }: Spec): Page {
  return { ...page('public', `site-${name}`, 'site/PlatformPage.tsx', ...at), feature: name };
}

/** The pages of clients that every platform has, and the log that some have. */
function clientPagesOf({ name, pages }: Spec): Page[] {
  const own = (id: string, file: string, at: Page['at']) =>
    ({ id: `${name}-${id}`, file, audience: 'client', feature: name, at }) as const;
  const { log } = pages;
  return [
    own('ads', 'adaccounts/AdListPage.tsx', pages.list),
    own('order', 'adaccounts/OrderPage.tsx', pages.order),
    ...(log
      ? [own('log', { shares: 'shares/ShareLogPage.tsx', ads: 'adaccounts/AdLogPage.tsx' }[log.draws], log.at)]
      : []),
    own('deposit', 'deposits/DepositPage.tsx', pages.deposit),
    own('deposits', 'deposits/DepositRecordsPage.tsx', pages.deposits),
    own('refund', 'refunds/RefundPage.tsx', pages.refund),
    own('add-money', 'topups/AddMoneyPage.tsx', pages.addMoney),
  ];
}

function adminPagesOf({ name, pages }: Spec): Page[] {
  const own = (id: string, file: string, at: Page['at']) =>
    ({ id: `${name}-${id}`, file, audience: 'admin', feature: name, at }) as const;
  return [
    own('pending-ads', 'adaccounts/PendingAdsPage.tsx', pages.pendingAds),
    own('approved-ads', 'adaccounts/ApprovedAdsPage.tsx', pages.approvedAds),
    own('pending-deposits', 'deposits/PendingDepositsPage.tsx', pages.pendingDeposits),
    own('completed-deposits', 'deposits/CompletedDepositsPage.tsx', pages.completedDeposits),
  ];
}

/** Drawn by the server from `site/`, read without any script of React. */
export const site: readonly Page[] = [
  page('public', 'home', 'site/HomePage.tsx', '/', '/homepage'),
  ...onSite.map(sitePageOf),
  page('public', 'contact', 'site/ContactPage.tsx', '/contact-us'),
  page('public', 'login', 'site/LoginPage.tsx', '/login'),
  page('public', 'register', 'site/RegisterPage.tsx', '/register'),
  page('public', 'forgot-password', 'site/ForgotPasswordPage.tsx', '/forgot-password'),
  page('public', 'reset-password', 'site/ResetPasswordPage.tsx', '/reset-password'),
  page('public', 'stop-weekly', 'site/StopWeeklyPage.tsx', '/stop-weekly'),
  page('public', 'security', 'site/SecurityPage.tsx', '/security'),
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
  page('both', 'accounts', 'accounts/AccountsPage.tsx', '/accounts'),
  page('both', 'account', 'accounts/AccountPage.tsx', '/accounts/:account'),
  page('both', 'messages', 'support/MessagesPage.tsx', '/messages'),
  page('both', 'thread', 'support/ThreadPage.tsx', '/messages/:subject'),

  ...registry.flatMap(clientPagesOf),

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
  page('admin', 'import-states', 'accounts/ImportStatesPage.tsx', '/admin/accounts/states'),
  page('admin', 'import-spend', 'spend/ImportSpendPage.tsx', '/admin/accounts/spend'),
  page('admin', 'settle', 'spend/SettlePage.tsx', '/admin/accounts/settle'),
  page('admin', 'connections', 'connections/ConnectionsPage.tsx', '/admin/accounts/connections'),
  page('admin', 'reconciliation', 'spend/ReconciliationPage.tsx', '/admin/accounts/reconciliation'),
  page('admin', 'proposals', 'queue/ProposalsPage.tsx', '/admin/proposals'),
  ...registry.flatMap(adminPagesOf),
  page('admin', 'pending-refunds', 'refunds/PendingRefundsPage.tsx', '/admin/refund/pendingrefund'),
  page('admin', 'approved-refunds', 'refunds/ApprovedRefundsPage.tsx', '/admin/refund/approverefund'),
  page('admin', 'pending-topups', 'topups/PendingTopupsPage.tsx', '/admin/transactions/pending'),
  page('admin', 'approved-topups', 'topups/ApprovedTopupsPage.tsx', '/admin/transactions/approved'),
  page('admin', 'transfers-day', 'chain/TransfersDayPage.tsx', '/admin/transfers/day'),
  page('admin', 'auto-credit', 'topups/DryRunPage.tsx', '/admin/transactions/automatic'),
  page('admin', 'transfers', 'chain/TransfersPage.tsx', '/admin/transfers'),
  page('admin', 'pending-withdrawals', 'withdrawals/PendingWithdrawalsPage.tsx', '/admin/withdrawals/pending'),
  page('admin', 'withdrawals-to-pay', 'withdrawals/WithdrawalsToPayPage.tsx', '/admin/withdrawals/to-pay'),
  page('admin', 'approved-withdrawals', 'withdrawals/ApprovedWithdrawalsPage.tsx', '/admin/withdrawals/approved'),
  page('admin', 'change-network', 'network/ChangeNetworkPage.tsx', '/admin/accountmanage/changenetwork'),
  page('admin', 'clients', 'clients/UsersPage.tsx', '/admin/dashboard/UserAdsInformation'),
  page('admin', 'active-clients', 'clients/ActiveUsersPage.tsx', '/admin/dashboard/activeuser'),
  page('admin', 'client', 'lookup/ClientPage.tsx', '/admin/users/:id'),
  page('admin', 'requests', 'desk/RequestsPage.tsx', '/admin/requests'),
  page('admin', 'team', 'team/TeamPage.tsx', '/admin/team'),
  page('admin', 'request', 'lookup/RequestPage.tsx', '/admin/requests/:applyId'),
  page('admin', 'revenue', 'revenue/RevenuePage.tsx', '/admin/revenue'),
  page('admin', 'figures', 'revenue/FiguresPage.tsx', '/admin/figures'),
  page('admin', 'trace', 'lookup/TracePage.tsx', '/admin/trace'),
  page('admin', 'gmail-share-log', 'shares/GmailShareLogPage.tsx', '/admin/logs/GmailShareLog'),
  page('admin', 'audit-log', 'audit/AuditLogPage.tsx', '/admin/logs/audit'),
  page('admin', 'admin-settings', 'settings/AdminSettingsPage.tsx', '/admin/settings'),
];

/** Open to everybody, but drawn in the browser: its data is asked for by the code in the address. */
const open: Page[] = [page('public', 'pay', 'paylinks/PayPage.tsx', '/pay/:code')];

export const pages: readonly Page[] = [...site, ...open, ...client, ...admin];

/** A page of the portal under one of its addresses, and the frame around it. */
type Drawn = { readonly path: string; readonly file: string; readonly frame: 'open' | 'portal' };

function drawn(of: readonly Page[], frame: Drawn['frame']): Drawn[] {
  return of.flatMap(({ file, at }) => {
    // The browser ignores case, so only addresses that differ in more are told apart.
    const distinct = at.filter(
      (address, index) => at.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index,
    );
    return distinct.map((path) => ({ path, file, frame }));
  });
}

/** What the browser draws. */
export const inBrowser: readonly Drawn[] = [
  ...drawn(open, 'open'),
  ...drawn([...client, ...admin], 'portal'),
  // Every other address, for those who are signed in: the server answers it with 404.
  { path: '*', file: 'shell/NowherePage.tsx', frame: 'portal' },
];

/**
 * The build makes one document for all of them; `entry.client.tsx` finds the page for its address. No page may stand
 * here: what does is wrapped for a router that the portal does not use, and breaks in the one that it has.
 */
export default [{ id: 'any', path: '*', file: 'root.tsx' }] satisfies RouteConfig;
