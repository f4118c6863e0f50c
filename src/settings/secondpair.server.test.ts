/** What stands between one admin and the money is not one admin's to take away. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let [admin, other]: Person[] = [];

const on = {
  on: true,
  network: true,
  corrections: true,
  refundsAbove: 100,
  withdrawalsAbove: 100,
  moneyInAbove: 100,
};
const said = {
  openingFee: 30,
  topUpBasisPoints: 1500,
  depositOptions: [0, 100],
  refundsReturnFee: true,
  adminsNeedTwoFactor: false,
  secondPair: on,
};
const read = async (as = admin) => (await portal.call('GET', '/kimi/get-settings', { as })).body;
const save = (changes: object, as = admin) =>
  portal.call('PUT', '/kimi/update-settings', { as, body: { ...said, ...changes } });
const confirm = (id: string, as = other) => portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });
const drop = (id: string, as = other, reason = '') =>
  portal.call('PUT', '/kimi/drop-proposal', { as, query: { id }, body: { reason } });

beforeAll(async () => {
  [admin, other] = [await portal.admin(), await portal.admin()];
});
beforeEach(async () => {
  const { settings, waiting } = await read();
  if (waiting) await drop(waiting._id, admin, 'The next test.');
  if (!settings.secondPair.on) await save({});
});

test('the amount of money in stays what it is where it is left out', async () => {
  const { moneyInAbove: _, ...others } = on;
  await save({ secondPair: { ...others, withdrawalsAbove: 90 } });
  expect((await read()).settings.secondPair).toMatchObject({ moneyInAbove: 100, withdrawalsAbove: 90 });
  await save({});
  await confirm((await read()).waiting._id);
});

test.for([
  ['switching it off', { on: false }],
  ['sparing the network', { network: false }],
  ['sparing corrections', { corrections: false }],
  ['raising the amount of refunds', { refundsAbove: 100.01 }],
  ['raising the amount of withdrawals', { withdrawalsAbove: 1_000 }],
  ['raising the amount of money in', { moneyInAbove: 101 }],
] as const)('%s waits for another admin', async ([, changes]) => {
  const proposed = await save({ openingFee: 31, secondPair: { ...on, ...changes } });
  expect([proposed.status, proposed.body.message]).toEqual([202, 'The change waits for another admin to confirm it.']);
  const { settings, waiting, history } = await read();
  // Nothing of it holds: not the fee that was saved along with it either.
  expect([settings.secondPair, settings.openingFee]).toEqual([on, 30]);
  expect(history[0].settings).toEqual(settings);
  expect(waiting).toMatchObject({ author: admin!.username, own: true, settings: { openingFee: 31 } });

  expect((await confirm(waiting._id, admin)).body.code).toBe('request.own');
  expect((await read()).settings).toEqual(settings);
  expect((await read(other)).waiting.own).toBe(false);
  // A node of a version that knows of nothing that waits takes the newest row for what holds.
  const [newest] = await portal.db.owner.query<{ value: object }>(
    'test.newest',
    'select value from settings_versions order by id desc limit 1',
  );
  const pair = {
    on: true,
    network: true,
    corrections: true,
    refundsAboveCents: '10000',
    withdrawalsAboveCents: '10000',
    moneyInAboveCents: '10000',
  };
  expect(newest!.value).toMatchObject({ openingFeeCents: '3000', secondPair: pair });
  expect((await confirm(waiting._id)).body).toMatchObject({ message: 'Confirmed.', applyId: waiting._id });
  const after = await read();
  expect([after.settings, after.waiting]).toEqual([
    { ...settings, openingFee: 31, secondPair: { ...on, ...changes } },
    null,
  ]);
  expect(after.history[0]).toMatchObject({ author: admin!.username, confirmedBy: other!.username });
  expect((await confirm(waiting._id)).body.code).toBe('settings.not_waiting');
  await save({});
});

test('letting payouts wait less waits for another admin; letting them wait more holds at once', async () => {
  expect((await save({ payoutWaitHours: 48 })).status).toBe(200);
  expect((await save({ payoutWaitHours: 47 })).status).toBe(202);
  const { settings, waiting } = await read();
  expect([settings.payoutWaitHours, waiting.settings.payoutWaitHours]).toEqual([48, 47]);
  await confirm(waiting._id);
  expect((await read()).settings.payoutWaitHours).toBe(47);
});

test('asking no second factor of admins any more waits for another admin', async () => {
  expect((await save({ adminsNeedTwoFactor: false })).status).toBe(200);
  await portal.db.owner.query(
    'test.needed',
    `insert into settings_versions (author, value) select author, value || '{"adminsNeedTwoFactor": true}'
     from settings_versions order by id desc limit 1`,
  );
  // An admin who has it set up; here the rule is what matters, so that the second factor is taken as given.
  await portal.db.owner.query(
    'test.enrolled',
    'update people set totp_enabled_at = now() where admin_role is not null',
  );
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect((await save({ adminsNeedTwoFactor: false })).status).toBe(202);
  const { settings, waiting } = await read();
  expect(settings.adminsNeedTwoFactor).toBe(true);
  expect((await confirm(waiting._id)).status).toBe(200);
  expect((await read()).settings.adminsNeedTwoFactor).toBe(false);
});

test('more of it needs nobody else, and what is saved later takes the place of what waited', async () => {
  expect((await save({ secondPair: { ...on, refundsAbove: 50 } })).status).toBe(200);
  await save({ secondPair: { ...on, on: false } });
  const { waiting } = await read();
  expect((await save({ openingFee: 40, secondPair: { ...on, refundsAbove: 50 } }, other)).body.message).toBe(
    'Settings saved.',
  );
  expect((await confirm(waiting._id)).body.code).toBe('settings.not_waiting');
  expect((await read()).settings).toMatchObject({ openingFee: 40, secondPair: { on: true } });
});

test('what waits stays where what holds is saved; it is refused with a reason, and leaves no version behind', async () => {
  const { settings, history } = await read();
  await save({ ...settings, secondPair: { ...on, on: false } });
  const { waiting } = await read();
  expect((await save(settings, other)).body.message).toBe('Settings saved.');
  expect((await read()).waiting).toEqual(waiting);
  expect((await drop(waiting._id)).body.code).toBe('proposal.no_reason');
  expect((await drop(waiting._id, other, 'We are two.')).body.message).toBe('Refused.');
  expect(await read()).toMatchObject({ history, waiting: null, settings });
  expect((await mailsTo(portal.db.owner, admin!.email))[0]).toMatchObject({ content: { quote: 'We are two.' } });
  expect((await confirm(waiting._id)).body.code).toBe('settings.not_waiting');
  const log = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { limit: '2' } })).body.entries;
  expect(log.map((each: { action: string }) => each.action)).toEqual(['settings.dropped', 'settings.proposed']);
});
