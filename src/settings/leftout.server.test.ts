/** What a change of the settings does not name stays what it is: nothing is free, or off, by silence. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let [admin, other]: Person[] = [];

const read = async () => (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
const save = (body: object, as = admin) => portal.call('PUT', '/kimi/update-settings', { as, body });

const full = {
  openingFee: 31,
  topUpBasisPoints: 1400,
  depositOptions: [0, 100],
  refundsReturnFee: true,
  secondPair: {
    on: true,
    network: true,
    corrections: true,
    refundsAbove: 110,
    withdrawalsAbove: 120,
    moneyInAbove: 130,
  },
  mostPendingTopups: 50,
  payoutWaitHours: 12,
  leastDeposit: 5,
  adminsNeedTwoFactor: false,
  passkeyAbove: 140,
  autoCredit: { on: false, transfer: 10, clientDay: 20, agencyDay: 30 },
};

beforeAll(async () => {
  [admin, other] = [await portal.admin(), await portal.admin()];
  await save(full);
});

test.for<[string, object, object?]>([
  ['the opening fee', { openingFee: 32 }],
  ['the top-up fee', { topUpBasisPoints: 1300 }],
  ['what a deposit may be', { depositOptions: ['200', 0, 200] }, { depositOptions: [0, 200] }],
  ['whether refunds return the fee', { refundsReturnFee: 'FALSE' }, { refundsReturnFee: false }],
  ['one amount of the second pair', { secondPair: { refundsAbove: 100 } }],
  ['one limit of automatic credit', { autoCredit: { transfer: 9 } }],
  ['the amount of passkeys', { passkeyAbove: 90 }],
])('only %s changes where only that is named', async ([, wish, held = wish]) => {
  const { settings: before } = await read();
  expect((await save(wish)).status).toBe(200);
  const { settings, waiting } = await read();
  const inner = (name: 'secondPair' | 'autoCredit') => ({ ...before[name], ...(held as typeof before)[name] });
  expect(settings).toEqual({ ...before, ...held, secondPair: inner('secondPair'), autoCredit: inner('autoCredit') });
  expect(waiting).toBeNull();
});

test('that admins need a second factor is not switched off by silence', async () => {
  // An admin who has it set up; here the rule is what matters, so that the second factor is taken as given.
  await portal.db.owner.query('t.enrolled', 'update people set totp_enabled_at = now() where admin_role is not null');
  expect((await save({ adminsNeedTwoFactor: true })).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect((await save({ openingFee: 33 })).status).toBe(200);
  expect((await read()).settings).toMatchObject({ adminsNeedTwoFactor: true, openingFee: 33 });
});

const amount = 'Please enter an amount from 0 to 1,000,000.00.';
test.for<[string, object, string?]>([
  ['openingFee', { openingFee: '' }, amount],
  ['openingFee', { openingFee: null }, amount],
  ['depositOptions.1', { depositOptions: [0, ''] }, amount],
  ['depositOptions', { depositOptions: [1, 4.99] }, 'Please offer $0.00, or an amount of $5.00 or more.'],
  ['secondPair.refundsAbove', { secondPair: { refundsAbove: '' } }, amount],
  ['secondPair.withdrawalsAbove', { secondPair: { withdrawalsAbove: null } }, amount],
  ['secondPair.on', { secondPair: { on: '' } }, 'This must be yes or no.'],
  ['refundsReturnFee', { refundsReturnFee: 'yes' }, 'This must be yes or no.'],
  ['adminsNeedTwoFactor', { adminsNeedTwoFactor: null }, 'This must be yes or no.'],
])('an empty or unknown %s is refused: %j', async ([field, wish, message]) => {
  const before = await read();
  const { status, body } = await save(wish);
  expect([status, body.field, body.message]).toEqual([400, field, message]);
  expect(await read()).toEqual(before);
});

test('what a newer version of the portal has set stays, as both run during an upgrade', async () => {
  const { owner } = portal.db;
  const newest = async () =>
    (
      await owner.query<{ value: object }>('t.newest', 'select value from settings_versions order by id desc limit 1')
    )[0]!.value;
  await owner.query(
    't.newer',
    `insert into settings_versions (value)
     select jsonb_set(value || '{"later":"strict","group":{"on":true}}', '{secondPair,later}', '"strict"')
     from settings_versions order by id desc limit 1`,
  );
  expect((await save({ secondPair: { refundsAbove: 50 } })).status).toBe(200);
  const { secondPair } = (await read()).settings;
  expect(secondPair.refundsAbove).toBe(50);
  expect(await newest()).toMatchObject({
    later: 'strict',
    group: { on: true },
    secondPair: { later: 'strict', refundsAboveCents: '5000' },
  });
});

test('what names no setting is refused, and drops nothing that waits', async () => {
  expect((await save({ secondPair: { refundsAbove: 5_000 } })).status).toBe(202);
  for (const wish of [{}, { OpeningFee: 5 }, { secondPair: { refundAbove: 5 } }])
    expect((await save(wish)).status).toBe(400);
  expect((await read()).waiting).not.toBeNull();
});

test('what two admins change at one moment both holds', async () => {
  for (let round = 1; round <= 5; round++) {
    const answers = await Promise.all([
      save({ openingFee: 40 + round }),
      save({ mostPendingTopups: 20 - round }, other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).settings).toMatchObject({ openingFee: 40 + round, mostPendingTopups: 20 - round });
  }
});
