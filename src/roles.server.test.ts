/** The least role that a call asks for, held over HTTP: the table of all calls and roles is access.test.ts. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInWith, withPasskey } from '#passkeys/device.testing.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { linkTokenTo } from '#users/users.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;

/** A node believes a session for half a second. */
async function become(person: Person, role: string, table: 'members' | 'people'): Promise<void> {
  const set =
    table === 'members' ? 'members set role = $1 where person = $2' : 'people set admin_role = $1 where id = $2';
  await owner.query(`test.become ${table}`, `update ${set}`, [role, person.person]);
  await new Promise((resolve) => setTimeout(resolve, 600));
}

const topup = (as: Person) =>
  portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: '20', transactionId: randomBytes(32).toString('hex'), payway: 'USDT' },
  });

test('a Viewer reads everything and asks for nothing; Finance tops up, and takes nothing out', async () => {
  const client = await portal.client({ dollars: 50 });
  await become(client, 'Viewer', 'members');
  expect(await portal.wallet(client)).toBe(50);
  const refused = await topup(client);
  expect([refused.status, refused.body.code]).toEqual([403, 'auth.forbidden']);
  await become(client, 'Finance', 'members');
  expect((await topup(client)).status).toBe(200);
  expect((await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body: {} })).status).toBe(403);
});

test('an admin of Operations decides no top-up, by whichever call', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  await topup(client);
  const { transactions } = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body;
  const [{ applyId }] = transactions;
  const decide = () => portal.decide(admin, 'approve', { applyId });
  await become(admin, 'Operations', 'people');
  expect((await decide()).text).toContain('auth.forbidden');
  expect(await portal.wallet(client)).toBe(0);
  await become(admin, 'Finance', 'people');
  expect((await decide()).status).toBe(200);
  expect(await portal.wallet(client)).toBe(20);
});

test('who squats an address leaves no second factor to its owner', async () => {
  const squatter = await portal.client();
  const { secret } = (await portal.call('POST', '/kimi/start-two-factor', { as: squatter })).body;
  const read = readKey(secret);
  if (!('key' in read)) throw new Error(read.fault);
  const otp = codeAt(read.key, Date.now());
  const enabled = await portal.call('POST', '/kimi/enable-two-factor', { as: squatter, body: { otp } });
  const key = await withPasskey(portal, { ...squatter, otp: enabled.body.recoveryCodes[0] });
  expect((await signInWith(key, portal)).status).toBe(200);
  // As it could be done before an address had to be confirmed first.
  await owner.query('test.unproved', 'update people set email_verified_at = null where id = $1', [squatter.person]);
  await portal.call('POST', '/kimi/forgot-password', { body: { emailId: squatter.email } });
  await expect.poll(() => linkTokenTo(portal, squatter.email).catch(() => ''), { timeout: 15_000 }).not.toBe('');
  const token = await linkTokenTo(portal, squatter.email);
  const password = 'the owner of the address';
  await portal.call('POST', '/kimi/reset-password', { body: { token, password, confirmPassword: password } });
  const signedIn = await portal.call('POST', '/login-account', { body: { emailId: squatter.email, password } });
  expect(signedIn.status).toBe(200);
  const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: signedIn.body })).body;
  expect(events.map(({ action }: { action: string }) => action)).toContain('auth.factors_dropped');
  expect((await portal.call('GET', '/kimi/me', { as: squatter })).status).toBe(401);
  expect((await signInWith(key, portal)).status).toBe(401);
});
