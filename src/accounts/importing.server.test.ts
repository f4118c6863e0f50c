/** Many states at once: the difference first, faults by row, each client told once. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { registry, specOf } from '#platforms/platforms.ts';
import { findings } from '#requests/story.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { readStates } from './statelist.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, one, step } = accountsOf(portal);
let admin: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 2_000 }), await portal.client({ dollars: 500 })];
});

const send = (text: string, more: object = {}, as = admin) =>
  portal.call('POST', '/kimi/import-states', {
    as,
    body: { platform: 'Google', reason: 'Under review.', dry: false, text, ...more },
  });

/** Which mails each of them was sent. A mail that left has lost its text. */
const mails = () => Promise.all([ana, ben].map(async ({ email }) => (await mailsTo(owner, email)).map(({ id }) => id)));

const google = specOf('Google');

test('a list is read with commas, semicolons, tabs, quotes, and with columns in any order under their names', () => {
  const wanted = (text: string) =>
    readStates(text, google).wanted.map(({ adsId, state, reason }) => [adsId, state, reason]);
  expect(wanted('123-4, Suspended\n\n"5, 6",Lost,"No, for good"')).toEqual([
    ['123-4', 'Suspended', ''],
    ['5, 6', 'Lost', 'No, for good'],
  ]);
  expect(wanted('123-4\tenabled\n')).toEqual([['123-4', 'Active', '']]);
  const head = 'Accounts of November\nStatus;Name;Customer ID;Reason\n';
  expect(wanted(`${head}SUSPENDED;Shoes;123-4;Asked for papers`)).toEqual([['123-4', 'Suspended', 'Asked for papers']]);
  // The name that Google exports in front of the number is its owner's choice.
  expect(wanted('Account,Customer ID,Account status\n999-9,123-4,SUSPENDED')).toEqual([['123-4', 'Suspended', '']]);
  expect(wanted('Account;Status\n123-4;SUSPENDED')).toEqual([['123-4', 'Suspended', '']]);
  expect(wanted('act_1234,Suspended')).toEqual([['1234', 'Suspended', '']]);
});

test.each(registry)(
  'a list of $name is read under its own name of the Ads ID, whichever column comes first',
  (spec) => {
    const { adsId } = spec.wire;
    const text = `Status,Name,${spec.spend.adsId[0]}\nSuspended,Active,${adsId}`;
    expect(readStates(text, spec)).toEqual({
      wanted: [{ line: 2, adsId, state: 'Suspended', word: '', reason: '' }],
      faults: [],
    });
  },
);

test('what is not understood is a fault of its row and no state', () => {
  const text = '1, Suspended\n2, CANCELED\n3\n, Lost\n1, Lost\n4, closed for now';
  const { wanted, faults } = readStates(text, google);
  expect(wanted.map(({ adsId }) => adsId)).toEqual(['1']);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  expect(faults[0]!.message).toContain('“CANCELED” is not a state.');
});

test('a list of blank lines is refused before rows are made of it', async () => {
  const text = (blank: number) => `1, Suspended${'\n'.repeat(blank)}2, Suspended`;
  const answer = await send(text(701));
  expect([answer.status, answer.body.message]).toEqual([400, 'Please give at most 500 accounts at once.']);
  expect((await send(text(600))).status).toBe(200);
});

test('a list of ten megabytes of commas is refused before cells are made of it', () => {
  const began = performance.now();
  expect(() => readStates('a,'.repeat(5_000_000), google)).toThrow(/at most 256 columns/);
  expect(performance.now() - began).toBeLessThan(500 * busyFactor());
});

