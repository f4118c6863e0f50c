/** Files of spend through the portal: the difference first, twice the same changes nothing, and undone. */
import { beforeAll, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { portions } from './importing.server.ts';
import { mostRows } from './report.ts';
import { importSpend } from './spend.api.ts';
import { asExcelText, asWorkbook, rowsOf } from './reports.testing.server.ts';
import { daysAgo } from './spend.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, list, one } = accountsOf(portal);
let admin: Person;
let ana: Person;

beforeAll(async () => {
  admin = await portal.admin();
  ana = await portal.client({ dollars: 2_000 });
  await opened(admin, ana, 'SP-1', 100);
  await opened(admin, ana, 'SP-2', 50);
  await owner.query('t.older', `update ad_accounts set opened_at = opened_at - interval '10 days'`, []);
});

const head = 'Day,Customer ID,Currency code,Cost\n';
const line = (ago: number, adsId: string, cost: string, currency = 'USD') =>
  `${daysAgo(ago)},${adsId},${currency},${cost}\n`;

const send = (file: string | Buffer, more: object = {}, as = admin) =>
  portal.call('POST', '/kimi/import-spend', {
    as,
    form: { platform: 'Google', dry: 'false', file: new File([file as BlobPart], 'spend.csv'), ...more },
  });
const imports = async () =>
  (await portal.call('GET', '/kimi/get-spend-imports', { as: admin })).body.imports as { _id: string; days: number }[];
const undo = (id: string, as = admin) =>
  portal.call('PUT', '/kimi/undo-spend-import', { as, query: { id }, body: { reason: 'Another month.' } });

test('a report in a field of a form that is longer than one may be is refused, and no part of it kept', async () => {
  const rows = Array.from({ length: 20 }, (_, day) => line(day + 1, '123-456-7890', '1234.56')).join('');
  const send = (text: string) =>
    portal.call('POST', '/kimi/import-spend', { as: admin, form: { platform: 'Google', dry: 'true', text } });
  expect((await send(head + rows)).status).toBe(200);
  const { status, body } = await send(head + rows.repeat(25));
  expect([status, body.code, body.field]).toEqual([413, 'input.too_large', 'text']);
});

test('dry shows exactly what would change and changes nothing; then it is kept, and the same file again changes 0', async () => {
  const file =
    head + line(3, 'SP-1', '12.34') + line(2, 'sp 1', '0.01') + line(3, 'SP-9', '7.00') + line(3, 'SP-2', '1', 'EUR');
  const dry = (await send(file, { dry: 'true' })).body;
  expect(dry).toMatchObject({ dry: true, _id: null, added: 2, changed: 0, same: 0, faults: 1 });
  expect(dry.unknown).toEqual([{ adsId: 'SP-9', days: 1, amount: 7 }]);
  expect(dry.rows[0]).toMatchObject({ line: 5, outcome: 'fault', message: 'This is in EUR. Only USD is taken.' });
  expect(dry.days).toEqual([
    { date: daysAgo(2), accounts: 1, before: 0, after: 0.01 },
    { date: daysAgo(3), accounts: 1, before: 0, after: 12.34 },
  ]);
  for (const unsaid of [{}, { dry: '' }, { dry: 'ture' }]) {
    const body = { platform: 'Google', text: file, ...unsaid };
    const { status, body: told } = await portal.call('POST', '/kimi/import-spend', { as: admin, body });
    expect([status, told.field, told.message]).toEqual([
      400,
      'dry',
      'Please say whether this is a dry run: true or false.',
    ]);
  }
  expect((await send(file, { dry: 'True' })).body).toMatchObject({ dry: true, added: 2 });
  expect(await imports()).toEqual([]);

  const kept = (await send(file)).body;
  expect({ ...kept, dry: true, message: '', _id: null }).toEqual({ ...dry, message: '' });
  expect(kept._id).toMatch(/^SI-/);
  expect((await send(file)).body).toMatchObject({ added: 0, changed: 0, same: 2 });
});

test('lists and the page of the account say what was spent and what is left, to its client and to admins alone', async () => {
  for (const as of [ana, admin]) {
    const { accounts } = await list(as, { q: 'SP-1' });
    expect(accounts).toEqual([expect.objectContaining({ balance: 100, spent: 12.35, remaining: 87.65 })]);
    const page = await one(as, accounts[0]._id);
    expect(page.spend).toEqual([
      { date: daysAgo(3), amount: 12.34, final: false },
      { date: daysAgo(2), amount: 0.01, final: false },
    ]);
    expect(page.reconciliation).toEqual({
      funded: 100,
      returned: 0,
      settled: 0,
      spentUntil: daysAgo(2),
      unsettled: 12.35,
      left: null,
    });
  }
  expect((await list(ana, { q: 'SP-2' })).accounts[0]).toMatchObject({ balance: 50, spent: null, remaining: null });
  const ben = await portal.client();
  const [{ _id: id }] = (await list(ana, { q: 'SP-1' })).accounts;
  expect((await portal.call('GET', '/kimi/get-ad-account', { as: ben, query: { id } })).status).toBe(404);
});

test('another value is shown as old and new, from Excel as from CSV, and both stay', async () => {
  const rows = rowsOf(head + line(3, 'SP-1', '20.00'));
  expect((await send(asExcelText(rows))).body.rows).toEqual([
    expect.objectContaining({ adsId: 'SP-1', date: daysAgo(3), before: 12.34, after: 20, outcome: 'changes' }),
  ]);
  expect((await send(await asWorkbook(rows))).body).toMatchObject({ same: 1, changed: 0 });
  const [{ _id: id }] = (await list(ana, { q: 'SP-1' })).accounts;
  expect((await one(admin, id)).spentBefore).toMatchObject([{ date: daysAgo(3), amount: 12.34 }]);
});

test('an import is undone, once, and what it changed is what it was', async () => {
  const [last] = (await imports()).filter(({ days }) => days > 0);
  expect((await undo(last!._id)).body).toMatchObject({ changed: 1, unknown: 0 });
  expect(await undo(last!._id)).toMatchObject({ status: 409, body: { code: 'spend.undone' } });
  expect((await undo('SI-0000-0000')).status).toBe(404);
  expect((await imports())[1]).toMatchObject({ _id: last!._id, undoneBy: admin.username });
  const again = (await send(head + line(3, 'SP-1', '12.34'))).body;
  expect(again).toMatchObject({ same: 1, added: 0 });
});

test('days before the account was open here are faults', async () => {
  const { body } = await send(head + line(40, 'SP-1', '3.00'));
  expect(body).toMatchObject({
    added: 0,
    faults: 1,
    rows: [{ message: expect.stringContaining('This day is before the ad account was opened here') }],
  });
});

/** An order with this Ads ID, approved for the wrong client and reversed three days ago at this hour, UTC. */
async function takenBack(adsId: string, hour: number) {
  const id = await opened(admin, ana, adsId, 100);
  const body = { applyId: (await one(ana, id)).account.applyId, acknowledged: true, reason: 'The wrong client.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  await owner.query(
    't.taken_back',
    `update ad_accounts set opened_at = now() - interval '30 days', closed_at = ${hourThen} where public_id = $1`,
    [id, hour],
  );
  return id;
}

/** Opens it for another client, minutes later. */
async function openedAnew(adsId: string, hour: number) {
  const ben = await portal.client({ dollars: 500 });
  const next = await opened(admin, ben, adsId, 100);
  const later = `${hourThen} + interval '10 minutes'`;
  await owner.query('t.anew', `update ad_accounts set opened_at = ${later} where public_id = $1`, [next, hour]);
  return { ben, next };
}

const hourThen = `(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
  - interval '3 days' + $2 * interval '1 hour'`;

test('a day on which an Ads ID was another client’s is not charged to the next one, and neither is the day of both', async () => {
  const id = await takenBack('SAME-1', 5);
  const { ben, next } = await openedAnew('SAME-1', 5);
  const { body: told } = await send(
    head + line(4, 'SAME-1', '40.00') + line(3, 'SAME-1', '2.00') + line(2, 'SAME-1', '1.00'),
  );
  expect(told).toMatchObject({ added: 1, faults: 2 });
  const message = expect.stringContaining('another ad account still had this Ads ID');
  expect(told.rows.slice(0, 2)).toMatchObject([4, 3].map((ago) => ({ _id: next, date: daysAgo(ago), message })));
  expect((await one(ben, next)).account.spent).toBe(1);
  expect((await one(ana, id)).account.spent).toBeNull();
});

test('a day that had begun in the first zone when an account was taken back is charged once, and not to the next', async () => {
  const id = await takenBack('SAME-2', 20);
  const file = head + line(2, 'SAME-2', '30.00') + line(1, 'SAME-2', '1.00');
  expect((await send(head + line(2, 'SAME-2', '30.00'))).body).toMatchObject({ added: 1, faults: 0 });
  const { ben, next } = await openedAnew('SAME-2', 20);
  expect((await send(file)).body).toMatchObject({ added: 1, faults: 1, rows: [{ _id: next, date: daysAgo(2) }, {}] });
  expect([(await one(ana, id)).account.spent, (await one(ben, next)).account.spent]).toEqual([30, 1]);
});

test('days that ended four days ago are final, later ones are not', async () => {
  await send(head + line(5, 'SP-2', '3.00') + line(1, 'SP-2', '3.00'));
  const days = await owner.query<{ final: boolean }>(
    't.final',
    `select d.final from spend_days d join ad_accounts a on a.id = d.ad_account where a.key = 'sp2' order by d.day`,
    [],
  );
  expect(days.map(({ final }) => final)).toEqual([true, false]);
});

test('what is no report is refused with a sentence, and nobody but Operations sends one', async () => {
  for (const [file, says] of [
    ['', 'Please choose a file.'],
    ['hello', 'This file holds no table.'],
    ['a,b\n1,2\n', 'No line with the columns'],
  ] as const)
    expect((await send(file)).body).toMatchObject({ field: 'file', message: expect.stringContaining(says) });
  for (const role of ['Finance', 'Support'] as const)
    expect((await send(head, {}, await portal.admin(role))).status).toBe(403);
  expect((await send(head, {}, ana)).status).toBe(403);
  expect((await send(head, {}, await portal.admin('Operations'))).status).toBe(200);
});

test('the longest file keeps each of its days once, within the round trips that are declared, however long an account’s days', () => {
  for (const daysOfEach of [1, 365, 4_001, mostRows]) {
    const keyOf = (n: number) => String(n % Math.ceil(mostRows / daysOfEach));
    const said = { micros: 0n, final: true, partial: false };
    const days = Array.from({ length: mostRows }, (_, n) => ({ key: keyOf(n), day: `${n}`, ...said }));
    const made = portions(days);
    expect(new Set(made.flat()).size).toBe(mostRows);
    // Each begins, calls and commits; one line of the audit log is written.
    expect(3 * made.length + 1).toBeLessThanOrEqual(importSpend.trips);
  }
});

test('the books hold after all of this', async () => {
  expect(await findings(portal.db.url)).toEqual([]);
});
