/** What stands in the bell is what its person wants to be told of, and always what concerns their safety. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { notify } from './notices.server.ts';

const portal = await testPortal();
const { owner } = portal.db;

test('a topic that is switched off in the portal is not in the bell; safety is, whatever a row says', async () => {
  const client = await portal.client();
  await portal.call('PUT', '/kimi/update-notice-choices', { as: client, body: { topic: 'wallet', portal: false } });
  await owner.query(
    'test.forged',
    `update people set notice_choices = notice_choices || '{"portal:security": false}' where id = $1`,
    [client.person],
  );
  const link = '/dashboard';
  await portal.app.db.transaction((tx) =>
    notify(
      tx,
      { client: client.id, topic: 'wallet', text: 'A top-up.', link },
      { client: client.id, topic: 'accounts', text: 'A deposit.', link },
      { client: client.id, topic: 'security', text: 'An address.', link },
    ),
  );
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
  expect(notices.map(({ text }: { text: string }) => text)).toEqual(['An address.', 'A deposit.']);
});
