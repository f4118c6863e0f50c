/** The figures of a span add up to what the book says, by every part, whether it is rolled up already or not. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { dayOf, onClocksOf } from '#kernel/days.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { goodwill } from '#kinds/goodwill.ts';
import { penalty } from '#kinds/penalty.ts';
import { flatPrice } from '#kinds/postings.ts';
import { priceSettlement, settlement } from '#kinds/settlement.ts';
import { figuresAgree } from '#requests/book.details.server.ts';
import { ask } from '#requests/requests.server.ts';
import { monthAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { changeOf, monthsOf, spanBefore, spanNamed } from './figures.ts';
import { rollFigures } from './revenue.store.server.ts';

const portal = await testPortal({ BUSINESS_TZ: 'Asia/Shanghai' });
const zone = portal.app.config.businessTz;
const admin = await portal.admin();
const [ana, ben] = [await portal.client({ dollars: 1_000 }), await portal.client({ dollars: 500 })];
const get = (query: Record<string, string> = {}, as = admin) =>
  portal.call('GET', '/kimi/get-business-figures', { as, query });

/** An order of one account: 30.00 for opening it, and 15 % of 200.00. */
async function ordered(client: typeof ana, path: string, approve: string, adsId: string): Promise<void> {
  const row = { domain: 'a.example', outlookMail: 'a@outlook.com', gmail: 'a@gmail.com', deposit: 200 };
  const body = { adNum: 1, adsDetails: [row] };
  const { applyId } = (await portal.call('POST', path, { as: client, body })).body;
  const query = { id: applyId, action: 'approve' };
  expect((await portal.call('PUT', approve, { as: admin, query, body: { adsId } })).status).toBe(200);
}
await ordered(ana, '/create-bing-ads', '/approve-bingAd', 'B-1');
await ordered(ben, '/create-bing-ads', '/approve-bingAd', 'B-2');
const refund = await portal.call('POST', '/kimi/apply-refund', {
  as: ben,
  body: { adsId: 'B-2', amount: 20, adType: 'Bing' },
});
await portal.call('PUT', '/kimi/approve-refund-by-admin', {
  as: admin,
  query: {
    adsId: 'B-2',
    adType: 'Bing',
    applyId: refund.body.applyId ?? refund.body.refund?.applyId,
    action: 'approve',
  },
  body: { transactionId: 'RET-1' },
});

/** Moves what happened into the past, as far as the roll-up takes it in. */
const shift = (by: string) =>
  portal.db.owner.pool.query(`set session_replication_role = replica;
    update movements set at = at + interval '${by}'; set session_replication_role = origin`);

test('days, platforms and clients each add up to the revenue, before and after it is rolled up', async () => {
  const { body } = await get({ span: '30' });
  expect(body.total).toEqual({ revenue: 117, before: 0 });
  const sum = (rows: { revenue: number }[]) => rows.reduce((all, { revenue }) => all + revenue, 0);
  expect([sum(body.days), sum(body.platforms), sum(body.clients)]).toEqual([117, 117, 117]);
  expect(body.platforms).toEqual([{ adType: 'Bing', revenue: 117, before: 0 }]);
  expect(body.clients.map(({ _id, revenue }: { _id: string; revenue: number }) => [_id, revenue])).toEqual([
    [ana._id, 60],
    [ben._id, 57],
  ]);
  expect(body.clientsTotal).toBe(2);
  expect(body.days.at(-1)).toMatchObject({ revenue: 117, in: 1_500, out: 0 });
  const owed = Object.fromEntries(body.owed.map((row: { place: string; amount: number }) => [row.place, row.amount]));
  // What came in is owed or earned.
  expect(owed.wallets + owed.held + owed.adAccounts + 117).toBe(1_500);

  await shift('-3 minutes');
  await rollFigures(portal.db, zone);
  await shift('3 minutes');
  const { rows } = await portal.db.owner.pool.query(`select count(*)::int as count from day_figures`);
  expect(rows[0].count).toBeGreaterThan(0);
  expect((await get({ span: '30' })).body).toEqual(body);
  // The calls that were there before say the same.
  const today = body.days.at(-1).date;
  expect((await portal.call('GET', `/kimi/daily-revenue?date=${today}`, { as: admin })).body.revenue).toBe(117);
});