test('dry shows exactly what would change and changes nothing; then each is told once, and the same list again changes 0', async () => {
  const [a, b, c] = [
    await opened(admin, ana, 'IM-1', 50),
    await opened(admin, ana, 'IM-2', 0),
    await opened(admin, ben, 'IM-3', 0),
  ];
  for (const state of ['Suspended', 'Appealed', 'Lost']) await step(admin, b, state);
  const text = 'im 1, SUSPENDED, Google asks for papers.\nIM-2, Closed\nIM-3, Lost\nIM-9, Lost\nIM-4';
  const before = await mails();
  const dry = (await send(text, { dry: true })).body;
  const outcomes = ['changes', 'changes', 'fault', 'fault', 'fault'];
  expect(dry.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
  expect(dry).toMatchObject({ dry: true, changed: 2, same: 0, faults: 3 });
  expect(dry.rows[0]).toMatchObject({ line: 1, _id: a, before: 'Active', after: 'Suspended' });
  expect(dry.rows[2].message).toBe('This ad account is Active. It can become Suspended next.');
  for (const unsaid of [undefined, '', 'yes'])
    expect((await send(text, { dry: unsaid })).body).toMatchObject({ code: 'input.invalid', field: 'dry' });
  expect((await send(text, { dry: ' TRUE' })).body).toEqual(dry);
  expect((await one(admin, a)).timeline).toHaveLength(1);
  expect(await mails()).toEqual(before);

  const { body } = await send(text);
  expect({ ...body, message: '', dry: true }).toEqual({ ...dry, message: '' });
  const { timeline } = await one(admin, a);
  expect(timeline[1]).toMatchObject({ source: 'list', word: 'SUSPENDED', reason: 'Google asks for papers.' });
  expect((await one(admin, b)).timeline.at(-1)).toMatchObject({ state: 'Closed', reason: 'Under review.' });
  expect((await one(admin, c)).account.state).toBe('Active');
  const after = await mails();
  expect(after.map(({ length }, n) => length - before[n]!.length)).toEqual([2, 0]);

  expect((await send(text)).body).toMatchObject({ changed: 0, same: 2, faults: 3 });
  expect((await mails())[0]!.length).toBe(after[0]!.length);
});

test('an account with money in it is not closed, and the dry run says so', async () => {
  const id = await opened(admin, ana, 'IM-20', 50);
  for (const state of ['Suspended', 'Appealed', 'Lost']) await step(admin, id, state);
  const { rows } = (await send('IM-20,Closed', { dry: true })).body;
  expect(rows[0]).toMatchObject({ outcome: 'fault', message: expect.stringContaining('There is money') });
});

test('more accounts than share a transaction are all taken', async () => {
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await opened(admin, ben, `MANY-${n}`, 0));
  const text = ids.map((_, n) => `MANY-${n}\tSuspended`).join('\n');
  expect((await send(text)).body).toMatchObject({ changed: 12, faults: 0 });
});

test('takes a file as Excel saves it, and refuses an empty or an endless list', async () => {
  await opened(admin, ana, 'IM-30', 0);
  const table = 'Customer ID\tStatus\r\nIM-30\tSUSPENDED\r\n';
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]);
  const answer = await portal.call('POST', '/kimi/import-states', {
    as: admin,
    form: { platform: 'Google', reason: 'Under review.', dry: 'true', file: new File([bytes], 'states.csv') },
  });
  expect(answer.body).toMatchObject({ changed: 1, faults: 0 });
  expect((await send(' \n')).body).toMatchObject({ field: 'text' });
  expect((await send('1,Lost\n'.repeat(501))).body).toMatchObject({ field: 'text' });
});

test('is the work of Operations', async () => {
  expect((await send('1,Lost', {}, ana)).status).toBe(403);
  for (const [role, status] of [
    ['Finance', 403],
    ['Support', 403],
    ['Operations', 200],
  ] as const) {
    const other = await portal.admin();
    await owner.query('t.role', 'update people set admin_role = $2 where id = $1', [other.person, role]);
    expect((await send('1,Lost', { dry: true }, other)).status, role).toBe(status);
  }
});

test('the books hold after all of this', async () => {
  expect(await findings(portal.db.url)).toEqual([]);
});
