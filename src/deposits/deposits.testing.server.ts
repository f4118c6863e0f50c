/** For tests: open ad accounts for a client through a real, approved order. Only from *.test.ts. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { orderBody } from '#platforms/order.testing.ts';

type Person = { token: string };
type Portal = {
  call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    asked?: object,
  ): Promise<{ status: number; body: unknown; text: string }>;
};

/** An Ads ID that no other test has. */
export function someAdsId(): string {
  return `${randomBytes(3).toString('hex')}-${randomBytes(3).toString('hex')}`;
}

/**
 * Orders and approves one ad account per deposit (dollars); answers the Ads IDs. The client pays 30 dollars and 15 %.
 */
export async function openAccounts(
  portal: Portal,
  client: Person,
  admin: Person,
  platform: Platform,
  deposits: readonly number[],
): Promise<string[]> {
  const adsIds = deposits.map(someAdsId);
  const spec = specOf(platform);
  const ordered = await portal.call('POST', spec.calls.create, { as: client, body: orderBody(spec, deposits) });
  expect(ordered.status, ordered.text).toBe(200);
  const { applyId } = ordered.body as { applyId: string };
  const approved = await portal.call('PUT', spec.calls.judge, {
    as: admin,
    query: { id: applyId, action: 'approve' },
    body: { adsId: adsIds.join(', ') },
  });
  expect(approved.status, approved.text).toBe(200);
  return adsIds;
}

/** What a client can spend, in dollars. */
export async function walletOf(portal: Portal, client: Person): Promise<{ wallet: number; held: number }> {
  const { body } = await portal.call('GET', '/kimi/get-wallet-of-user', { as: client });
  const { wallet, held } = (body as { users: { wallet: number; held: number } }).users;
  return { wallet, held };
}
