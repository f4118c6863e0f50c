/** The waiting times that screens promise are measured. */
import { expect, test } from 'vitest';
import { factsOf } from '#site/site.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { lasting, words } from './usual.words.ts';

const portal = await testPortal();

test('the usual time is the median of the last 30 days, and fewer than five approvals promise nothing', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  const ask = async (n: number) => {
    const asked = await portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: '5', transactionId: `usual-${n}`, payway: 'USDT' },
    });
    return asked.body.transaction.applyId as string;
  };
  const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask));
  await portal.decide(admin, 'approve', ...ids.slice(0, 6).map((applyId) => ({ applyId })));
  // Five took 10, 20, 30, 40 and 1,000 minutes; one, of six weeks ago, took a day.
  const took = [10, 20, 30, 40, 1_000, 1_440];
  for (const [place, minutes] of took.entries())
    await portal.db.owner.query(
      'test.took',
      'update requests set created_at = decided_at - make_interval(mins => $2::int) where apply_id = $1',
      [ids[place], minutes],
    );
  const later = (days: number) =>
    portal.db.owner.query(
      'test.later',
      'update requests set decided_at = decided_at - make_interval(days => $2::int) where apply_id = $1',
      [ids[5], days],
    );
  await later(42);
  const { body } = await portal.call('GET', '/kimi/get-usual-times', { as: client });
  expect(body.times).toEqual([{ kind: 'topup', approved: 5, minutes: 30 }]);
  // The public site says the same figure, from the same reading.
  expect((await factsOf(portal.app)).usual).toEqual([{ kind: 'topup', within: '30 minutes' }]);
  await later(-42);
});

test('what is measured on approvals alone is not said of everything that was asked for', () => {
  expect(words.usual('topup', 25)).toBe(
    'Of the top-ups approved in the last 30 days, half were approved within 25 minutes.',
  );
});

test('a promise is rounded up, in the unit in which one waits', () => {
  expect([1, 31, 90, 91, 2_880, 2_881].map(lasting)).toEqual([
    '5 minutes',
    '35 minutes',
    '90 minutes',
    '2 hours',
    '48 hours',
    '3 days',
  ]);
});
