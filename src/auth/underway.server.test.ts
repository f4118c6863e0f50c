/**
 * A sign-in checks a password, which takes a while, and opens a session afterwards. What ends every session in between
 * ends this one too, as do those that would let a dead session live again.
 */
import { describe, expect, test } from 'vitest';
import { confirmedWith, withPasskey } from '#passkeys/device.testing.server.ts';
import { testPortal, type Answered, type Person } from '#portal.testing.server.ts';
import { locks } from '#server/locks.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { codeTo, stale } from '#users/users.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
const both = { password: 'a newer secret', confirmPassword: 'a newer secret' };

/** A sign-in that was right waits here: it takes its guess back, and opens no session yet. */
const gate = 4_711;
await owner.query(
  '',
  `create function test_gate() returns trigger language plpgsql as
   $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`,
);
await owner.query(
  '',
  `create trigger test_gate after update on throttles for each row
   when (new.guesses < old.guesses and new.key not like 'otp%') execute function test_gate()`,
);

/** What is answered to a sign-in during which something else happens. */
async function during(signIn: () => Promise<Answered>, meanwhile: () => Promise<unknown>): Promise<Answered> {
  const { answer } = await owner.transaction(async (tx) => {
    await tx.query('', 'select pg_advisory_xact_lock($1)', [gate]);
    const answer = signIn();
    await portal.db.lockWaits(1);
    await meanwhile();
    return { answer };
  });
  return answer;
}

const login = (person: Person, more: object = {}) =>
  portal.call('POST', '/login-account', { body: { emailId: person.email, password: person.password, ...more } });
const done = async (answer: Promise<Answered>) => expect((await answer).status).toBe(200);
const put = (path: string, as: Person, body: object) => done(portal.call('PUT', path, { as, body }));
const me = async (token: string) => (await portal.call('GET', '/kimi/me', { as: { token } })).status;
const living = async (person: Person) =>
  (await owner.query('', 'select from sessions where person = $1 and ended_at is null', [person.person])).length;

describe('a sign-in under way is refused as a wrong password is', () => {
  test('once the password was changed', async () => {
    const client = await portal.client();
    const answer = await during(
      () => login(client),
      () => put('/kimi/update-password', client, both),
    );
    expect([answer.status, answer.body.code, await living(client)]).toEqual([401, 'auth.wrong', 0]);
    expect((await login({ ...client, ...both })).status).toBe(200);
  });

  test('once the password was changed, also after a code of the second factor', async () => {
    const client = await portal.client();
    const { secret } = (await portal.call('POST', '/kimi/start-two-factor', { as: client, body: {} })).body;
    const read = readKey(secret);
    if (!('key' in read)) throw new Error(`${secret} is no key`);
    const now = codeAt(read.key, Date.now());
    await done(portal.call('POST', '/kimi/enable-two-factor', { as: client, body: { otp: now } }));
    const otp = codeAt(read.key, Date.now() + 30_000);
    const answer = await during(
      () => login(client, { otp }),
      () => put('/kimi/update-password', client, both),
    );
    expect([answer.status, answer.body.code, await living(client)]).toEqual([401, 'auth.wrong', 0]);
  });

  test('once the client was disabled, or the admin removed', async () => {
    const [admin, removed, client] = [await portal.admin(), await portal.admin(), await portal.client()];
    const disabling = () => put('/kimi/disable-user', admin, { userId: client._id, reason: 'a test' });
    const removing = () => put('/kimi/remove-admin', admin, { userId: removed._id });
    expect((await during(() => login(client), disabling)).body.code).toBe('auth.wrong');
    expect((await during(() => login(removed), removing)).body.code).toBe('auth.wrong');
    expect([await living(client), await living(removed)]).toEqual([0, 0]);
  });

  test('with a passkey, once that was taken off the account', async () => {
    const [admin, client] = [await portal.admin(), await portal.client()];
    const [key, theirs] = [await withPasskey(portal, client), await withPasskey(portal, admin)];
    const lost = { userId: client._id, reason: 'a test' };
    const { options } = (await portal.call('POST', '/kimi/start-passkey-sign-in')).body;
    const body = { credential: key.sign(options), remember: false };
    const answer = await during(
      () => portal.call('POST', '/kimi/sign-in-with-passkey', { body }),
      () => done(confirmedWith(theirs, portal, 'PUT', '/kimi/reset-two-factor', { as: admin, body: lost })),
    );
    expect([answer.status, answer.body.code, await living(client)]).toEqual([401, 'passkey.refused', 0]);
  });
});

test('a change of the password under way is refused once another one ended its session', async () => {
  const client = await portal.client();
  await stale(owner, client.person);
  const owned = (await login(client)).body as Person;
  const thief = { password: 'a secret of the thief', confirmPassword: 'a secret of the thief' };
  const body = { ...thief, currentPassword: client.password };
  const answer = await during(
    () => portal.call('PUT', '/kimi/update-password', { as: client, body }),
    () => put('/kimi/update-password', owned, both),
  );
  expect([answer.status, answer.body.code]).toEqual([401, 'auth.required']);
  expect((await login({ ...client, ...both })).status).toBe(200);
});

