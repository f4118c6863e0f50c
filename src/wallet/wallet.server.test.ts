/** The wallet, as a page asks for it every two seconds where live hints do not arrive. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();

test('a poll that knows the balance already is answered with nothing, until the balance is another', async () => {
  const client = await portal.client({ dollars: 500 });
  const ask = (etag = '') =>
    portal.call('GET', '/kimi/get-wallet-of-user', { as: client, headers: { 'if-none-match': etag } });
  const first = await ask();
  expect(first.body.users).toMatchObject({ wallet: 500, held: 0 });
  const etag = first.headers.get('etag')!;
  const second = await ask(etag);
  expect([second.status, second.text]).toEqual([304, '']);
  await portal.call('POST', '/create-google-ads', {
    as: client,
    body: { adNum: 1, adsDetails: [{ gmail: 'buyer@gmail.com', deposit: 100 }] },
  });
  const third = await ask(etag);
  expect(third.body.users).toMatchObject({ wallet: 355, held: 145 });
  expect(third.headers.get('cache-control')).toBe('private, no-cache');
});
