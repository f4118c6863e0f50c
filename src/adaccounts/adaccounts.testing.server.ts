/** Builders for tests that order ad accounts and decide on them. */
import type { Person, TestPortal } from '#portal.testing.server.ts';

export const googleOrder = (deposits: readonly unknown[], more: object = {}) => ({
  adNum: deposits.length,
  adsDetails: deposits.map((deposit, n) => ({ gmail: `ads${n}@gmail.com`, deposit, ...more })),
});

export const facebookOrder = (more: object = {}) => ({
  licenseMode: 'new license',
  licenseName: 'Ana GmbH',
  pageNum: 1,
  pageUrls: ['facebook.com/ana'],
  domainOption: 'limited',
  domainNum: 2,
  domains: ['example.com', 'example.org'],
  appUrl: '',
  appId: '',
  ads: [
    { accountName: 'Ana 1', deposit: '12.34' },
    { accountName: 'Ana 2', deposit: 0 },
  ],
  remarks: 'As soon as possible',
  paymentMode: 'oneByOne',
  ...more,
});

/** The calls that these tests make over and over. */
export function talkTo(portal: TestPortal) {
  return {
    wallet: async (as: Person) => (await portal.call('GET', '/kimi/get-wallet-of-user', { as })).body.users,
    order: (as: Person, deposits: readonly unknown[], key?: string) =>
      portal.call('POST', '/create-google-ads', { as, body: googleOrder(deposits), ...(key ? { key } : {}) }),
    judge: (as: Person, platform: 'google' | 'bing' | 'facebook', id: string, action: string, body: object) =>
      portal.call('PUT', `/approve-${platform}Ad`, { as, query: { id, action }, body }),
  };
}
