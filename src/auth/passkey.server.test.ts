/** Signing in with a passkey, over the real portal and with a device in software. */
import { describe, expect, test, vi } from 'vitest';
import { confirmedWith, device, withPasskey } from '#passkeys/device.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { linkTokenTo, mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;

const start = async () => (await portal.call('POST', '/kimi/start-passkey-sign-in')).body.options;
const signIn = (credential: object, remember = false) =>
  portal.call('POST', '/kimi/sign-in-with-passkey', { body: { credential, remember } });
const byPassword = (person: Person) =>
  portal.call('POST', '/login-account', { body: { emailId: person.email, password: person.password } });
const logOf = async (as: { token: string }) =>
  (await portal.call('GET', '/kimi/get-security-log', { as })).body.events as { action: string }[];

const refusalsOf = async (as: { token: string }) =>
  (await logOf(as)).filter(({ action }) => action === 'auth.passkey_refused');

describe('signing in', () => {
  test('needs neither address nor password, and opens a session like any other', async () => {
    const client = await portal.client();
    const key = await withPasskey(portal, client);
    const options = await start();
    // The device knows whose key it is; the page asks for nobody.
    expect([options.rpId, options.userVerification, options.allowCredentials]).toEqual([
      'localhost',
      'required',
      undefined,
    ]);
    const answer = await signIn(key.sign(options), true);
    expect([answer.status, answer.body.message]).toEqual([200, 'Login Successful!']);
    expect(answer.body).toMatchObject({ emailId: client.email, _id: client._id, typeOfUser: 'User' });
    expect(answer.headers.get('set-cookie')).toMatch(/^session=.*Max-Age=2592000.*HttpOnly.*SameSite=Lax/);
    const me = await portal.call('GET', '/kimi/me', { as: answer.body });
    expect(me.body.emailId).toBe(client.email);
    expect((await logOf(client))[0]!.action).toBe('auth.signed_in');
    const [used] = (await portal.call('GET', '/kimi/get-passkeys', { as: client })).body.passkeys;
    expect(used.usedAt).not.toBeNull();
  });

  test('is refused for another origin or host, without proof of the owner, and for what was signed for something else', async () => {
    const client = await portal.client();
    const key = await withPasskey(portal, client);
    for (const how of [
      { origin: 'https://portal.example' },
      { origin: 'http://localhost:1' },
      { rpId: 'portal.example' },
      { verified: false },
      { type: 'webauthn.create' },
      { challenge: 'bm90IHRoaXM' },
      { userHandle: Buffer.from('US-0000-0000').toString('base64url') },
      { userHandle: '' },
    ]) {
      const answer = await signIn(key.sign(await start(), how));
      expect([answer.status, answer.body.code], JSON.stringify(how)).toEqual([401, 'passkey.refused']);
    }
    // One of them answered no challenge of ours.
    expect(await refusalsOf(client)).toHaveLength(7);
    const forAdding = (await portal.call('POST', '/kimi/start-passkey', { as: client })).body.options;
    expect((await signIn(key.sign({ ...forAdding, rpId: 'localhost' }))).body.code).toBe('passkey.refused');
    expect((await signIn(key.sign(await start()))).status).toBe(200);
  });

  test('writes nothing down of made-up answers, of which a stranger may send any number', async () => {
    const client = await portal.client();
    const key = await withPasskey(portal, client);
    const options = await start();
    const rows = async () =>
      (await owner.query<{ n: bigint }>('test.rows', 'select count(*) as n from audit_log'))[0]!.n;
    const before = await rows();
    for (const credential of [
      key.sign(options, { challenge: 'bm90IHRoaXM' }),
      device().sign({ ...options, challenge: 'eA' }),
    ])
      for (let n = 0; n < 3; n++) expect((await signIn(credential)).body.code).toBe('passkey.refused');
    expect(await rows()).toBe(before);
    // A challenge of ours works once, and is told of once.
    const wrong = key.sign(options, { verified: false });
    for (let n = 0; n < 3; n++) expect((await signIn(wrong)).body.code).toBe('passkey.refused');
    expect(await refusalsOf(client)).toHaveLength(1);
  });

  test('takes each answer once and within five minutes', async () => {
    const key = await withPasskey(portal, await portal.client());
    const answer = key.sign(await start());
    expect((await signIn(answer)).status).toBe(200);
    expect((await signIn(answer)).body.code).toBe('passkey.refused');
    const late = key.sign(await start());
    await owner.query('test.late', `update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect((await signIn(late)).body.code).toBe('passkey.refused');
  });

  test('is refused to a copy of the device, whose count has fallen behind', async () => {
    const key = await withPasskey(portal, await portal.client());
    const stolen = key.copy();
    expect((await signIn(key.sign(await start()))).status).toBe(200);
    expect((await signIn(key.sign(await start()))).status).toBe(200);
    expect((await signIn(stolen.sign(await start()))).body.code).toBe('passkey.refused');
    expect((await signIn(stolen.sign(await start()))).body.code).toBe('passkey.refused');
    // A device that stops counting is none that ever counted.
    expect((await signIn(key.sign(await start(), { counter: 0 }))).body.code).toBe('passkey.refused');
  });

  test('of two answers at one moment with one count takes one', async () => {
    const key = await withPasskey(portal, await portal.client());
    const [one, two] = [await start(), await start()];
    const answers = await Promise.all([signIn(key.sign(one, { counter: 7 })), signIn(key.sign(two, { counter: 7 }))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('is refused with a key that nobody has, one that was removed, and to somebody who may not sign in', async () => {
    const [ana, eve] = [await portal.client(), await portal.client()];
    const [key, other] = [await withPasskey(portal, ana), await withPasskey(portal, eve)];
    const stranger = device();
    expect((await signIn(stranger.sign(await start(), { userHandle: 'VVM' }))).body.code).toBe('passkey.refused');
    const [{ _id: id }] = (await portal.call('GET', '/kimi/get-passkeys', { as: ana })).body.passkeys;
    await portal.call('PUT', '/kimi/remove-passkey', { as: ana, query: { id } });
    expect((await signIn(key.sign(await start()))).body.code).toBe('passkey.refused');
    await owner.query('test.disable', 'update clients set disabled_at = now() where id = $1', [eve.id]);
    expect((await signIn(other.sign(await start()))).body.code).toBe('passkey.refused');
  });
});

test('a passkey stands in for the code of an app, and an admin who has one is not let in by the password alone', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  await withPasskey(portal, client);
  const key = await withPasskey(portal, admin);
  expect((await byPassword(client)).status).toBe(200);
  const refused = await byPassword(admin);
  expect([refused.status, refused.body.code]).toEqual([401, 'auth.passkey_required']);
  const wrong = await byPassword({ ...admin, password: 'something else' });
  expect(wrong.body.code).toBe('auth.wrong');
  const answer = await signIn(key.sign(await start()));
  expect(answer.body.typeOfUser).toBe('Admin');
});

test('a password set by a mailed link takes off the passkeys of a client, as a thief may have added one, and none of an admin', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  const [thief, own] = [await withPasskey(portal, client), await withPasskey(portal, admin)];
  for (const { email } of [client, admin]) {
    await portal.call('POST', '/kimi/forgot-password', { body: { emailId: email } });
    const token = await vi.waitFor(() => linkTokenTo(portal, email), { timeout: 20_000 });
    const body = { token, password: 'a newer secret', confirmPassword: 'a newer secret' };
    expect((await portal.call('POST', '/kimi/reset-password', { body })).status).toBe(200);
  }
  expect((await signIn(thief.sign(await start()))).body.code).toBe('passkey.refused');
  const owned = await byPassword({ ...client, password: 'a newer secret' });
  expect((await portal.call('GET', '/kimi/get-passkeys', { as: owned.body })).body.passkeys).toEqual([]);
  expect((await logOf(owned.body)).map(({ action }) => action)).toContain('auth.factors_dropped');
  const [mail] = await mailsTo(owner, client.email);
  expect(mail!.text).toContain('Its passkeys were removed. Please add yours again.');

  expect((await byPassword({ ...admin, password: 'a newer secret' })).body.code).toBe('auth.passkey_required');
  expect((await signIn(own.sign(await start()))).status).toBe(200);
  expect((await mailsTo(owner, admin.email))[0]!.text).not.toContain('passkeys');
});

describe('the last second factor', () => {
  test('of an admin who has to have one stays, whichever it is', async () => {
    const admin = await portal.admin();
    const key = await withPasskey(portal, admin);
    const put = (path: string, asked: object) => confirmedWith(key, portal, 'PUT', path, { as: admin, ...asked });
    const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
    const needed = async (adminsNeedTwoFactor: boolean) => {
      const { status } = await put('/kimi/update-settings', { body: { ...settings, adminsNeedTwoFactor } });
      // A second later every node knows of it.
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      return status;
    };
    expect(await needed(true)).toBe(200);
    const [{ _id: id }] = (await portal.call('GET', '/kimi/get-passkeys', { as: admin })).body.passkeys;
    const last = await put('/kimi/remove-passkey', { query: { id } });
    expect([last.status, last.body.code]).toEqual([409, 'passkey.last_factor']);

    const started = await confirmedWith(key, portal, 'POST', '/kimi/start-two-factor', { as: admin });
    const otp = codeAt(keyOf(started.body.secret), Date.now());
    const enabled = await portal.call('POST', '/kimi/enable-two-factor', { as: admin, body: { otp } });
    const [recovery] = enabled.body.recoveryCodes;
    expect((await put('/kimi/remove-passkey', { query: { id } })).status).toBe(200);
    const off = await portal.call('POST', '/kimi/disable-two-factor', {
      as: admin,
      body: { password: admin.password, otp: recovery },
    });
    expect([off.status, off.body.code]).toEqual([409, 'auth.two_factor_needed']);
    expect(await needed(false)).toBe(200);
  });

  test('that was lost is taken off by another admin, and the password signs in again', async () => {
    const [admin, lost] = [await portal.admin(), await portal.admin()];
    await withPasskey(portal, lost);
    expect((await byPassword(lost)).body.code).toBe('auth.passkey_required');
    const reset = (proof: object) =>
      portal.call('PUT', '/kimi/reset-two-factor', {
        as: admin,
        body: { userId: lost._id, reason: 'Called back on the number of the profile.', ...proof },
      });
    // An admin without a passkey proves the password, however fresh the session is.
    for (const proof of [{}, { currentPassword: 'something else' }])
      expect((await reset(proof)).body).toMatchObject({ code: 'user.wrong_password', field: 'currentPassword' });
    expect((await reset({ currentPassword: admin.password })).status).toBe(200);
    const again = await byPassword(lost);
    expect(again.status).toBe(200);
    expect((await portal.call('GET', '/kimi/get-passkeys', { as: again.body })).body.passkeys).toEqual([]);
  });
});

function keyOf(secret: string): TotpKey {
  const read = readKey(secret);
  if (!('key' in read)) throw new Error(`${secret} is no key`);
  return read.key;
}
