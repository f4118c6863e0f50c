/**
 * Where midnight comes twice, as in the Azores on 25 October 2026 at 00:00 and at 01:00 UTC, the day begins with the
 * first.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal({ BUSINESS_TZ: 'Atlantic/Azores' }, { breaks: 'verdicts are moved to another day' });
const admin = await portal.admin();
const client = await portal.client({ dollars: 10 });
afterAll(() => vi.useRealTimers());

test('what was approved between the two is of that day, in the figures and in the audit log', async () => {
  const body = { userId: client._id, kind: 'goodwill', amount: 5, reason: 'For the delay.' };
  expect((await portal.call('POST', '/kimi/apply-correction', { as: admin, body })).status).toBe(200);
  const between = `'2026-10-25T00:30:00Z'`;
  await portal.db.owner.pool.query(
    `alter table requests disable trigger user; alter table audit_log disable trigger user;
     update requests set decided_at = case when kind = 'goodwill' then ${between}
       else '2026-10-24T23:30:00Z' end::timestamptz;
     update audit_log set at = ${between};
     alter table requests enable trigger user; alter table audit_log enable trigger user`,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-10-25T12:00:00Z') });
  const figures = (await portal.call('GET', '/kimi/get-figures', { as: admin })).body;
  expect(figures).toMatchObject({ goodwillToday: 5, topupsToday: { count: 0 } });
  const entries = async (day: string) =>
    (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'goodwill', from: day, to: day } }))
      .body.entries.length;
  expect([await entries('2026-10-24'), await entries('2026-10-25')]).toEqual([0, 1]);
});
