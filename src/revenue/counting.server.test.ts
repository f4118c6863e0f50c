/**
 * Figures are added up from what is rolled up and the little that came after it, and refused while that is not little.
 */
import { expect, test } from 'vitest';
import { figuresOf } from '#figures.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { tables } from './figures.api.ts';
import { rollFigures } from './revenue.store.server.ts';

const portal = await testPortal();
const zone = portal.app.config.businessTz;
const [admin] = [await portal.admin(), await portal.client({ dollars: 100 })];
const get = (path: string) => portal.call('GET', path, { as: admin });
const money = async () =>
  (await figuresOf(portal.app)).find((metric) => metric.name === 'portal_ledger_cents')!.samples;
/** Only what has settled is rolled up: for that it is moved to another time, and back. */
const shift = (by: string) =>
  portal.db.owner.pool.query(`set session_replication_role = replica;
    update movements set at = at + interval '${by}'; set session_replication_role = origin`);

test('a book of millions that nobody has counted yet is not added up while an admin waits, and is right once it is counted', async () => {
  expect((await get('/kimi/get-figures')).body.walletLiability).toBe(100);
  // As after a change of BUSINESS_TZ: for the numbers of these movements the book may hold millions before them.
  await portal.db.owner.pool.query(`select setval(pg_get_serial_sequence('movements', 'id'), 2500000)`);
  await portal.client({ dollars: 20 });
  for (const path of [
    '/kimi/get-figures',
    '/kimi/total-revenue',
    '/kimi/daily-revenue?date=2026-11-21',
    '/kimi/get-revenue-days',
    '/kimi/get-business-figures',
    ...tables.map((table) => `/kimi/export-business-figures?table=${table}`),
  ]) {
    const answer = await get(path);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')], path).toEqual([
      503,
      'server.busy',
      '30',
    ]);
    expect(answer.body.message).toBe('These figures are being counted anew. Please try again in a minute.');
  }
  expect(await money()).toEqual([]);

  await shift('-3 minutes');
  await rollFigures(portal.db, zone);
  await shift('3 minutes');
  expect((await get('/kimi/get-figures')).body.walletLiability).toBe(120);
  expect(await money()).toContainEqual({ labels: { place: 'wallet' }, value: 120_00 });
});
