/**
 * Who may call what, said a second time. A declaration that is changed by a slip, or by a hand that means harm, has to
 * be changed here too; whatever is not named here is for those admins alone who may everything.
 */
import { describe, expect, test } from 'vitest';
import { adminRoles, clientRoles, mayCall, type Standing } from '#kernel/access.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { onByDefault } from '#platforms/platforms.ts';
import { handlers } from './endpoints.server.ts';
import { table } from './walk.testing.server.ts';

const lines = (text: string) => text.trim().split(/\s*\n\s*/);

/** Roles of a client's people, then those of admins. */
const callers: Record<string, string[]> = {
  anybody: lines(`
    POST /create-account
    POST /login-account
    POST /kimi/start-passkey-sign-in
    POST /kimi/sign-in-with-passkey
    POST /kimi/forgot-password
    POST /kimi/reset-password
    POST /kimi/stop-weekly-mail
    GET /kimi/pay/:code
    POST /kimi/pay/:code
    POST /kimi/declare-payment/:code
    GET /kimi/get-statement-verifier
  `),
  'Owner Finance Buyer Viewer, Admin Finance Operations Support': lines(`
    POST /email-change
    POST /verify-email
    GET /get-network-details
    GET /kimi/me
    GET /kimi/events
    GET /kimi/proof
    POST /kimi/logout
    POST /kimi/stop-login-as
    GET /kimi/get-sessions
    PUT /kimi/end-session
    PUT /kimi/update-password
    PUT /kimi/update-profile
    GET /kimi/get-notice-choices
    PUT /kimi/update-notice-choices
    GET /kimi/get-security-log
    GET /kimi/get-two-factor
    POST /kimi/start-two-factor
    POST /kimi/enable-two-factor
    POST /kimi/disable-two-factor
    POST /kimi/renew-recovery-codes
    GET /kimi/get-passkeys
    POST /kimi/start-passkey
    POST /kimi/add-passkey
    PUT /kimi/rename-passkey
    PUT /kimi/remove-passkey
    GET /kimi/get-facebook-ads
    GET /kimi/get-ad-accounts
    GET /kimi/get-ad-account
    GET /kimi/get-thread
    GET /kimi/get-threads
    PUT /kimi/see-thread
    GET /kimi/get-runway
    GET /kimi/get-refill-rule
    GET /kimi/get-statement
  `),
  'Owner Finance Buyer Viewer, Admin Finance': lines(`
    GET /kimi/export-ad-accounts
    GET /kimi/export-share-log
    GET /kimi/export-statement
    GET /kimi/get-statement-proof
  `),
  'Owner Finance, Admin Operations': lines(`
    POST /kimi/apply-replacement
  `),
  'Owner Finance Buyer, Admin Finance Operations Support': lines(`
    POST /kimi/write-message
  `),
  'Owner, Admin Finance Operations Support': lines(`
    GET /kimi/export-my-data
  `),
  'Owner Finance Buyer Viewer': lines(`
    GET /kimi/find
    GET /kimi/get-overview
    GET /kimi/get-usual-times
    GET /kimi/get-wallet-of-user
    GET /kimi/get-prices
    GET /kimi/get-notices
    PUT /kimi/see-notices
    GET /kimi/get-closing
    GET /get-transaction-details-of-user
    GET /kimi/get-declarations
    GET /kimi/get-topup-draft
    GET /get-google-ads
    GET /get-bing-ads
    GET /kimi/get-pending-details-facebook-ads
    GET /kimi/get-ads-id
    GET /kimi/get-Google-adDeposit
    GET /kimi/get-Bing-adDeposit
    GET /kimi/get-Facebook-adDeposit
    GET /kimi/export-googlead-deposit
    GET /kimi/export-bingad-deposit
    GET /kimi/export-facebookad-deposit
    GET /kimi/get-refundable
    GET /kimi/refund-Details
    GET /kimi/get-withdrawal-addresses
    GET /kimi/get-withdrawals
    GET /kimi/get-paylinks
    GET /kimi/export-paylinks
    GET /kimi/get-share-log
    GET /kimi/export-own-requests
  `),
  'Owner Finance Buyer': lines(`
    PUT /kimi/cancel-request
    POST /kimi/create-google-adDeposit
    POST /kimi/create-bing-adDeposit
    POST /kimi/create-facebook-adDeposit
    PUT /kimi/name-ad-account
    PUT /kimi/appeal-ad-account
    PUT /kimi/set-alerts
  `),
  'Owner Finance': lines(`
    POST /add-money
    PUT /kimi/keep-topup-draft
    GET /kimi/check-transaction-id
    POST /kimi/declare-topup
    PUT /kimi/cancel-declaration
    POST /kimi/apply-refund
    POST /kimi/create-paylink-individual
    POST /kimi/create-paylink-company
    PUT /kimi/revoke-paylink
    PUT /kimi/stop-refill-rule
  `),
  'Owner Buyer': lines(`
    POST /create-google-ads
    POST /create-bing-ads
    POST /kimi/create-facebook-ads
    POST /kimi/send-request-email
  `),
  Owner: lines(`
    POST /kimi/add-withdrawal-address
    POST /kimi/apply-withdrawal
    PUT /kimi/close-account
    PUT /kimi/remove-withdrawal-address
    PUT /kimi/rename-withdrawal-address
    PUT /kimi/set-refill-rule
  `),
  'Admin Finance Operations Support': lines(`
    GET /approved-refund-Details-for-admin
    GET /get-approved-facebook-ads
    GET /get-approved-google-ads
    GET /get-pending-bing-ads
    GET /get-pending-facebook-ads
    GET /get-pending-google-ads
    GET /get-transaction-details
    GET /get-user-for-admin
    GET /kimi/active-accounts
    GET /kimi/active-users
    GET /kimi/get-approved-bing-ads
    GET /kimi/get-approved-withdrawals
    GET /kimi/get-withdrawals-to-pay
    GET /kimi/get-audit-log
    GET /kimi/get-book
    GET /kimi/get-complete-bing-adDeposit
    GET /kimi/get-complete-facebook-adDeposit
    GET /kimi/get-complete-google-adDeposit
    GET /kimi/get-complete-transaction-details
    GET /kimi/get-corrections
    GET /kimi/get-gmail-share-log
    GET /kimi/get-jobs
    GET /kimi/get-telegram
    POST /kimi/link-telegram
    PUT /kimi/unlink-telegram
    GET /kimi/get-low-accounts
    GET /kimi/get-network-history
    GET /kimi/get-pending-bing-adDeposit
    GET /kimi/get-pending-facebook-adDeposit
    GET /kimi/get-pending-google-adDeposit
    GET /kimi/get-pending-withdrawals
    GET /kimi/get-proposals
    GET /kimi/get-queue
    GET /kimi/get-queue-counts
    GET /kimi/get-request
    GET /kimi/get-request-views
    GET /kimi/get-requests
    GET /kimi/get-settings
    GET /kimi/get-trace
    GET /kimi/get-connections
    GET /kimi/get-spend-imports
    GET /kimi/get-transfers
    GET /kimi/get-user
    GET /kimi/get-user-figures
    GET /kimi/refund-Details-for-admin
    GET /kimi/user-count
    POST /kimi/login-as-user
    PUT /kimi/look-again
    PUT /kimi/look-at-request
    PUT /kimi/settle-thread
    GET /kimi/get-notes
    POST /kimi/write-note
    PUT /kimi/remove-request-view
    PUT /kimi/save-request-view
    PUT /kimi/take-request
  `),
  'Admin Finance Operations': lines(`
    PUT /kimi/decide-requests
    PUT /kimi/reverse-request
    PUT /kimi/confirm-action
    PUT /kimi/drop-proposal
  `),
  'Admin Finance': lines(`
    GET /kimi/daily-revenue
    GET /kimi/export-audit-log
    GET /kimi/export-requests
    GET /kimi/export-business-figures
    GET /kimi/export-reconciliation
    GET /kimi/export-revenue-entries
    GET /kimi/get-business-figures
    GET /kimi/export-users
    GET /kimi/get-figures
    GET /kimi/get-revenue-days
    GET /kimi/get-reconciliation
    GET /kimi/get-revenue-entries
    GET /kimi/export-transfers
    GET /kimi/export-transfers-day
    GET /kimi/get-transfers-day
    GET /kimi/total-revenue
    GET /kimi/try-auto-credit
    POST /kimi/apply-correction
    POST /kimi/begin-refund
    POST /kimi/settle-month
    PUT /kimi/acknowledge-transfer
    PUT /approve-transaction
    PUT /kimi/approve-correction
    PUT /kimi/approve-refund-by-admin
    PUT /kimi/approve-withdrawal
    PUT /kimi/pay-withdrawal
  `),
  'Admin Operations': lines(`
    PUT /approve-bingAd
    PUT /approve-facebookAd
    PUT /approve-googleAd
    PUT /kimi/account-state
    POST /kimi/import-spend
    POST /kimi/import-states
    PUT /kimi/approve-deposit
    PUT /kimi/run-connection
    PUT /kimi/undo-spend-import
  `),
};

