/** When a platform is asked, and by which node. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { isDue } from './connections.store.server.ts';

const portal = await testPortal();

test('a platform that was put off before the clock of the database went back is asked at once, and one for a day is not', async () => {
  const isDueIn = async (hours: number) => {
    await portal.db.owner.query(
      'test.next',
      `insert into connections (platform, next_at) values ('Bing', now() + $1 * interval '1 hour')
       on conflict (platform) do update set next_at = excluded.next_at`,
      [hours],
    );
    return isDue(portal.app.db, 'Bing');
  };
  expect([await isDueIn(24), await isDueIn(30 * 24)]).toEqual([false, true]);
});
