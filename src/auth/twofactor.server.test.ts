/** Two-factor sign-in from set-up to recovery, over the real portal. */
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { stretched } from '#users/passwords.server.ts';
import { linkTokenTo, mailsTo, stale } from '#users/users.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;

const keyOf = (secret: string): TotpKey => {
  const read = readKey(secret);
  if (!('key' in read)) throw new Error(`${secret} is no key`);
  return read.key;
};
const ask = (as: { token: string }, what: string, body: object = {}) =>
  portal.call('POST', `/kimi/${what}-two-factor`, { as, body });
const signIn = (person: Person, otp = '') =>
  portal.call('POST', '/login-account', { body: { emailId: person.email, password: person.password, otp } });
const factorOf = async (as: { token: string }) => (await portal.call('GET', '/kimi/get-two-factor', { as })).body;
/** As if no code of this person had been used yet, so that tests need not wait for the next half minute. */
const unused = (person: Person) =>
  owner.query('test.unused', 'update people set totp_last_step = 0 where id = $1', [person.person]);

async function withFactor(
  person: Person,
): Promise<{ key: TotpKey; code: () => Promise<string>; recoveryCodes: string[] }> {
  const started = await ask(person, 'start');
  expect(started.status, started.text).toBe(200);
  const key = keyOf(started.body.secret);
  const enabled = await ask(person, 'enable', { otp: codeAt(key, Date.now()) });
  expect(enabled.status, enabled.text).toBe(200);
  const code = async () => {
    await unused(person);
    return codeAt(key, Date.now());
  };
  return { key, code, recoveryCodes: enabled.body.recoveryCodes };
}

describe('setting up', () => {
  test('shows a key that apps can scan, and changes nothing until a code of it comes back', async () => {
    const client = await portal.client();
    expect(await factorOf(client)).toMatchObject({
      enabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
      needed: false,
    });
    const { body } = await ask(client, 'start');
    const key = keyOf(body.uri);
    expect(key).toMatchObject({
      secret: body.secret,
      label: client.email,
      issuer: portal.app.config.brand.name,
      digits: 6,
      period: 30,
    });
    expect((await signIn(client)).status).toBe(200);
    const wrong = await ask(client, 'enable', { otp: '000000' });
    expect([wrong.status, wrong.body.field, wrong.body.message]).toEqual([
      400,
      'otp',
      'This code is not right. Please enter the current one.',
    ]);
    // In two groups, the second as a keyboard for Arabic has it.
    const [code, zero] = [codeAt(key, Date.now()), 0x660];
    const typed = ` ${code.slice(0, 3)} ${[...code.slice(3)].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')}`;
    const enabled = await ask(client, 'enable', { otp: typed });
    expect([enabled.status, enabled.body.message]).toEqual([200, 'Two-factor sign-in is on.']);
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10);
    expect(await factorOf(client)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Two-factor sign-in was switched on');
  });

  test('needs the password once the session is older than ten minutes', async () => {
    const client = await portal.client();
    await stale(owner, client.person);
    expect((await ask(client, 'start')).body).toMatchObject({ code: 'user.wrong_password', field: 'currentPassword' });
    expect((await ask(client, 'start', { currentPassword: client.password })).status).toBe(200);
  });

  test('is refused before it was started and after it was finished', async () => {
    const client = await portal.client();
    expect((await ask(client, 'enable', { otp: '123456' })).body.code).toBe('auth.two_factor_not_started');
    await withFactor(client);
    expect((await ask(client, 'start')).body.code).toBe('auth.two_factor_on');
    expect((await ask(client, 'enable', { otp: '123456' })).body.code).toBe('auth.two_factor_on');
  });

  test('keeps recovery codes as hashes only, and never answers the key again', async () => {
    const client = await portal.client();
    const { recoveryCodes, key } = await withFactor(client);
    const [row] = await owner.query<{ hashes: string[] }>(
      'test.hashes',
      'select recovery_hashes as hashes from people where id = $1',
      [client.person],
    );
    for (const code of recoveryCodes) {
      const bare = code.replaceAll('-', '');
      expect(row!.hashes.join()).not.toContain(bare);
      // Twelve letters are too few for a plain hash: theirs costs as much as a password's, and is another for each
      // person.
      expect(row!.hashes).not.toContain(createHash('sha256').update(bare).digest('hex'));
      expect(row!.hashes).toContain(await stretched(bare, client.person));
      expect(row!.hashes).not.toContain(await stretched(bare, client.person + 1n));
    }
    const seen = await Promise.all(
      ['/kimi/me', '/kimi/get-two-factor', '/kimi/get-security-log', '/kimi/export-my-data'].map((path) =>
        portal.call('GET', path, { as: client }),
      ),
    );
    for (const { text } of seen) expect(text).not.toContain(key.secret);
  });
});