/** What an admin may send while looking at a client's area. */
const visiting = lines(`
  POST /kimi/logout
  POST /kimi/stop-login-as
`);

/** What an admin may call before the second factor is set up that the agency asks for. */
const unsecured = lines(`
  GET /kimi/me
  GET /kimi/events
  POST /kimi/logout
  GET /kimi/get-sessions
  PUT /kimi/end-session
  PUT /kimi/update-password
  GET /kimi/get-notice-choices
  GET /kimi/get-security-log
  GET /kimi/get-two-factor
  POST /kimi/start-two-factor
  POST /kimi/enable-two-factor
  GET /kimi/get-passkeys
  POST /kimi/start-passkey
  POST /kimi/add-passkey
  PUT /kimi/rename-passkey
`);

const declared = table;
const switchedOff = handlers
  .map(({ endpoint }) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
  .filter(({ name }) => declared.every((each) => each.name !== name));

const people: readonly Standing[] = clientRoles.map((role) => ({ typeOfUser: 'User', role }));
const admins: readonly Standing[] = adminRoles.map((role) => ({ typeOfUser: 'Admin', role }));

/** Everybody who may make the call, as the table above writes it. */
function callersOf({ access }: (typeof declared)[number]['endpoint']): string {
  if (mayCall(access, undefined)) return 'anybody';
  const named = [people, admins].map((side) => side.filter((who) => mayCall(access, who)).map(({ role }) => role));
  return named
    .filter((roles) => roles.length > 0)
    .map((roles) => roles.join(' '))
    .join(', ');
}

function standing({ whileActing = false, whileUnsecured = false }: Pick<Endpoint, 'whileActing' | 'whileUnsecured'>) {
  return { whileActing, whileUnsecured };
}

describe('access', () => {
  test.each(declared.map(({ name, endpoint }) => [name, endpoint] as const))('of %s', (name, endpoint) => {
    const { whileActing = false, whileUnsecured = false } = endpoint;
    const named = Object.keys(callers).find((roles) => callers[roles]!.includes(name));
    expect({ callers: callersOf(endpoint), whileActing, whileUnsecured }).toEqual({
      callers: named ?? 'Admin',
      whileActing: visiting.includes(name),
      whileUnsecured: unsecured.includes(name),
    });
  });

  // What is said of one platform is said of those that nobody has switched on yet.
  test.each(switchedOff.map(({ name, endpoint }) => [name, endpoint] as const))('of %s', (name, endpoint) => {
    const feature = endpoint.feature!;
    const [twin] = onByDefault.flatMap((platform) => {
      const same = name.replace(feature, platform).replace(feature.toLowerCase(), platform.toLowerCase());
      return declared.filter((each) => each.name === same);
    });
    const { whileActing, whileUnsecured } = twin!.endpoint;
    expect({ callers: callersOf(endpoint), ...standing(endpoint) }).toEqual({
      callers: callersOf(twin!.endpoint),
      ...standing({ whileActing, whileUnsecured }),
    });
  });
});

test('nothing is named here that is not there', () => {
  const names = new Set(declared.map(({ name }) => name));
  expect([...Object.values(callers).flat(), ...visiting, ...unsecured].filter((name) => !names.has(name))).toEqual([]);
});
