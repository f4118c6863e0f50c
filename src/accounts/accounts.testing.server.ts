/** Builders for tests about ad accounts that are open. */
import { expect } from 'vitest';
import type { Person, TestPortal } from '#portal.testing.server.ts';

export function accountsOf(portal: TestPortal) {
  const list = async (as: Person, query: Record<string, string | number> = {}) =>
    (await portal.call('GET', '/kimi/get-ad-accounts', { as, query })).body;
  return {
    list,
    one: async (as: Person, id: string) =>
      (await portal.call('GET', '/kimi/get-ad-account', { as, query: { id } })).body,
    /** An approved order of one Google account; its id. */
    opened: async (admin: Person, client: Person, adsId: string, deposit = 50): Promise<string> => {
      const ordered = await portal.call('POST', '/create-google-ads', {
        as: client,
        body: { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit }] },
      });
      expect(ordered.status, ordered.text).toBe(200);
      const approved = await portal.call('PUT', '/approve-googleAd', {
        as: admin,
        query: { id: ordered.body.applyId, action: 'approve' },
        body: { adsId },
      });
      expect(approved.status, approved.text).toBe(200);
      const { accounts } = await list(client, { q: adsId });
      return accounts[0]._id;
    },
    step: (as: Person, id: string, state: string, more: object = {}) =>
      portal.call('PUT', '/kimi/account-state', {
        as,
        query: { id },
        body: { state, reason: `It is ${state} now.`, ...more },
      }),
    appeal: (as: Person, id: string, text: unknown = 'We changed the page.') =>
      portal.call('PUT', '/kimi/appeal-ad-account', { as, query: { id }, body: { text } }),
    name: (as: Person, id: string, nickname: unknown) =>
      portal.call('PUT', '/kimi/name-ad-account', { as, query: { id }, body: { nickname } }),
  };
}