test('what came after the roll-up is added to it, and a reversal is taken from what came in, not paid out', async () => {
  const cleo = await portal.client({ dollars: 40 });
  expect((await get()).body.networks.reduce((all: number, row: { in: number }) => all + row.in, 0)).toBe(1_540);
  const { rows } = await portal.db.owner.pool.query<{ apply_id: string }>(
    `select apply_id from requests where client = $1`,
    [cleo.id],
  );
  const body = { applyId: rows[0]!.apply_id, reason: 'The transfer was of somebody else.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  const { networks } = (await get()).body;
  expect(networks.reduce((all: number, row: { in: number; out: number }) => all + row.in + row.out, 0)).toBe(1_500);
  expect(networks.every((row: { out: number }) => row.out === 0)).toBe(true);
});

test('each table is a file', async () => {
  for (const table of ['days', 'months', 'platforms', 'clients', 'networks', 'owed']) {
    const file = await portal.call('GET', '/kimi/export-business-figures', { as: admin, query: { table } });
    expect([file.status, file.headers.get('content-disposition')], table).toEqual([
      200,
      expect.stringContaining(`figures-${table}-`),
    ]);
  }
});

test('the file of what is owed bears today, not the days that the page shows, and says as of when it is', async () => {
  const query = { table: 'owed', span: 'last-month' };
  const [before, after] = [Date.now() - 1_000, Date.now() + 60_000].map((at) => onClocksOf(new Date(at), zone));
  const file = await portal.call('GET', '/kimi/export-business-figures', { as: admin, query });
  const today = dayOf(new Date(), zone);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="figures-owed-${today}.xlsx"`);
  const [heads, first] = (await readXlsx(new Uint8Array(file.bytes))).sheets[0]!.rows;
  expect(heads).toEqual(['Where', 'Amount', 'As of (Asia/Shanghai)']);
  expect((first![2] as Date) >= before! && (first![2] as Date) <= after!).toBe(true);
});

test('what is owed adds up to one sum, and that with the rest of the book to the cash, on the page and in the file', async () => {
  const story = { client: ana.id as ClientId, askedBy: admin.person as PersonId, content: 1 };
  await ask(portal.app.db, { ...story, kind: goodwill, rows: [{ price: flatPrice(7_00n) }], atOnce: true });
  await ask(portal.app.db, { ...story, kind: penalty, rows: [{ price: flatPrice(3_00n) }], atOnce: true });
  const month = monthAgo(2);
  const spent = spending(portal.db, admin.person, portal.app.db, 'Bing');
  await spent.opened(90);
  await spent.month('B1', month, 50_000_000n);
  await ask(portal.app.db, {
    ...story,
    kind: settlement,
    atOnce: true,
    rows: [{ platform: 'Bing', adsId: 'B-1', price: priceSettlement(50_00n), details: { month } }],
  });
  const { owed } = (await get()).body;
  const at = Object.fromEntries(owed.map((row: { place: string; amount: number }) => [row.place, row.amount]));
  expect(at.all).toBe(at.wallets + at.held + at.adAccounts);
  expect(at).toMatchObject({ spent: 50, revenue: 117, penalties: 3, goodwillGiven: -7, cash: 1_500 });
  expect(at.all + at.spent + at.revenue + at.penalties + at.goodwillGiven).toBe(at.cash);
  const query = { table: 'owed' };
  const file = await portal.call('GET', '/kimi/export-business-figures', { as: admin, query });
  const [, ...rows] = (await readXlsx(new Uint8Array(file.bytes))).sheets[0]!.rows;
  expect(rows.map(([, amount]) => amount)).toEqual(owed.map((row: { amount: number }) => row.amount));
  expect(rows[4]!.slice(0, 2)).toEqual(['Together', at.all]);
});

test('a span that ends before it begins, or is longer than a year, is refused; a client sees nothing', async () => {
  expect((await get({ from: '2026-02-01', to: '2026-01-01' })).body.field).toBe('to');
  expect((await get({ from: '2024-01-01', to: '2026-01-01' })).status).toBe(400);
  expect((await get({}, ana as unknown as typeof admin)).status).toBe(403);
});

test('what is compared is as many days right before, and months are sums of their days', () => {
  expect(spanBefore({ from: '2026-03-01', to: '2026-03-10' })).toEqual({ from: '2026-02-19', to: '2026-02-28' });
  expect(spanNamed('last-month', '2026-03-10')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(spanNamed('90', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  const day = (date: string, revenue: bigint) => ({ date, revenue, before: 1n, in: 0n, out: 2n });
  expect(monthsOf([day('2026-01-31', 5n), day('2026-02-01', -2n), day('2026-02-02', 1n)])).toEqual([
    { date: '2026-01', revenue: 5n, before: 1n, in: 0n, out: 2n },
    { date: '2026-02', revenue: -1n, before: 2n, in: 0n, out: 4n },
  ]);
  expect([changeOf(150n, 100n), changeOf(50n, 100n), changeOf(5n, 0n)]).toEqual([50, -50, undefined]);
});

test('the audit proves them', async () => {
  const { rows } = await portal.db.owner.pool.query<{ finding: string | null }>(figuresAgree);
  expect(rows.filter(({ finding }) => finding !== null)).toEqual([]);
});