describe('signing in', () => {
  test('asks for a code only once the password is right', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    const wrong = await portal.call('POST', '/login-account', { body: { emailId: client.email, password: 'not it' } });
    expect(wrong.body.code).toBe('auth.wrong');
    const asked = await signIn(client);
    expect([asked.status, asked.body]).toEqual([
      401,
      { code: 'auth.otp_required', message: 'Please enter the code from your authenticator app.', field: 'otp' },
    ]);
    expect((await signIn(client, '000000')).body.code).toBe('auth.wrong_otp');
    expect((await signIn(client, await code())).status).toBe(200);
  });

  test('takes each code once', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    const otp = await code();
    const answers = await Promise.all([signIn(client, otp), signIn(client, otp), signIn(client, otp)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401, 401]);
  });

  test('goes by the clock that all nodes share, not by that of the node that was asked', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    const otp = await code();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    const answer = await signIn(client, otp).finally(() => vi.useRealTimers());
    expect(answer.status, answer.text).toBe(200);
  });

  test('takes each recovery code once, however it is typed, and tells the owner', async () => {
    const client = await portal.client();
    const { recoveryCodes } = await withFactor(client);
    const typed = ` ${recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')}`;
    expect((await signIn(client, typed)).status).toBe(200);
    expect((await signIn(client, recoveryCodes[3])).status).toBe(401);
    expect((await factorOf(client)).recoveryCodesLeft).toBe(9);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('A recovery code was used');
  });

  test('stops guessing codes after ten wrong ones, and not for good', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    for (let tries = 0; tries < 10; tries++) expect((await signIn(client, '000000')).status).toBe(401);
    expect((await signIn(client, await code())).status).toBe(429);
    await owner.query('test.wait', `update throttles set ends_at = now() - interval '1 second'`);
    expect((await signIn(client, await code())).status).toBe(200);
  });
});

describe('afterwards', () => {
  const renew = (as: { token: string }, otp: string) =>
    portal.call('POST', '/kimi/renew-recovery-codes', { as, body: { otp } });

  test('new recovery codes replace the old ones', async () => {
    const client = await portal.client();
    const { code, recoveryCodes } = await withFactor(client);
    expect((await renew(client, '000000')).status).toBe(400);
    const { body } = await renew(client, await code());
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await signIn(client, recoveryCodes[0])).status).toBe(401);
    expect((await signIn(client, body.recoveryCodes[0])).status).toBe(200);
  });

  test('a stolen session guesses ten codes and fifty a day, is written down, and keeps its owner from nothing', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    for (let tries = 0; tries < 10; tries++) expect((await renew(client, '000000')).status).toBe(400);
    expect((await renew(client, await code())).body.code).toBe('limit.reached');
    const log = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body.events;
    expect(log[0]).toMatchObject({ action: 'auth.code_refused', byYou: true });
    const again = await signIn(client, await code());
    expect(again.status).toBe(200);
    await owner.query('test.day', `update throttles set guesses = case when key like '%-day:%' then 50 else 0 end`);
    expect((await renew(client, await code())).body.code).toBe('limit.reached');
    expect((await renew({ token: again.body.token }, await code())).status).toBe(200);
  });

  test('and an admin’s does not begin anew by a visit to a client', async () => {
    const [admin, client] = [await portal.admin(), await portal.client()];
    const { code } = await withFactor(admin);
    for (let tries = 0; tries < 10; tries++) expect((await renew(admin, '000000')).status).toBe(400);
    const reason = { userId: client._id, reason: 'a test' };
    const visit = await portal.call('POST', '/kimi/login-as-user', { as: admin, body: reason });
    const back = await portal.call('POST', '/kimi/stop-login-as', { as: { token: visit.body.token } });
    const token = /session=([\w-]+)/.exec(back.headers.getSetCookie().join())![1]!;
    expect((await renew({ token }, await code())).body.code).toBe('limit.reached');
  });

  test('it is switched off with the password and a code, both', async () => {
    const client = await portal.client();
    const { code } = await withFactor(client);
    expect((await ask(client, 'disable', { password: 'wrong', otp: await code() })).body).toMatchObject({
      code: 'user.wrong_password',
      field: 'password',
    });
    expect((await ask(client, 'disable', { password: client.password, otp: '000000' })).body.code).toBe(
      'auth.wrong_otp',
    );
    const off = await ask(client, 'disable', { password: client.password, otp: await code() });
    expect([off.status, off.body.message]).toEqual([200, 'Two-factor sign-in is off.']);
    expect((await signIn(client)).status).toBe(200);
    expect((await ask(client, 'disable', { password: client.password, otp: '123456' })).body.code).toBe(
      'auth.two_factor_off',
    );
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Two-factor sign-in was switched off');
  });

  test('it is in the own security log, without any secret', async () => {
    const client = await portal.client();
    await withFactor(client);
    const { body } = await portal.call('GET', '/kimi/get-security-log', { as: client });
    expect(body.events.map((event: { action: string }) => event.action)).toEqual([
      'auth.two_factor_on',
      'auth.signed_in',
      'user.registered',
    ]);
    expect(body).toMatchObject({ total: 3, page: 1 });
    expect(body.events[0]).toMatchObject({ byYou: true, address: '127.0.0.1' });
  });
});

