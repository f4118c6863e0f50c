import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { changesOf } from '#audit/entries.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let finance: Person;
let ana: Person;
let topup = '';

const list = async (query: Record<string, string> = {}, as = admin) =>
  portal.call('GET', '/kimi/get-requests', { as, query });
const ids = async (query: Record<string, string>, as = admin) =>
  (await list(query, as)).body.requests.map(({ applyId }: { applyId: string }) => applyId);

beforeAll(async () => {
  admin = await portal.admin();
  finance = await portal.admin('Finance');
  ana = await portal.client({ dollars: 500 });
  const asked = await portal.call('POST', '/add-money', {
    as: ana,
    body: { chargeMoney: 75, transactionId: 'f'.repeat(64), remarks: '=1+1' },
  });
  topup = asked.body.transaction.applyId;
});

test('what waits and what was approved is added up by the way it goes, and named by its client', async () => {
  const { status, body } = await list({ client: ana.email });
  expect(status).toBe(200);
  expect(body.requests[0]).toMatchObject({
    applyId: topup,
    amount: 75,
    state: 'Pending',
    kind: 'topup',
    takenBy: null,
  });
  expect(body.sums.waiting).toEqual({ in: 75, out: 0, moved: 0, fees: 0 });
  expect(body.sums.approved.in).toBe(500);
  expect(await ids({ client: ana._id, least: '70', most: '80' })).toEqual([topup]);
  expect(await ids({ client: 'nobody at all' })).toEqual([]);
  expect((await list({ from: '2026-02-02', to: '2026-02-01' })).body).toMatchObject({ field: 'to' });
  expect((await list({ least: '5', most: '4' })).body).toMatchObject({ field: 'most' });
  expect(await ids({ admin: 'US-0000-0000' })).toEqual([]);
  expect(await ids({ state: 'decided', client: ana._id })).not.toContain(topup);
});

test('an admin sees what they can decide: what waits, of a kind of their role', async () => {
  const operations = await portal.admin('Operations');
  expect(await ids({ mine: 'true' }, operations)).not.toContain(topup);
  expect(await ids({ mine: 'true' }, finance)).toContain(topup);
  expect(await ids({ mine: 'true', state: 'decided' }, finance)).toEqual([]);
});

test('taking a request is a sign that all see, for whoever has it, and goes with the decision', async () => {
  const take = (as: Person, letGo = false) =>
    portal.call('PUT', '/kimi/take-request', { as, query: { applyId: topup, ...(letGo ? { letGo: 'true' } : {}) } });
  expect((await take(finance)).body.takenBy).toMatchObject({ username: finance.username, own: true });
  expect(await ids({ taken: 'mine' }, finance)).toEqual([topup]);
  expect(await ids({ taken: 'nobody' })).not.toContain(topup);
  const queue = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: topup } });
  expect(queue.body.requests[0].takenBy).toMatchObject({ username: finance.username, own: false });
  // Nobody lets go of what is another's; whoever may decide decides all the same.
  await take(admin, true);
  expect(await ids({ taken: 'mine' }, finance)).toEqual([topup]);
  const decided = await portal.decide(admin, 'approve', { applyId: topup });
  expect(decided.body.results[0].done).toBe(true);
  expect(await ids({ taken: 'mine' }, finance)).toEqual([]);
  expect((await take(finance)).body.code).toBe('request.not_waiting');
  expect(
    (await portal.call('PUT', '/kimi/take-request', { as: admin, query: { applyId: 'TU-0000-0000' } })).status,
  ).toBe(404);
});

test('the file has exactly what was narrowed, in words and on the clocks of the agency, and leaves a trace', async () => {
  const query = { client: ana._id, kind: 'topup', sort: '-amount' };
  const shown = await ids(query);
  const sheet = await portal.call('GET', '/kimi/export-requests', { as: admin, query });
  const [header, ...rows] = (await readXlsx(new Uint8Array(sheet.bytes))).sheets[0]!.rows;
  expect(header!.slice(0, 4)).toEqual(['Created Time (Asia/Shanghai)', 'Apply ID', 'Request', 'State']);
  expect(rows.map((row) => row[1])).toEqual(shown);
  expect(rows.find((row) => row[1] === topup)!.slice(2, 4)).toEqual(['Top-up', 'Approved']);
  const csv = await portal.call('GET', '/kimi/export-requests', { as: finance, query: { ...query, format: 'csv' } });
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="requests.csv"');
  expect(csv.text.split('\r\n')).toHaveLength(shown.length + 2);
  expect(csv.text).toContain(`"'=1+1"`);
  const log = await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'read.requests' } });
  expect(log.body.total).toBe(2);
  expect(log.body.entries[0].after).toMatchObject({ kind: 'topup', format: 'csv' });
  const support = await portal.admin('Support');
  expect((await portal.call('GET', '/kimi/export-requests', { as: support })).status).toBe(403);
});

