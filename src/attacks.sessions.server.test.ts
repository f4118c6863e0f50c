/** A thief of sessions: forges tokens, plants them, keeps them after they were ended, carries them to another node. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { readConfig } from '#server/config.server.ts';
import { sessionCookieOf } from '#server/session.server.ts';
import { openPortal } from './portal.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const portal = await testPortal({ PUBLIC_URL: 'https://portal.example' });
const owner = portal.db.owner;
const dataDir = await mkdtemp(join(tmpdir(), 'portal-node-'));
const other = await openPortal({
  config: readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }),
  databaseUrl: portal.db.url,
});
afterAll(async () => {
  await other.close();
  await rm(dataDir, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const cookie = sessionCookieOf({ publicUrl: 'https://portal.example' });
const statusAt = async (address: string, headers: Record<string, string>) =>
  (await fetch(new URL('/kimi/me', address), { headers })).status;
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const signIn = ({ email, password }: Person, headers: Record<string, string> = {}) =>
  portal.call('POST', '/login-account', { body: { emailId: email, password }, headers });

test('a token that was made up, cut, changed or taken from the database opens nothing', async () => {
  const client = await portal.client();
  const [row] = await owner.query<{ public_id: string; hash: string; url: string }>(
    'test.row',
    `select public_id, encode(token_hash, 'hex') as hash, translate(encode(token_hash, 'base64'), '+/=', '-_') as url
     from sessions where person = $1`,
    [client.person],
  );
  const { token } = client;
  const swapped = `${token.slice(0, 20)}${token[20] === 'a' ? 'b' : 'a'}${token.slice(21)}`;
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"sub":"${client._id}","role":"Admin"}`).toString('base64url')}.`;
  const forged = [
    randomBytes(32).toString('base64url'),
    token.slice(0, -1),
    `${token}a`,
    token.toUpperCase(),
    swapped,
    row!.hash,
    row!.url,
    row!.public_id,
    client._id,
    String(client.id),
    unsigned,
    `${token}, ${token}`,
    '',
    'null',
    'undefined',
    "' or '1'='1",
    '%00',
    token + '==',
  ];
  for (const each of forged) {
    expect(await statusAt(portal.url, bearer({ token: each })), each).toBe(401);
    if (/^[\w.%'= -]+$/.test(each)) expect(await statusAt(portal.url, { cookie: `${cookie}=${each}` }), each).toBe(401);
  }
  // A bearer token means what it says: a good cookie beside a bad one does not help.
  expect(await statusAt(portal.url, { ...bearer({ token: swapped }), cookie: `${cookie}=${token}` })).toBe(401);
  expect(await statusAt(portal.url, { cookie: `${cookie}=${token}` })).toBe(200);
});

describe('an end', () => {
  /** Both nodes have just looked the session up, so that both have it cached. */
  async function warm(as: { token: string }): Promise<void> {
    expect(await statusAt(portal.url, bearer(as))).toBe(200);
    expect(await statusAt(other.address, bearer(as))).toBe(200);
  }
  const gone = async (as: { token: string }) => {
    await pause(1_000 * busyFactor());
    return [await statusAt(portal.url, bearer(as)), await statusAt(other.address, bearer(as))];
  };

  test('holds on all nodes within a second: by signing out, from another device, by a new password', async () => {
    const [out, ended, changed] = [await portal.client(), await portal.client(), await portal.client()];
    const device = (await signIn(ended)).body as { token: string };
    for (const each of [out, device, changed]) await warm(each);
    await portal.call('POST', '/kimi/logout', { as: out });
    await portal.call('PUT', '/kimi/end-session', { as: ended, query: { all: 'true' } });
    const both = { password: 'a newer secret', confirmPassword: 'a newer secret' };
    await portal.call('PUT', '/kimi/update-password', { as: changed, body: both });
    for (const each of [out, device, changed]) expect(await gone(each)).toEqual([401, 401]);
  });

  test('holds for a call that was begun before it, and whose last byte is sent after it', async () => {
    const client = await portal.client();
    const owned = (await signIn(client)).body as { token: string };
    const body = JSON.stringify({ mobile: '+49 170 99' });
    const sent = request(new URL('/kimi/update-profile', portal.url), {
      method: 'PUT',
      headers: { ...bearer(client), 'content-type': 'application/json', 'content-length': body.length },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(body.slice(0, -1));
    await pause(200 * busyFactor());
    const both = { password: 'a newer secret', confirmPassword: 'a newer secret' };
    expect((await portal.call('PUT', '/kimi/update-password', { as: owned, body: both })).status).toBe(200);
    sent.end(body.slice(-1));
    const [{ statusCode }] = await answered;
    const changed = await owner.query(
      'test.changed',
      `select from audit_log where action = 'user.mobile_changed' and subject = $1`,
      [client.person],
    );
    expect([statusCode, changed]).toEqual([401, []]);
  });

  test('holds on all nodes within a second for an admin who is removed and a client who is disabled', async () => {
    const [admin, removed, client] = [await portal.admin(), await portal.admin(), await portal.client()];
    for (const each of [removed, client]) await warm(each);
    expect((await portal.call('PUT', '/kimi/remove-admin', { as: admin, body: { userId: removed._id } })).status).toBe(
      200,
    );
    await owner.query('test.disable', 'update clients set disabled_at = now() where id = $1', [client.id]);
    for (const each of [removed, client]) expect(await gone(each)).toEqual([401, 401]);
  });
});

