/** An admin looks at a client's area: sees everything, changes nothing, is announced, logged and soon out again. */
import { beforeAll, describe, expect, test } from 'vitest';
import { changesSomething, pathsOf } from '#kernel/endpoint.ts';
import { table } from '#walk.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
let admin: Person;
let client: Person;
beforeAll(async () => {
  admin = await portal.admin();
  client = await portal.client({ dollars: 50 });
});

const visit = (as: { token: string }, userId: string, reason = 'The client asked about a deposit.') =>
  portal.call('POST', '/kimi/login-as-user', { as, body: { userId, reason } });
const me = (as: { token: string }) => portal.call('GET', '/kimi/me', { as });

describe('a visit', () => {
  test("shows the client's area, and says who looks and until when", async () => {
    const { status, body, headers } = await visit(admin, client._id);
    expect([status, body.message, body.username]).toEqual([
      200,
      `You are looking at ${client.username}'s account.`,
      client.username,
    ]);
    expect(headers.getSetCookie().join()).toContain('Max-Age=1800');
    const seen = (await me(body)).body;
    expect(seen).toMatchObject({ username: client.username, typeOfUser: 'User', actingAdmin: admin.username });
    const minutes = (Date.parse(seen.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(await portal.wallet(body)).toBe(50);
    expect((await me(client)).body.actingAdmin).toBeUndefined();
  });

  test('can change nothing: every write of every slice is refused with 403', async () => {
    const { body: visiting } = await visit(admin, client._id);
    const writes = table
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => changesSomething(endpoint) && endpoint.access !== 'public' && !endpoint.whileActing);
    expect(writes.length).toBeGreaterThan(20);
    for (const endpoint of writes) {
      for (const path of pathsOf(endpoint)) {
        const { status } = await portal.call(endpoint.method, path.replaceAll(/:\w+/g, 'x'), { as: visiting });
        expect([endpoint.method, path, status]).toEqual([endpoint.method, path, 403]);
      }
    }
    expect((await me(client)).body.mobile).toBe('');
  });

  test('needs a reason, and both names and the reason are in the audit log', async () => {
    expect((await visit(admin, client._id, ' ')).body).toMatchObject({
      field: 'reason',
      message: 'Please say why you open this account.',
    });
    await visit(admin, client._id, 'Looking for a lost top-up.');
    const [row] = await owner.query<{ actor: bigint; subject: bigint; after: { reason: string } }>(
      'test.audit',
      `select actor, subject, after from audit_log where action = 'auth.login_as' order by id desc limit 1`,
    );
    expect(row).toMatchObject({
      actor: admin.id,
      subject: client.person,
      after: { reason: 'Looking for a lost top-up.' },
    });
  });

  test("is in the client's own security log, without the admin's address", async () => {
    await visit(admin, client._id);
    const { body } = await portal.call('GET', '/kimi/get-security-log', { as: client });
    expect(body.events[0]).toMatchObject({ action: 'auth.login_as', byYou: false, address: '', agent: '' });
  });

  test('never opens another admin, a closed or disabled client, or nobody', async () => {
    const [other, closed, disabled] = [await portal.admin(), await portal.client(), await portal.client()];
    await owner.query('test.close', 'update clients set closed_at = now() where id = $1', [closed.id]);
    await owner.query('test.disable', 'update clients set disabled_at = now() where id = $1', [disabled.id]);
    for (const { _id } of [other, admin, closed, disabled, { _id: 'US-0000-0000' }])
      expect((await visit(admin, _id)).status).toBe(404);
  });

  test('cannot be made by a client, nor from within a visit', async () => {
    expect((await visit(client, client._id)).status).toBe(403);
    const { body: visiting } = await visit(admin, client._id);
    expect((await visit(visiting, client._id)).status).toBe(403);
  });

  test("does not stand among the client's sessions, and the client's own go on", async () => {
    const { body: visiting } = await visit(admin, client._id);
    const { body } = await portal.call('GET', '/kimi/get-sessions', { as: client });
    expect(body.sessions).toHaveLength(1);
    expect((await me(client)).status).toBe(200);
    expect((await me(visiting)).status).toBe(200);
  });

  test('ends with Stop, which brings the admin back', async () => {
    const { body: visiting } = await visit(admin, client._id);
    const stopped = await portal.call('POST', '/kimi/stop-login-as', { as: visiting });
    expect([stopped.status, stopped.body.message]).toEqual([200, 'You are back in the admin area.']);
    const token = /session=([\w-]+)/.exec(stopped.headers.getSetCookie().join())![1]!;
    expect((await me({ token })).body).toMatchObject({ username: admin.username, typeOfUser: 'Admin' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await me(visiting)).status).toBe(401);
    expect((await portal.call('POST', '/kimi/stop-login-as', { as: client })).status).toBe(404);
  });

  test("ends with Log out, and the admin's own sign-in and its streams with it", async () => {
    const second = await portal.admin();
    const visiting = (await visit(second, client._id)).body as { token: string };
    const listening = await fetch(new URL('/kimi/events', portal.url), {
      headers: { authorization: `Bearer ${second.token}` },
    });
    const streamEnds = listening.text();
    const out = await portal.call('POST', '/kimi/logout', { headers: { cookie: `session=${visiting.token}` } });
    expect([out.status, (await me(second)).status, (await me(visiting)).status]).toEqual([200, 401, 401]);
    expect(await streamEnds).toContain('event: hello');
    expect((await me(client)).status).toBe(200);
  });

  test('ends when its 30 minutes are over, and when the admin is disabled', async () => {
    const second = await portal.admin();
    const [one, two] = [(await visit(admin, client._id)).body, (await visit(second, client._id)).body];
    await owner.query('test.over', `update sessions set expires_at = now() where acting_admin = $1`, [admin.id]);
    await owner.query('test.remove', 'update people set disabled_at = now() where id = $1', [second.id]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([(await me(one)).status, (await me(two)).status]).toEqual([401, 401]);
  });

  test("is no way to renew the admin's own sign-in: going back goes on with it, no fresher and no longer", async () => {
    const second = await portal.admin();
    await owner.query(
      'test.earlier',
      `update sessions set signed_in_at = now() - interval '3 hours', expires_at = now() + interval '1 hour'
       where person = $1`,
      [second.id],
    );
    const { body: visiting } = await visit(second, client._id);
    const stopped = await portal.call('POST', '/kimi/stop-login-as', {
      headers: { cookie: `session=${visiting.token}` },
    });
    const token = /session=([\w-]+)/.exec(stopped.headers.getSetCookie().join())![1]!;
    expect((await me({ token })).body.needsCurrentPassword).toBe(true);
    const { body } = await portal.call('GET', '/kimi/get-sessions', { as: { token } });
    expect(body.sessions).toHaveLength(1);
    expect(Date.parse(body.sessions[0].expiresAt)).toBeLessThan(Date.now() + 3_700_000);
  });

  test("ends with the admin's own sign-in, wherever that is ended, and brings nobody back afterwards", async () => {
    const second = await portal.admin();
    const { body: visiting } = await visit(second, client._id);
    await portal.call('PUT', '/kimi/update-password', {
      as: second,
      body: { password: 'a newer secret', confirmPassword: 'a newer secret' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await me(visiting)).status).toBe(401);
    const stopped = await portal.call('POST', '/kimi/stop-login-as', { as: visiting });
    expect([stopped.status, stopped.headers.getSetCookie()]).toEqual([401, []]);
  });

  test('ends when the client changes the password', async () => {
    const other = await portal.client();
    const { body: visiting } = await visit(admin, other._id);
    await portal.call('PUT', '/kimi/update-password', {
      as: other,
      body: { password: 'a newer secret', confirmPassword: 'a newer secret' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await me(visiting)).status).toBe(401);
  });
});
