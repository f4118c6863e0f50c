/** What admins are told unasked goes by the database's clock, whatever a node's own says. */
import { expect, test, vi } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { tellAdmins } from './telling.server.ts';

const portal = await testPortal();
const own = (sql: string, ...values: unknown[]) => portal.db.owner.query('', sql, values);
const told = async (email: string) =>
  (await mailsTo(portal.db.owner, email)).filter(({ subject }) => subject.startsWith('New:')).length;

async function somebodyWhoIsTold() {
  const admin = await portal.admin();
  await portal.call('PUT', '/kimi/update-notice-choices', { as: admin, body: { topic: 'new', mail: true } });
  return admin;
}

/** Asked for a minute ago: every transaction of that time has ended. */
async function askedBefore(): Promise<void> {
  const form = { chargeMoney: '25', transactionId: crypto.randomUUID() };
  const { body } = await portal.call('POST', '/add-money', { as: await portal.client(), form });
  await own(
    `update requests set created_at = now() - interval '1 minute' where apply_id = $1`,
    body.transaction.applyId,
  );
}

test('a node whose clock is ahead leaves out nothing that is asked meanwhile', async () => {
  const admin = await somebodyWhoIsTold();
  await tellAdmins(portal.app);
  await own(`update admins_told set until = now() - interval '2 minutes'`);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await tellAdmins(portal.app).finally(() => vi.useRealTimers());
  const [row] = (await own('select until <= clock_timestamp() as past from admins_told')) as { past: boolean }[];
  expect(row!.past).toBe(true);
  await own(`update admins_told set until = now() - interval '2 minutes'`);
  await askedBefore();
  await tellAdmins(portal.app);
  expect(await told(admin.email)).toBe(1);
});

test('a moment that has not come yet is put right, and what was asked since the last look is told once', async () => {
  const admin = await somebodyWhoIsTold();
  await tellAdmins(portal.app);
  await own(`update admins_told set until = now() + interval '1 hour'`);
  await askedBefore();
  await tellAdmins(portal.app);
  expect(await told(admin.email)).toBe(1);
  await tellAdmins(portal.app);
  expect(await told(admin.email)).toBe(1);
});

test('what two admins agreed to pay is told to those who pay, but not to who has just agreed', async () => {
  const [proposer, confirmer, payer] = [await portal.admin(), await somebodyWhoIsTold(), await somebodyWhoIsTold()];
  await portal.set(proposer, { secondPair: { on: true, withdrawalsAbove: 0 } });
  const client = await portal.client({ dollars: 100 });
  const to = { networkName: 'TRC20', networkAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const body = { amount: 12, ...to, password: client.password };
  const { applyId } = (await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal;
  await tellAdmins(portal.app, new Date());
  const query = { applyId, action: 'approve' };
  const letPass = 'The client has waited long enough.';
  await portal.call('PUT', '/kimi/approve-withdrawal', { as: proposer, query, body: { letPass } });
  const agreed = await portal.call('PUT', '/kimi/confirm-action', { as: confirmer, query: { id: applyId } });
  expect(agreed.body.state, agreed.text).toBe('To pay');
  await tellAdmins(portal.app, new Date(Date.now() + 1_000));
  const lines = async (email: string) =>
    (await mailsTo(portal.db.owner, email))
      .map(({ subject }) => subject)
      .filter((line) => line.startsWith('To be paid'));
  expect(await lines(payer.email)).toEqual(['To be paid: one Withdrawal of $12.00.']);
  expect(await lines(confirmer.email)).toEqual([]);
});