describe('the cookie', () => {
  test('is out of reach for scripts, other sites, insecure pages and neighbouring hosts', async () => {
    const client = await portal.client();
    const [set] = (await signIn(client)).headers.getSetCookie();
    const [pair, ...attributes] = set!.split('; ');
    expect(pair).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('that somebody planted before the sign-in is not the one that is signed in', async () => {
    const [client, thief] = [await portal.client(), await portal.client()];
    for (const planted of [randomBytes(32).toString('base64url'), thief.token]) {
      const { body, headers } = await signIn(client, { cookie: `${cookie}=${planted}` });
      expect(body.token).not.toBe(planted);
      expect(headers.getSetCookie()[0]).toContain(body.token);
      const me = await portal.call('GET', '/kimi/me', { headers: { cookie: `${cookie}=${planted}` } });
      expect(me.body?.username).not.toBe(client.username);
    }
    // Under the name that an insecure page could set, it is not even read.
    expect(await statusAt(portal.url, { cookie: `session=${client.token}` })).toBe(401);
  });

  test('of an earlier sign-in in the same browser ends with the next one', async () => {
    const client = await portal.client();
    await signIn(client, { cookie: `${cookie}=${client.token}` });
    await pause(600);
    expect(await statusAt(portal.url, bearer(client))).toBe(401);
  });

  test('is another one whenever what it may do changes: visiting, coming back', async () => {
    const [admin, client] = [await portal.admin(), await portal.client()];
    const at = (token: string) => ({ headers: { cookie: `${cookie}=${token}` } });
    const visit = await portal.call('POST', '/kimi/login-as-user', {
      ...at(admin.token),
      body: { userId: client._id, reason: 'a test' },
    });
    const back = await portal.call('POST', '/kimi/stop-login-as', at(visit.body.token));
    const own = new RegExp(`${cookie}=([\\w-]+)`).exec(back.headers.getSetCookie().join())![1]!;
    expect(new Set([admin.token, visit.body.token, own]).size).toBe(3);
    await pause(600);
    expect(await statusAt(portal.url, { cookie: `${cookie}=${own}` })).toBe(200);
    for (const old of [admin.token, visit.body.token])
      expect(await statusAt(portal.url, { cookie: `${cookie}=${old}` })).toBe(401);
  });
});
