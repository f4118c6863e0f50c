/** A second factor that is added is proved by what is there: the password, the app's code, the passkey. */
import { expect, test } from 'vitest';
import type { PersonId } from '#kernel/ids.ts';
import { confirmedWith, device, signInWith, withPasskey } from '#passkeys/device.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { begunKeyOf, keepNewKey, switchOn } from './secondfactor.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;

const ask = (as: { token: string }, what: string, body: object = {}) =>
  portal.call('POST', `/kimi/${what}-two-factor`, { as, body });
const startPasskey = (as: { token: string }, body: object = {}) =>
  portal.call('POST', '/kimi/start-passkey', { as, body });

function codeOf(secret: string): string {
  const read = readKey(secret);
  if (!('key' in read)) throw new Error(`${secret} is no key`);
  return codeAt(read.key, Date.now());
}

/** Switches the app on; answers its recovery codes. */
async function withApp(person: Person): Promise<string[]> {
  const started = await ask(person, 'start');
  const enabled = await ask(person, 'enable', { otp: codeOf(started.body.secret) });
  expect(enabled.status, enabled.text).toBe(200);
  return enabled.body.recoveryCodes;
}

test('whoever has an app adds a passkey with a code of it, also a moment after signing in', async () => {
  for (const person of [await portal.client(), await portal.admin()]) {
    const [code] = await withApp(person);
    const said = { currentPassword: person.password };
    const missing = await startPasskey(person, said);
    expect([missing.status, missing.body.code, missing.body.field]).toEqual([400, 'auth.otp_required', 'otp']);
    expect((await startPasskey(person, { ...said, otp: '000000' })).body.code).toBe('auth.wrong_otp');
    const begun = await startPasskey(person, { ...said, otp: code });
    expect(begun.status, begun.text).toBe(200);
    const body = { name: 'Laptop', credential: device().make(begun.body.options) };
    expect((await portal.call('POST', '/kimi/add-passkey', { as: person, body })).status).toBe(200);
    expect((await mailsTo(owner, person.email))[0]!.subject).toBe('A passkey was added');
  }
});

test('an admin’s password is asked for in any case, and a passkey stands in for the code', async () => {
  const admin = await portal.admin();
  const nothing = await startPasskey(admin);
  expect([nothing.body.code, nothing.body.field]).toEqual(['user.wrong_password', 'currentPassword']);
  expect((await startPasskey(admin, { currentPassword: 'a guess' })).body.code).toBe('user.wrong_password');
  const key = await withPasskey(portal, admin);
  const started = await confirmedWith(key, portal, 'POST', '/kimi/start-two-factor', { as: admin });
  expect((await ask(admin, 'enable', { otp: codeOf(started.body.secret) })).status).toBe(200);
  const body = { currentPassword: admin.password };
  const second = await confirmedWith(key, portal, 'POST', '/kimi/start-passkey', { as: admin, body });
  expect(second.status, second.text).toBe(200);
});

test('every other admin is mailed at once of an admin’s first passkey, and of no further one', async () => {
  const [admin, other, client] = [await portal.admin(), await portal.admin(), await portal.client()];
  const told = async () =>
    (await mailsTo(owner, other.email)).filter(({ subject }) => subject === 'An admin has a passkey from now on');
  await withPasskey(portal, client);
  expect(await told()).toEqual([]);
  const key = await withPasskey(portal, admin);
  expect((await told()).map(({ text }) => text)).toEqual([expect.stringContaining(admin.email)]);
  const body = { currentPassword: admin.password };
  const begun = await confirmedWith(key, portal, 'POST', '/kimi/start-passkey', { as: admin, body });
  const credential = device().make(begun.body.options);
  await portal.call('POST', '/kimi/add-passkey', { as: admin, body: { name: 'Phone', credential } });
  expect(await told()).toHaveLength(1);
  const urgent = await owner.query(
    'test.urgent',
    `select from mails where subject in ('A passkey was added', 'An admin has a passkey from now on') and not urgent`,
  );
  expect(urgent).toHaveLength(0);
});

test('who signs in with a passkey over and over guesses no more codes than two sign-ins; the owner is told', async () => {
  const client = await portal.client();
  const key = await withPasskey(portal, client);
  const codes = await withApp(client);
  const renew = (token: string, otp: string) =>
    portal.call('POST', '/kimi/renew-recovery-codes', { as: { token }, body: { otp } });
  const thief = async () => (await signInWith(key, portal)).body.token as string;
  for (let n = 0; n < 2; n++) {
    const token = await thief();
    for (let tries = 0; tries < 10; tries++) expect((await renew(token, '000000')).status).toBe(400);
  }
  expect((await renew(await thief(), codes[0]!)).body.code).toBe('limit.reached');
  expect((await renew(await thief(), codes[0]!)).body.code).toBe('limit.reached');
  const told = (await mailsTo(owner, client.email)).filter(({ subject }) => subject.startsWith('Many wrong codes'));
  expect(told).toHaveLength(1);
  // By the day, too.
  await owner.query('test.day', `update throttles set guesses = case when key like 'proof-day-%' then 100 else 0 end`);
  expect((await renew(await thief(), codes[0]!)).body.code).toBe('limit.reached');
  // Its owner, who signed in with the password, is kept from nothing.
  expect((await renew(client.token, codes[1]!)).status).toBe(200);
});

