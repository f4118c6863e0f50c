/** When a platform is asked, and by which node. */
import { expect, test, vi } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { connectionSpecs, type ConnectionSpec } from '#platforms/connections.server.ts';
import { startJobs } from '#server/jobs.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { isDue } from './connections.store.server.ts';
import { runConnection } from './running.server.ts';

const portal = await testPortal();
const { opened, one } = accountsOf(portal);
const [admin, ana] = [await portal.admin(), await portal.client({ dollars: 3_000 })];
const google = connectionSpecs.find(({ platform }) => platform === 'Google')!;

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

/** A platform that says so much was spent of $200, and waits before each of its answers. */
function saying(adsId: string, word: string, micros: bigint, wait = async (_call: string) => {}): ConnectionSpec {
  const currency = 'USD';
  const shown = { adsId, id: adsId, name: '', word, reason: '', currency, timeZone: '' };
  const spent = { adsId, currency, days: new Map([[daysAgo(2), micros]]), incompleteFrom: undefined };
  const left = { adsId, currency, micros: 200_000_000n - micros };
  const answer = async <T>(call: string, one: T) => {
    await wait(call);
    return { of: [one], faults: [] };
  };
  return {
    ...google,
    open: () => ({
      states: () => answer('states', shown),
      spend: () => answer('spend', spent),
      remaining: () => answer('remaining', left),
    }),
  };
}

test.each([
  ['states', '111-222-3333', 'SUSPENDED'],
  ['spend', '222-333-4444', 'ENABLED'],
  ['remaining', '333-444-5555', 'ENABLED'],
])(
  'a node that stands still asking for %s, while another one asks in its place, keeps no older answer',
  async (held, adsId, word) => {
    const account = await opened(admin, ana, adsId, 200);
    await spending(portal.db, 0n).opened(30);
    let [asked, stopped, wake] = [false, false, () => {}];
    const older = saying(adsId, word, 10_000_000n, (call) => {
      if (call !== held) return Promise.resolve();
      asked = true;
      return new Promise((resolve) => (wake = resolve));
    });
    const run = (stop: AbortSignal) => {
      stop.addEventListener('abort', () => (stopped = true));
      return runConnection(portal.app, older, stop);
    };
    const jobs = startJobs(portal.app, [{ name: held, everySeconds: 3_600, atStart: true, run }], 1);
    await vi.waitFor(() => expect(asked).toBe(true), { timeout: 10_000 });
    await portal.db.owner.query('test.taken', `update jobs set locked_by = 'other' where name = $1`, [held]);
    await vi.waitFor(() => expect(stopped).toBe(true), { timeout: 10_000 });
    await runConnection(portal.app, saying(adsId, 'ENABLED', 50_000_000n), new AbortController().signal);
    wake();
    await jobs.stop();
    const told = await one(admin, account);
    expect(told.account).toMatchObject({ spent: 50, state: 'Active' });
    expect(told.reconciliation).toMatchObject({ left: { amount: 150 } });
  },
);
