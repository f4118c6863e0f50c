/**
 * The fees that the table of requests adds up are the revenue that the ledger has, whatever kinds of request there
 * are.
 */
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { priceDeposit, deposit } from '#kinds/deposit.ts';
import { priceOrder, application } from '#kinds/application.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Kind } from '#kinds/kinds.ts';
import { priceRefund, refund } from '#kinds/refund.ts';
import { ask, type Row } from '#requests/requests.server.ts';
import { openingFee, rate, story } from '#requests/story.testing.server.ts';
import { monthAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const at = story(portal.db, portal.app.db);
let admin: Person;
let ana: Person;
/** The apply id of one request of each sort. */
const made: Record<string, string> = {};

beforeAll(async () => {
  admin = await portal.admin();
  ana = await portal.client({ dollars: 1_000 });
  const client = ana.id as ClientId;
  const asked = async (kind: Kind, row: Row) => {
    const [by, content] = [ana.person as PersonId, Object.keys(made).length];
    return (await ask(portal.app.db, { kind, client, askedBy: by, content, rows: [row] })).requests[0]!.applyId;
  };
  const approved = async (kind: Kind, row: Row) => {
    const applyId = await asked(kind, row);
    await at.approve(applyId, { adsId: 'f1' });
    return applyId;
  };
  const of = { platform: 'Google', adsId: 'f1' } as const;
  const order = (deposits: bigint[]): Row => ({
    platform: 'Google',
    price: priceOrder(deposits, openingFee, rate),
    lines: deposits.map((depositCents) => ({ depositCents })),
    details: { rate: String(rate) },
  });
  const put = { ...of, price: priceDeposit(100_00n, rate), details: { topupBasisPoints: String(rate) } };
  made['order'] = await approved(application, order([100_00n]));
  made['deposit'] = await approved(deposit, put);
  made['fee returned'] = await approved(refund, { ...of, price: priceRefund(20_00n, true) });
  made['fee kept'] = await approved(refund, { ...of, price: priceRefund(20_00n, false) });
  const spent = spending(portal.db, admin.person, portal.app.db);
  await spent.opened(90);
  await spent.month('f1', monthAgo(2), 40_000_000n);
  made['settlement'] = await spent.settle(client, 'f1', monthAgo(2));
  await at.suspended('f1');
  made['replacement'] = (await at.replacement(client, 'f1', ana.person as PersonId)).requests[0]!.applyId;
  await at.approve(made['replacement'], { adsId: 'f2' });
  made['waiting'] = await asked(application, order([10_00n]));
});

test('the footer adds up what the ledger took and gave back, and each row says its own part of it', async () => {
  const { body } = await portal.call('GET', '/kimi/get-requests', { as: admin, query: { client: ana._id } });
  const fees = new Map(body.requests.map((row: { applyId: string; fees: number }) => [row.applyId, row.fees]));
  expect(Object.fromEntries(Object.entries(made).map(([sort, applyId]) => [sort, fees.get(applyId)]))).toEqual({
    order: 45,
    deposit: 15,
    'fee returned': -3,
    'fee kept': 0,
    settlement: 0,
    replacement: 0,
    waiting: 31.5,
  });
  const { rows } = await portal.db.owner.pool.query<{ cents: string }>(
    'select sum(revenue_of(src, dst, amount)) as cents from movements where client = $1',
    [ana.id],
  );
  expect(body.sums.approved.fees).toBe(Number(rows[0]!.cents) / 100);
  expect(body.sums.waiting.fees).toBe(31.5);
});

test('into and out of ad accounts went what came from wallets or to them: no spend, nothing left to another account', async () => {
  const { body } = await portal.call('GET', '/kimi/get-requests', { as: admin, query: { client: ana._id } });
  expect(body.sums.approved).toMatchObject({ in: 1_000, out: 0, moved: 100 + 100 + 20 + 20 });
  expect(body.sums.waiting.moved).toBe(10);
  for (const kind of ['settlement', 'replacement']) {
    const { sums, total } = (await portal.call('GET', '/kimi/get-requests', { as: admin, query: { kind } })).body;
    expect([total, sums.approved]).toEqual([1, { in: 0, out: 0, moved: 0, fees: 0 }]);
  }
});

test('files say the same, and in a client’s own amount and fees are the total', async () => {
  const sheet = async (path: string, as: Person, query: Record<string, string>) => {
    const { status, bytes } = await portal.call('GET', path, { as, query });
    expect(status).toBe(200);
    const [head, ...rows] = (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
    return rows.map((row) => new Map(head!.map((name, column) => [name, row[column]])));
  };
  const fees = (rows: Map<unknown, unknown>[], sort: string) =>
    rows.find((row) => row.get('Apply ID') === made[sort])?.get('Fees');
  const all = await sheet('/kimi/export-requests', admin, { client: ana._id });
  expect(Object.keys(made).map((sort) => fees(all, sort))).toEqual([45, 15, -3, 0, 0, 0, 31.5]);
  const own = await sheet('/kimi/export-own-requests', ana, {});
  expect(own.length).toBeGreaterThan(5);
  for (const row of own) {
    const back = row.get('Request') === 'Google refund';
    const fee = Number(row.get('Fees')) * (back ? -1 : 1);
    expect(Number(row.get('Amount')) + fee, String(row.get('Apply ID'))).toBe(row.get('Total'));
  }
});