test('a new address is refused once its session was ended while the code was taken', async () => {
  const [client, thief] = [await portal.client(), 'thief@example.com'];
  await done(portal.call('POST', '/email-change', { as: client, body: { newEmail: thief } }));
  const otp = await codeTo(portal, thief);
  const { answer } = await owner.transaction(async (tx) => {
    await tx.query('', 'select from people where id = $1 for update', [client.person]);
    const answer = portal.call('POST', '/verify-email', { as: client, body: { otp } });
    await portal.db.lockWaits(1);
    await tx.query('', 'update sessions set ended_at = now() where person = $1', [client.person]);
    return { answer };
  });
  expect([(await answer).status, (await answer).body.code]).toEqual([401, 'auth.required']);
  expect((await login(client)).body.emailId).toBe(client.email);
});

describe('a session that is opened while every session is ended is ended too', () => {
  /** Answers what went back, which was the first of the two to wait for the row of the visit. */
  async function backWhile(admin: Person, ending: () => Promise<Answered>): Promise<string> {
    const client = await portal.client();
    const asked = { userId: client._id, reason: 'a test' };
    const visit = (await portal.call('POST', '/kimi/login-as-user', { as: admin, body: asked })).body as Person;
    const { stopped, ended } = await owner.transaction(async (tx) => {
      await tx.query('', 'select from sessions where person = $1 and acting_admin is not null for update', [
        client.person,
      ]);
      const stopped = portal.call('POST', '/kimi/stop-login-as', { headers: { cookie: `session=${visit.token}` } });
      await portal.db.lockWaits(1);
      const ended = ending();
      await portal.db.lockWaits(2);
      return { stopped, ended };
    });
    await done(ended);
    return /session=([\w-]+)/.exec((await stopped).headers.getSetCookie().join())![1]!;
  }

  test('when an admin comes back from a visit and changes the password elsewhere, or ends all others', async () => {
    const [one, two] = [await portal.admin(), await portal.admin()];
    const elsewhere = [(await login(one)).body as Person, (await login(two)).body as Person];
    const changed = await backWhile(one, () =>
      portal.call('PUT', '/kimi/update-password', { as: elsewhere[0], body: both }),
    );
    const others = await backWhile(two, () =>
      portal.call('PUT', '/kimi/end-session', { as: elsewhere[1], query: { all: 'true' } }),
    );
    expect([await me(changed), await me(others)]).toEqual([401, 401]);
  });
});

test('no session that was not ended comes back to life with a client who is enabled or an admin who is invited', async () => {
  const [admin, removed, client] = [await portal.admin(), await portal.admin(), await portal.client()];
  await put('/kimi/disable-user', admin, { userId: client._id, reason: 'a test' });
  await put('/kimi/remove-admin', admin, { userId: removed._id });
  await owner.query('', 'update sessions set ended_at = null where person = any ($1)', [
    [client.person, removed.person],
  ]);
  await put('/kimi/enable-user', admin, { userId: client._id });
  const invitation = { username: removed.username, emailId: removed.email, currentPassword: admin.password };
  await done(portal.call('POST', '/kimi/create-admin', { as: admin, body: invitation }));
  expect([await me(client.token), await me(removed.token)]).toEqual([401, 401]);
});

test('a change of the network or the settings under way is refused once its admin was removed', async () => {
  const [admin, removed, alike] = [await portal.admin(), await portal.admin(), await portal.admin()];
  const body = {
    networkName: 'TRC20',
    networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
    password: removed.password,
  };
  const network = await during(
    () => portal.call('PUT', '/kimi/update-network-details', { as: removed, body }),
    () => put('/kimi/remove-admin', admin, { userId: removed._id }),
  );
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
  const { answer } = await owner.transaction(async (tx) => {
    await tx.query('', 'select pg_advisory_xact_lock($1)', [locks.settings]);
    const call = { as: alike, body: { ...settings, openingFee: 0 } };
    const changing = portal.call('PUT', '/kimi/update-settings', call);
    await portal.db.lockWaits(1);
    await owner.query('', 'update people set disabled_at = now() where id = $1', [alike.person]);
    return { answer: changing };
  });
  const changed = await answer;
  expect([network.body.code, changed.body.code]).toEqual(['auth.forbidden', 'auth.forbidden']);
  const after = await portal.call('GET', '/kimi/get-settings', { as: admin });
  expect(after.body.settings).toEqual(settings);
  const shown = await owner.query('', `select from audit_log where action = 'network.changed' and actor = $1`, [
    removed.person,
  ]);
  expect(shown).toEqual([]);
});

test("an admin's second factor stays where two have to agree on it since the call began", async () => {
  const [admin, lost] = [await portal.admin(), await portal.admin()];
  await withPasskey(portal, lost);
  const body = { userId: lost._id, reason: 'a test', currentPassword: admin.password };
  const { answer } = await owner.transaction(async (tx) => {
    await tx.query('', 'select pg_advisory_xact_lock($1)', [locks.settings]);
    const resetting = portal.call('PUT', '/kimi/reset-two-factor', { as: admin, body });
    await portal.db.lockWaits(1);
    await owner.query('', `insert into settings_versions (author, value) values ($1, '{"secondPair": {"on": true}}')`, [
      admin.person,
    ]);
    return { answer: resetting };
  });
  expect((await answer).body.code).toBe('auth.two_factor_takes_two');
  expect(await owner.query('', 'select from passkeys where person = $1', [lost.person])).toHaveLength(1);
});
