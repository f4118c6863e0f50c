/** Revenue is traced from a bar of the chart to the ledger's entries, and they add up to the cent. */
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal({ BUSINESS_TZ: 'Asia/Shanghai' });
const admin = await portal.admin();
const client = await portal.client({ dollars: 1_000 });
const get = (path: string, query: Record<string, string | number> = {}, as = admin) =>
  portal.call('GET', path, { as, query });

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

/** 30.00 opening fee and 45.00 top-up fee, of which 3.00 are given back with a refund. */
const order = { adNum: 1, adsDetails: [{ domain: 'a.example', outlookMail: 'a@outlook.com', deposit: 200 }] };
const { applyId } = (await portal.call('POST', '/create-bing-ads', { as: client, body: order })).body as {
  applyId: string;
};
await portal.call('PUT', '/approve-bingAd', {
  as: admin,
  query: { id: applyId, action: 'approve' },
  body: { adsId: 'B-1' },
});
const refund = await portal.call('POST', '/kimi/apply-refund', {
  as: client,
  body: { adsId: 'B-1', amount: 20, adType: 'Bing' },
});
const refundId = refund.body.applyId ?? refund.body.refund?.applyId;
await portal.call('PUT', '/kimi/approve-refund-by-admin', {
  as: admin,
  query: { adsId: 'B-1', adType: 'Bing', applyId: refundId, action: 'approve' },
  body: { transactionId: 'RET-1' },
});

test('the bar of a day, its entries and the total of the month say the same', async () => {
  const figures = (await get('/kimi/get-figures')).body;
  const bar = figures.days.at(-1);
  expect(bar).toEqual({ date: today, revenue: 57 });
  const { body } = await get('/kimi/get-revenue-entries', { from: bar.date, to: bar.date });
  expect(body).toMatchObject({ revenue: 57, total: 3, page: 1 });
  expect(body.entries).toMatchObject([
    { source: 'fee', amount: -3, applyId: refundId, kind: 'refund', adType: 'Bing', userId: { _id: client._id } },
    { source: 'fee', amount: 30, applyId, kind: 'application' },
    { source: 'opening', amount: 30, applyId, kind: 'application' },
  ]);
  const month = (await get('/kimi/get-revenue-days', { month: today.slice(0, 7) })).body;
  expect(month).toMatchObject({ month: today.slice(0, 7), total: 57, timeZone: 'Asia/Shanghai' });
  expect(month.days.at(-1)).toEqual(bar);
  expect(month.days.at(0).date).toBe(`${today.slice(0, 7)}-01`);
});

/** The book says once more when everything happened. */
afterAll(() =>
  portal.db.owner.pool.query(`set session_replication_role = replica;
    update movements m set at = r.decided_at from requests r where r.id = m.request and m.step = 1;
      set session_replication_role = origin`),
);

test('last month is traced to the entries of its days, in the days of the agency', async () => {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month - 2, 3)).toISOString().slice(0, 10);
  // One minute past midnight in Shanghai is the day before in UTC.
  await portal.db.owner.pool
    .query(`set session_replication_role = replica; update movements set at = '${last}T00:01:00+08:00'
      where request = (select id from requests where apply_id = '${applyId}') and dst = 'opening';
    set session_replication_role = origin`);
  const found = (await get('/kimi/get-revenue-days', { month: last.slice(0, 7) })).body;
  expect(found.total).toBe(30);
  expect(found.days.filter((day: { revenue: number }) => day.revenue !== 0)).toEqual([{ date: last, revenue: 30 }]);
  expect((await get('/kimi/get-revenue-entries', { from: last, to: last })).body).toMatchObject({
    revenue: 30,
    entries: [{ source: 'opening', amount: 30 }],
  });
  expect((await get('/kimi/get-revenue-entries', { from: today, to: today })).body).toMatchObject({
    revenue: 27,
    total: 2,
  });
});

test('entries are paged, sorted and reached beyond pages by the last one seen', async () => {
  const span = { from: new Date(Date.parse(today) - 364 * 86_400_000).toISOString().slice(0, 10), to: today };
  const up = (await get('/kimi/get-revenue-entries', { ...span, sort: 'at', limit: 1 })).body;
  const next = (await get('/kimi/get-revenue-entries', { ...span, sort: 'at', limit: 1, after: up.entries[0]._id }))
    .body;
  const second = (await get('/kimi/get-revenue-entries', { ...span, sort: 'at', limit: 1, page: 2 })).body;
  expect(next.entries).toEqual(second.entries);
  expect([up.total, up.revenue]).toEqual([3, 57]);
});

test('a span that is none, or too long, is refused with its field; a month to come has no days', async () => {
  const asked = (from: string, to: string) => get('/kimi/get-revenue-entries', { from, to });
  for (const [from, to] of [
    ['2026-02-02', '2026-02-01'],
    ['2020-01-01', '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
  ] as const)
    expect((await asked(from, to)).status, `${from} ${to}`).toBe(400);
  expect((await get('/kimi/get-revenue-days', { month: '2026-13' })).body).toMatchObject({ field: 'month' });
  expect((await get('/kimi/get-revenue-days', { month: '2999-01' })).body).toMatchObject({ days: [], total: 0 });
  expect((await get('/kimi/get-revenue-days', {}, client)).status).toBe(403);
});

test('the spreadsheet has the same entries, at the times of the agency', async () => {
  const sheet = await get('/kimi/export-revenue-entries', { from: today, to: today });
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  const [header, ...rows] = (await readXlsx(new Uint8Array(sheet.bytes))).sheets[0]!.rows;
  expect(header).toContain('When (Asia/Shanghai)');
  const { entries } = (await get('/kimi/get-revenue-entries', { from: today, to: today })).body;
  const column = header!.indexOf('When (Asia/Shanghai)');
  // A sheet keeps whole seconds.
  const ahead = (row: unknown[], at: string) => Math.round((Number(row[column]) - Date.parse(at)) / 60_000);
  expect(rows.map((row, place) => ahead(row, entries[place].at))).toEqual([8 * 60, 8 * 60]);
});

test('a reversal counts on the day it is made, which may be negative, and leaves the day of the approval as it was', async () => {
  const mistaken = (await portal.call('POST', '/create-bing-ads', { as: client, body: order })).body.applyId as string;
  const query = { id: mistaken, action: 'approve' };
  await portal.call('PUT', '/approve-bingAd', { as: admin, query, body: { adsId: 'B-2' } });
  const approved = '2025-03-03';
  await portal.db.owner.pool.query(`set session_replication_role = replica;
    update movements set at = '${approved}T12:00:00+08:00'
      where request = (select id from requests where apply_id = '${mistaken}') and step = 1;
    set session_replication_role = origin`);
  const revenues = async () =>
    Promise.all([approved, today].map(async (date) => (await get('/kimi/daily-revenue', { date })).body.revenue));
  const [then, now] = await revenues();
  expect(then).toBe(60);
  const body = { applyId: mistaken, reason: 'It was for another client.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  expect(await revenues()).toEqual([60, now - 60]);
  expect(now - 60).toBeLessThan(0);
});