test('nor passwords', async () => {
  const client = await portal.client();
  const key = await withPasskey(portal, client);
  const off = (token: string, password: string) =>
    portal.call('PUT', '/kimi/close-account', { as: { token }, body: { password } });
  for (let n = 0; n < 2; n++) {
    const { token } = (await signInWith(key, portal)).body;
    for (let tries = 0; tries < 10; tries++)
      expect((await off(token, `guess ${tries}`)).body.code).toBe('user.wrong_password');
  }
  expect((await off((await signInWith(key, portal)).body.token, client.password)).body.code).toBe('limit.reached');
  expect((await off(client.token, client.password)).status).toBe(200);
});

test('an app is finished by the session that began it, within a quarter of an hour, before a passkey is there', async () => {
  for (const person of [await portal.client(), await portal.admin()]) {
    const begin = async () => codeOf((await ask(person, 'start')).body.secret);
    const finish = async (otp: string, as: { token: string } = person) => (await ask(as, 'enable', { otp })).body.code;
    const { body: other } = await portal.call('POST', '/login-account', {
      body: { emailId: person.email, password: person.password },
    });
    const begun = await begin();
    expect(await finish(begun, other)).toBe('auth.two_factor_not_started');
    await owner.query('test.late', `update people set totp_begun_at = now() - interval '16 minutes' where id = $1`, [
      person.person,
    ]);
    expect(await finish(begun)).toBe('auth.two_factor_not_started');
    const again = await begin();
    await withPasskey(portal, person);
    expect(await finish(again)).toBe('auth.two_factor_not_started');
  }
});

test('the app that is switched on is the one whose code was proved', async () => {
  const client = await portal.client();
  const person = client.person as PersonId;
  const session = { person, id: 1n };
  await keepNewKey(portal.app, session);
  const begun = (await begunKeyOf(portal.db, session))!;
  const codes = { spoken: ['SPOKEN'], hashes: ['a hash'] };
  const on = (key: typeof begun) => portal.db.transaction((tx) => switchOn(tx, person, key, codes));
  await keepNewKey(portal.app, session);
  expect(await on(begun)).toBeUndefined();
  expect(await on((await begunKeyOf(portal.db, session))!)).toEqual(['SPOKEN']);
});

test('nobody adds one to an address that was not confirmed; an admin’s was', async () => {
  const [client, admin] = [await portal.client({ verified: false }), await portal.admin()];
  const refused = [403, 'auth.email_unverified'];
  for (const answer of [await ask(client, 'start'), await startPasskey(client)])
    expect([answer.status, answer.body.code]).toEqual(refused);
  expect((await ask(admin, 'start')).status).toBe(200);
});

test('a visit to a client is no way out of the count of a passkey', async () => {
  const [admin, client] = [await portal.admin(), await portal.client()];
  const key = await withPasskey(portal, admin);
  const { body: own } = await signInWith(key, portal);
  const reason = { userId: client._id, reason: 'a test' };
  const visit = await portal.call('POST', '/kimi/login-as-user', { as: own, body: reason });
  expect((await portal.call('POST', '/kimi/stop-login-as', { as: { token: visit.body.token } })).status).toBe(200);
  const [back] = await owner.query<{ passkey: bigint | null }>(
    'test.back',
    'select passkey from sessions where person = $1 order by id desc limit 1',
    [admin.person],
  );
  expect(back!.passkey).not.toBeNull();
});

test('none is added for a session that was ended meanwhile', async () => {
  const client = await portal.client();
  const begun = await startPasskey(client);
  const body = { name: 'Laptop', credential: device().make(begun.body.options) };
  const { adding } = await owner.transaction(async (tx) => {
    await tx.query('test.holds_person', 'select from people where id = $1 for update', [client.person]);
    const call = portal.call('POST', '/kimi/add-passkey', { as: client, body });
    await portal.db.lockWaits(1);
    await tx.query('test.ended', 'update sessions set ended_at = now() where person = $1', [client.person]);
    return { adding: call };
  });
  expect((await adding).status).toBe(401);
  expect(await owner.query('test.keys_of', 'select from passkeys where person = $1', [client.person])).toEqual([]);
});
