/** Signing in and out, throttles, sessions and passwords, over the real portal. */
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { linkTokenTo, mailsTo, stale } from '#users/users.testing.server.ts';

const portal = await testPortal({ TRUST_PROXY: 'on' });
const owner = portal.db.owner;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let lastAddress = 0;
const newAddress = () => `198.51.100.${(lastAddress += 1)}`;
const signIn = (emailId: string, password: string, more: { from?: string; body?: object } = {}) =>
  portal.call('POST', '/login-account', {
    body: { emailId, password, ...more.body },
    headers: { 'x-forwarded-for': more.from ?? newAddress(), 'user-agent': 'A browser' },
  });
const me = (as: { token: string }) => portal.call('GET', '/kimi/me', { as });
const cookieOf = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.startsWith('session=')) ?? '';

describe('signing in', () => {
  test('answers the token that the specification prints, and sets it as a cookie no script can read', async () => {
    const client = await portal.client();
    const { status, body, headers } = await signIn(client.email, client.password);
    expect([status, body]).toEqual([
      200,
      {
        message: 'Login Successful!',
        token: expect.stringMatching(/^[\w-]{43}$/),
        username: client.username,
        typeOfUser: 'User',
        contact1: '+49 170 123456',
        emailId: client.email,
        _id: client._id,
      },
    ]);
    expect(cookieOf(headers)).toBe(`session=${body.token}; Path=/; HttpOnly; SameSite=Lax`);
    const byCookie = await portal.call('GET', '/kimi/me', { headers: { cookie: `session=${body.token}` } });
    expect(byCookie.body.username).toBe(client.username);
    for (const scheme of ['Bearer', 'bearer']) {
      const byToken = await portal.call('GET', '/kimi/me', { headers: { authorization: `${scheme} ${body.token}` } });
      expect(byToken.body.username, scheme).toBe(client.username);
    }
  });

  test('lasts 12 hours, or 30 days where that was asked for', async () => {
    const client = await portal.client();
    const hoursOf = async (token: string) => {
      const { body } = await portal.call('GET', '/kimi/get-sessions', { as: { token } });
      const current = body.sessions.find((session: { current: boolean }) => session.current);
      return Math.round((Date.parse(current.expiresAt) - Date.now()) / 3_600_000);
    };
    const short = await signIn(client.email, client.password);
    const long = await signIn(client.email, client.password, { body: { remember: true } });
    expect([await hoursOf(short.body.token), await hoursOf(long.body.token)]).toEqual([12, 720]);
    expect(cookieOf(long.headers)).toContain('Max-Age=2592000');
  });

  test('answers an unknown address, a wrong password, and a closed or disabled account alike', async () => {
    const [known, closed, disabled] = [await portal.client(), await portal.client(), await portal.client()];
    await owner.query('test.close', 'update clients set closed_at = now() where id = $1', [closed.id]);
    await owner.query('test.disable', 'update clients set disabled_at = now() where id = $1', [disabled.id]);
    const answers = await Promise.all([
      signIn('nobody@example.com', 'a long secret'),
      signIn(known.email, 'not the secret'),
      signIn(closed.email, closed.password),
      signIn(disabled.email, disabled.password),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBe(401);
      expect(JSON.parse(text)).toEqual({ code: 'auth.wrong', message: 'Login failed. Please check your credentials.' });
    }
  });
});

// Every try is a real password check, so a busy machine takes its time.
describe('the throttle', { timeout: 120_000 }, () => {
  test('stops guessing at one account from one address after ten failures, and says how long', async () => {
    const client = await portal.client();
    const from = newAddress();
    for (let tries = 0; tries < 10; tries++)
      expect((await signIn(client.email, `guess ${tries}`, { from })).status).toBe(401);
    const { status, body, headers } = await signIn(client.email, client.password, { from });
    expect([status, body.message]).toEqual([429, 'Too many attempts. Please wait a while and try again.']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    // The owner, at home, is not locked out by it.
    expect((await signIn(client.email, client.password)).status).toBe(200);
  });

  test('stops guessing at one account from many addresses, and never for good', async () => {
    const client = await portal.client();
    for (let tries = 0; tries < 40; tries++) expect((await signIn(client.email, `guess ${tries}`)).status).toBe(401);
    expect((await signIn(client.email, client.password)).status).toBe(429);
    await owner.query('test.wait', `update throttles set ends_at = now() - interval '1 second'`);
    expect((await signIn(client.email, client.password)).status).toBe(200);
  });

  test('stops one address from trying many accounts', async () => {
    const from = newAddress();
    const answers: number[] = [];
    for (let tries = 0; tries < 104; tries += 8) {
      const batch = await Promise.all(
        Array.from({ length: 8 }, (_, n) => signIn(`victim-${tries + n}@example.com`, 'password1', { from })),
      );
      answers.push(...batch.map((answer) => answer.status));
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
  });

  test('counts failures only: a busy person signs in as often as they like', async () => {
    const client = await portal.client();
    const from = newAddress();
    for (let turn = 0; turn < 12; turn++)
      expect((await signIn(client.email, client.password, { from })).status).toBe(200);
  });

  test('is counted for the same account however its case is typed', async () => {
    const client = await portal.client();
    const from = newAddress();
    for (let tries = 0; tries < 10; tries++)
      await signIn(tries % 2 === 0 ? client.email.toUpperCase() : client.email, 'guess', { from });
    expect((await signIn(client.email, client.password, { from })).status).toBe(429);
  });
});

describe('sessions', () => {
  const again = async (client: Person) => (await signIn(client.email, client.password)).body as { token: string };

  test('are listed with where they come from, and this one is marked', async () => {
    const client = await portal.client();
    const other = await again(client);
    const { body } = await portal.call('GET', '/kimi/get-sessions', { as: other });
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({
      current: true,
      agent: 'A browser',
      address: expect.stringMatching(/^198\.51\.100\./),
    });
    expect(body.sessions[1].current).toBe(false);
  });

  test('end everywhere within a second, one or all others', async () => {
    const client = await portal.client();
    const [one, two] = [await again(client), await again(client)];
    for (const each of [client, one, two]) expect((await me(each)).status).toBe(200);
    const { body } = await portal.call('GET', '/kimi/get-sessions', { as: one });
    const mine = body.sessions.find((session: { current: boolean }) => session.current);
    const ended = await portal.call('PUT', '/kimi/end-session', { as: client, query: { id: mine._id } });
    expect(ended.body).toEqual({ message: 'One session was ended.', ended: 1 });
    await pause(1_000);
    expect((await me(one)).body.message).toBe('User is not authenticated. Please log in.');
    expect((await portal.call('PUT', '/kimi/end-session', { as: client, query: { all: 'true' } })).body.ended).toBe(1);
    await pause(1_000);
    expect([(await me(two)).status, (await me(client)).status]).toEqual([401, 200]);
  });

  test('of somebody else are not there', async () => {
    const [ana, ben] = [await portal.client(), await portal.client()];
    const [session] = (await portal.call('GET', '/kimi/get-sessions', { as: ben })).body.sessions;
    expect((await portal.call('PUT', '/kimi/end-session', { as: ana, query: { id: session._id } })).status).toBe(404);
    expect((await me(ben)).status).toBe(200);
  });

  test('end with signing out, and the cookie goes', async () => {
    const client = await portal.client();
    const { body, headers } = await portal.call('POST', '/kimi/logout', { as: client });
    expect(body.message).toBe('Signed out.');
    expect(cookieOf(headers)).toContain('Max-Age=0');
    await pause(1_000);
    expect((await me(client)).status).toBe(401);
  });

  test('are kept as hashes only', async () => {
    const client = await portal.client();
    const rows = await owner.query<{ kept: string }>(
      'test.sessions',
      'select sessions::text as kept from sessions where person = $1',
      [client.person],
    );
    for (const { kept } of rows) expect(kept).not.toContain(client.token);
  });

  test('are refused to a page of another site that brings the cookie along', async () => {
    const client = await portal.client();
    const { status, body } = await portal.call('PUT', '/kimi/update-profile', {
      body: { mobile: '+1 202 555 0143' },
      headers: { cookie: `session=${client.token}`, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect([status, body.code]).toEqual([403, 'auth.origin']);
  });
});

describe('changing the password', () => {
  const change = (as: Person, body: object) => portal.call('PUT', '/kimi/update-password', { as, body });
  const both = { password: 'a newer secret', confirmPassword: 'a newer secret' };

  test('needs no current one in the first ten minutes, ends every session and mails the owner', async () => {
    const client = await portal.client();
    const other = await signIn(client.email, client.password);
    const { status, body, headers } = await change(client, both);
    expect([status, body.message]).toEqual([200, 'Password updated successfully! Please sign in again.']);
    expect(cookieOf(headers)).toContain('Max-Age=0');
    await pause(1_000);
    expect([(await me(client)).status, (await me(other.body)).status]).toEqual([401, 401]);
    expect((await signIn(client.email, client.password)).status).toBe(401);
    expect((await signIn(client.email, both.password)).status).toBe(200);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Your password was changed');
  });

  test('needs the current one afterwards, and wrong ones are limited', async () => {
    const client = await portal.client();
    await stale(owner, client.person);
    expect((await me(client)).body.needsCurrentPassword).toBe(true);
    const missing = await change(client, both);
    expect([missing.status, missing.body.field, missing.body.message]).toEqual([
      400,
      'currentPassword',
      'Please enter your current password.',
    ]);
    // A page that was opened in time did not ask for it: no guess is counted, and none stands in the log.
    const refused = () =>
      owner.query<{ n: string }>(
        'test.refused',
        `select count(*) as n from audit_log where action = 'auth.password_refused' and actor = $1`,
        [client.person],
      );
    expect(await refused()).toEqual([{ n: 0n }]);
    for (let tries = 0; tries < 10; tries++)
      expect((await change(client, { ...both, currentPassword: 'wrong' })).status).toBe(400);
    expect((await change(client, { ...both, currentPassword: client.password })).status).toBe(429);
    await owner.query('test.wait', `update throttles set ends_at = now() - interval '1 second'`);
    expect((await change(client, { ...both, currentPassword: client.password })).status).toBe(200);
  });

  test.each([
    [{}, 'password', 'Please fill in both password fields.'],
    [{ password: '', confirmPassword: '' }, 'password', 'Please fill in both password fields.'],
    [{ password: 'a newer secret' }, 'confirmPassword', 'Please fill in both password fields.'],
    [{ password: 'a newer secret', confirmPassword: '' }, 'confirmPassword', 'Please fill in both password fields.'],
    [{ password: 'a newer secret', confirmPassword: 'another' }, 'confirmPassword', 'Passwords do not match'],
    [{ password: 'short', confirmPassword: 'short' }, 'password', 'Please use at least 8 characters.'],
  ])('is refused with %j', async (body, field, message) => {
    const client = await portal.client();
    const answer = await change(client, body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
    expect((await me(client)).status).toBe(200);
  });

  test('is limited, and mails nobody whose address was registered by somebody else', async () => {
    const client = await portal.client({ verified: false });
    for (let changes = 0; changes < 20; changes++) {
      const as = (await signIn(client.email, changes === 0 ? client.password : both.password)).body;
      expect((await change(as, both)).status).toBe(200);
    }
    expect((await change((await signIn(client.email, both.password)).body, both)).status).toBe(429);
    expect((await mailsTo(owner, client.email)).map((mail) => mail.subject)).toEqual(['Your verification code']);
  });

  test('serves an admin too', async () => {
    const admin = await portal.admin();
    expect((await change(admin, both)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const forget = (emailId: string, from = newAddress()) =>
    portal.call('POST', '/kimi/forgot-password', { body: { emailId }, headers: { 'x-forwarded-for': from } });
  const reset = (token: string, password = 'a newer secret', confirmPassword = password) =>
    portal.call('POST', '/kimi/reset-password', { body: { token, password, confirmPassword } });
  const asked = async () => {
    const client = await portal.client();
    await forget(client.email.toUpperCase());
    await pause(300);
    return { client, token: await linkTokenTo(portal, client.email) };
  };

  test('answers the same for everybody, and mails only who is known', async () => {
    const client = await portal.client();
    const [known, unknown] = [await forget(client.email), await forget('nobody@example.com')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.body.message).toBe('If this address is registered, a link to set a new password is on its way.');
    await pause(300);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Set a new password');
    expect(await mailsTo(owner, 'nobody@example.com')).toEqual([]);
  });

  test('is set anew by the link, once, and every session ends', async () => {
    const { client, token } = await asked();
    const { status, body } = await reset(token);
    expect([status, body.message]).toEqual([200, 'Your password is set. Please sign in.']);
    await pause(1_000);
    expect((await me(client)).status).toBe(401);
    expect((await signIn(client.email, 'a newer secret')).status).toBe(200);
    const again = await reset(token, 'one more secret');
    expect([again.status, again.body.message]).toEqual([
      400,
      'This link was used already or is too old. Please ask for a new one.',
    ]);
  });

  test('stays as it was where the two passwords differ, and the link still works', async () => {
    const { token } = await asked();
    expect((await reset(token, 'a newer secret', 'another secret')).body).toMatchObject({
      code: 'user.passwords_differ',
      field: 'confirmPassword',
    });
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test('has a link that ends after 30 minutes, and only the newest one works', async () => {
    const { client, token } = await asked();
    await forget(client.email);
    await pause(300);
    const newest = await linkTokenTo(portal, client.email);
    expect((await reset(token)).status).toBe(400);
    await owner.query(
      'test.later',
      `update mailed_codes set expires_at = expires_at - interval '30 minutes' where person = $1`,
      [client.person],
    );
    expect((await reset(newest)).status).toBe(400);
  });

  test('may be asked for five times an hour for one address; the sixth is told to wait', async () => {
    const client = await portal.client();
    for (let turn = 0; turn < 5; turn++) expect((await forget(client.email)).status).toBe(200);
    expect((await forget(client.email)).status).toBe(429);
    // For an unknown address too, so that the limit tells nothing.
    for (let turn = 0; turn < 5; turn++) expect((await forget('ghost@example.com')).status).toBe(200);
    expect((await forget('ghost@example.com')).status).toBe(429);
  });

  test('is set by the owner of a disabled account before it is enabled, so that a thief is never let in again', async () => {
    const [admin, client] = [await portal.admin(), await portal.client()];
    const put = (path: string, body: object) => portal.call('PUT', path, { as: admin, body });
    await put('/kimi/disable-user', { userId: client._id, reason: 'Taken by a thief.' });
    await forget(client.email);
    await pause(300);
    expect((await reset(await linkTokenTo(portal, client.email))).status).toBe(200);
    expect((await signIn(client.email, 'a newer secret')).status).toBe(401);
    await put('/kimi/enable-user', { userId: client._id });
    expect((await signIn(client.email, client.password)).status).toBe(401);
    expect((await signIn(client.email, 'a newer secret')).status).toBe(200);
  });

  test('is not mailed to a closed account', async () => {
    const client = await portal.client();
    await owner.query('test.close', 'update clients set closed_at = now() where id = $1', [client.id]);
    await forget(client.email);
    await pause(300);
    expect((await mailsTo(owner, client.email)).map((mail) => mail.subject)).toEqual(['Your verification code']);
  });
});