test('a new password by a link in a mail takes no second factor off', async () => {
  const client = await portal.client();
  const { code } = await withFactor(client);
  await portal.call('POST', '/kimi/forgot-password', { body: { emailId: client.email } });
  const token = await vi.waitFor(() => linkTokenTo(portal, client.email), { timeout: 20_000 });
  const chosen = 'another horse battery';
  const body = { token, password: chosen, confirmPassword: chosen };
  expect((await portal.call('POST', '/kimi/reset-password', { body })).status).toBe(200);
  const now = { ...client, password: chosen };
  const without = await signIn(now);
  expect([without.status, without.body.token]).toEqual([401, undefined]);
  expect((await signIn(now, await code())).status).toBe(200);
});

describe('somebody who lost phone and recovery codes', () => {
  const reset = (as: Person, userId: string, reason = 'Called back on the number of the profile.') =>
    portal.call('PUT', '/kimi/reset-two-factor', { as, body: { userId, reason, currentPassword: as.password } });

  test('gets in again with the password, once an admin has taken it off; sessions end and the owner is told', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    await withFactor(client);
    expect((await reset(admin, client._id, ' ')).body).toMatchObject({ field: 'reason' });
    const { status, body } = await reset(admin, client._id);
    expect([status, body._id]).toEqual([200, client._id]);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Two-factor sign-in was taken off your account');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await factorOf(client)).message).toBe('User is not authenticated. Please log in.');
    const again = await signIn(client);
    expect(again.status).toBe(200);
    const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: again.body })).body;
    expect(events[1]).toMatchObject({ action: 'auth.two_factor_reset', byYou: false, address: '' });
  });

  test('is never oneself, nobody, or somebody without it', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    await withFactor(admin);
    expect((await reset(admin, admin._id)).body.code).toBe('auth.two_factor_own');
    expect((await reset(admin, client._id)).body.code).toBe('auth.two_factor_off');
    expect((await reset(admin, 'US-0000-0000')).status).toBe(404);
    expect((await reset(client, client._id)).status).toBe(403);
  });
});

describe('an agency that asks it of its admins', () => {
  const need = (needed: boolean) =>
    owner.query(
      'test.need',
      `insert into settings_versions (author, value) select min(id),
       jsonb_build_object('adminsNeedTwoFactor', $1::boolean) from people`,
      [needed],
    );
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1_600));

  test('lets them do nothing else before it is set up, and never switch it off', async () => {
    const [admin, client] = [await portal.admin(), await portal.client()];
    await need(true);
    await settle();
    const refused = await portal.call('GET', '/kimi/get-gmail-share-log', { as: admin });
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.two_factor_missing']);
    expect((await portal.call('GET', '/kimi/me', { as: admin })).body.twoFactorMissing).toBe(true);
    expect((await factorOf(admin)).needed).toBe(true);
    // The page on which it is set up can be read and works.
    for (const path of ['/kimi/get-sessions', '/kimi/get-security-log', '/kimi/get-notice-choices'])
      expect((await portal.call('GET', path, { as: admin })).status).toBe(200);
    const { code } = await withFactor(admin);
    await settle();
    expect((await portal.call('GET', '/kimi/get-gmail-share-log', { as: admin })).status).toBe(200);
    expect((await ask(admin, 'disable', { password: admin.password, otp: await code() })).body.code).toBe(
      'auth.two_factor_needed',
    );
    // Clients choose for themselves.
    expect((await portal.call('GET', '/kimi/get-wallet-of-user', { as: client })).status).toBe(200);
    await need(false);
    await settle();
    expect((await ask(admin, 'disable', { password: admin.password, otp: await code() })).status).toBe(200);
  });
});