test('a file that is narrowed by an amount is sent, and its trace says that amount in dollars', async () => {
  const query = { client: ana._id, least: '70', most: '80.5', format: 'csv' };
  const { status, text } = await portal.call('GET', '/kimi/export-requests', { as: admin, query });
  expect([status, text.includes(topup)]).toEqual([200, true]);
  const log = await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'read.requests' } });
  expect(log.body.entries[0].after).toMatchObject({ leastCents: '7000', mostCents: '8050' });
  expect(changesOf(null, log.body.entries[0].after)).toEqual(
    expect.arrayContaining([
      { label: 'Least', was: undefined, is: '$70.00' },
      { label: 'Most', was: undefined, is: '$80.50' },
    ]),
  );
});

test('a client’s file has exactly the own requests that the list has, and nothing of the desk', async () => {
  const ben = await portal.client({ dollars: 40 });
  const read = async (query: Record<string, string>, as = ana) => {
    const { status, bytes } = await portal.call('GET', '/kimi/export-own-requests', { as, query });
    expect(status).toBe(200);
    return (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
  };
  const [head, ...rows] = await read({ kind: 'topup', sort: 'createdAt' });
  expect(head).toEqual(expect.arrayContaining(['Created Time (Asia/Shanghai)', 'Apply ID', 'Amount', 'Remarks']));
  expect(head!.join(' ')).not.toContain('Decided by');
  const { body } = await portal.call('GET', '/get-transaction-details-of-user', { as: ana });
  const listed = body.transactions.map(({ applyId }: { applyId: string }) => applyId).toReversed();
  expect(rows.map((row) => row[1])).toEqual(listed);
  const found = rows.find((row) => row[1] === topup)!;
  expect(found.slice(2, 5)).toEqual(['Top-up', 'Approved', 75]);
  expect(await read({ kind: 'topup', q: topup })).toHaveLength(2);
  expect(await read({ kind: 'topup', state: 'Rejected' })).toHaveLength(1);
  expect(await read({ kind: 'refund', adType: 'Google' })).toHaveLength(1);
  expect((await read({}, ben)).flat()).not.toContain(topup);
  expect(await read({ q: topup }, ben)).toHaveLength(1);
  const order = { adNum: 1, adsDetails: [{ gmail: 'ben@gmail.com', deposit: 0 }] };
  await portal.call('POST', '/create-google-ads', { as: ben, body: order });
  expect((await read({ kind: 'application' }, ben))[1]!.slice(2, 4)).toEqual(['Google ad account order', 'Pending']);
  const goodwill = await portal.call('GET', '/kimi/export-own-requests', { as: ana, query: { kind: 'goodwill' } });
  expect(goodwill.status).toBe(400);
});

test('a view is kept under a name of one admin, replaced, forgotten, and never another one’s', async () => {
  const save = (name: string, asked: string, as = admin) =>
    portal.call('PUT', '/kimi/save-request-view', { as, body: { name, asked } });
  await save('Tron', 'network=TRC20');
  expect((await save('Tron', 'network=TRC20&kind=topup')).body.views).toEqual([
    { name: 'Tron', asked: 'network=TRC20&kind=topup' },
  ]);
  const seen = await portal.call('GET', '/kimi/get-request-views', { as: finance });
  expect(seen.body.views).toEqual([]);
  expect(seen.body.admins.map(({ username }: { username: string }) => username)).toContain(admin.username);
  const remove = (as: Person) => portal.call('PUT', '/kimi/remove-request-view', { as, body: { name: 'Tron' } });
  expect((await remove(finance)).status).toBe(404);
  expect((await remove(admin)).body.views).toEqual([]);
  const results = [];
  for (let n = 0; n <= 40; n++) results.push((await save(`View ${n}`, '')).status);
  expect(results.filter((status) => status !== 200)).toEqual([409]);
});
