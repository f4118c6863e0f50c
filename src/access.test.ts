/**
 * Who may call what, said a second time. A declaration that is changed by a slip, or by a hand that means harm, has to
 * be changed here too; whatever is not named here is for admins alone.
 */
import { describe, expect, test } from 'vitest';
import type { Access } from '#kernel/endpoint.ts';
import { handlers } from './endpoints.server.ts';

const lines = (text: string) => text.trim().split(/\s*\n\s*/);

const callers: Record<Exclude<Access, 'admin'>, string[]> = {
  public: lines(`
    POST /create-account
    POST /login-account
    POST /kimi/forgot-password
    POST /kimi/reset-password
    GET /kimi/pay/:code
    POST /kimi/pay/:code
    GET /kimi/get-statement-verifier
  `),
  'signed in': lines(`
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
    GET /kimi/export-my-data
    GET /kimi/get-two-factor
    POST /kimi/start-two-factor
    POST /kimi/enable-two-factor
    POST /kimi/disable-two-factor
    POST /kimi/renew-recovery-codes
    GET /kimi/get-facebook-ads
    GET /kimi/get-statement
    GET /kimi/export-statement
    GET /kimi/get-statement-proof
  `),
  client: lines(`
    GET /kimi/get-overview
    GET /kimi/get-wallet-of-user
    GET /kimi/get-prices
    GET /kimi/get-notices
    PUT /kimi/see-notices
    PUT /kimi/cancel-request
    GET /kimi/get-closing
    PUT /kimi/close-account
    POST /add-money
    GET /kimi/check-transaction-id
    GET /get-transaction-details-of-user
    POST /create-google-ads
    POST /create-bing-ads
    POST /kimi/create-facebook-ads
    GET /get-google-ads
    GET /get-bing-ads
    GET /kimi/get-pending-details-facebook-ads
    GET /kimi/get-ads-id
    POST /kimi/create-google-adDeposit
    POST /kimi/create-bing-adDeposit
    POST /kimi/create-facebook-adDeposit
    GET /kimi/get-Google-adDeposit
    GET /kimi/get-Bing-adDeposit
    GET /kimi/get-Facebook-adDeposit
    GET /kimi/export-googlead-deposit
    GET /kimi/export-bingad-deposit
    GET /kimi/export-facebookad-deposit
    POST /kimi/apply-refund
    GET /kimi/get-refundable
    GET /kimi/refund-Details
    POST /kimi/apply-withdrawal
    GET /kimi/get-withdrawals
    POST /kimi/create-paylink-individual
    POST /kimi/create-paylink-company
    GET /kimi/get-paylinks
    PUT /kimi/revoke-paylink
    POST /kimi/send-request-email
    GET /kimi/get-share-log
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
`);

const declared = handlers.map(({ endpoint }) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

function mayCall(name: string): Access {
  return (Object.keys(callers) as (keyof typeof callers)[]).find((access) => callers[access].includes(name)) ?? 'admin';
}

describe('access', () => {
  test.each(declared.map(({ name, endpoint }) => [name, endpoint] as const))('of %s', (name, endpoint) => {
    const { access, whileActing = false, whileUnsecured = false } = endpoint;
    expect({ access, whileActing, whileUnsecured }).toEqual({
      access: mayCall(name),
      whileActing: visiting.includes(name),
      whileUnsecured: unsecured.includes(name),
    });
  });
});

test('nothing is named here that is not there', () => {
  const names = new Set(declared.map(({ name }) => name));
  expect([...Object.values(callers).flat(), ...visiting, ...unsecured].filter((name) => !names.has(name))).toEqual([]);
});
