/** Somebody who wants another's account through what was mailed before, or through two calls at the same moment. */
import { describe, expect, test } from 'vitest';
import { codeAt, keyOfBytes, readKey } from '#totp/totp.ts';
import { codeTo, linkTokenTo, mailsTo } from '#users/users.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
const chosen = { password: 'what the thief chose', confirmPassword: 'what the thief chose' };
const ask = (as: Person, newEmail: string) => portal.call('POST', '/email-change', { as, body: { newEmail } });
const prove = (as: Person, otp: string) => portal.call('POST', '/verify-email', { as, body: { otp } });
const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>, more: object = {}) =>
  portal.call('POST', '/login-account', { body: { emailId: email, password, ...more } });
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

async function linkFor({ email }: Person): Promise<string> {
  await portal.call('POST', '/kimi/forgot-password', { body: { emailId: email } });
  await expect
    .poll(async () => (await mailsTo(owner, email)).map(({ subject }) => subject))
    .toContain('Set a new password');
  return linkTokenTo(portal, email);
}

describe('a link to set a password that lies in a mailbox', () => {
  test('is worth nothing once the account has left that mailbox', async () => {
    const client = await portal.client();
    const token = await linkFor(client);
    const next = `next-${client.email}`;
    await ask(client, next);
    expect((await prove(client, await codeTo(portal, next))).status).toBe(200);
    const used = await portal.call('POST', '/kimi/reset-password', { body: { token, ...chosen } });
    expect([used.status, used.body.code]).toEqual([400, 'auth.link_spent']);
    expect((await signIn({ ...client, email: next })).status).toBe(200);
  });

  test('is worth nothing once the password was changed without it', async () => {
    const client = await portal.client();
    const token = await linkFor(client);
    const own = { password: 'a newer secret', confirmPassword: 'a newer secret' };
    expect((await portal.call('PUT', '/kimi/update-password', { as: client, body: own })).status).toBe(200);
    const used = await portal.call('POST', '/kimi/reset-password', { body: { token, ...chosen } });
    expect([used.status, used.body.code]).toEqual([400, 'auth.link_spent']);
    expect((await signIn({ ...client, password: own.password })).status).toBe(200);
  });

  test('is worth nothing to an admin who was removed before it was used', async () => {
    const [admin, removed] = [await portal.admin(), await portal.admin()];
    const token = await linkFor(removed);
    expect((await portal.call('PUT', '/kimi/remove-admin', { as: admin, body: { userId: removed._id } })).status).toBe(
      200,
    );
    expect((await portal.call('POST', '/kimi/reset-password', { body: { token, ...chosen } })).body.code).toBe(
      'auth.link_spent',
    );
  });

  test('sets one password when it is used many times at once', async () => {
    const client = await portal.client();
    const token = await linkFor(client);
    const use = (n: number) => {
      const password = `the password number ${n}`;
      return portal.call('POST', '/kimi/reset-password', { body: { token, password, confirmPassword: password } });
    };
    expect(statuses(await Promise.all(Array.from({ length: 6 }, (_, n) => use(n))))).toEqual([
      200, 400, 400, 400, 400, 400,
    ]);
  });
});

describe('at the same moment', () => {
  test('two people prove one address: it is the one’s, and the other is told', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [ana, ben] = [await portal.client(), await portal.client()];
      const wanted = `wanted-${turn}-${ana.email}`;
      await ask(ana, wanted);
      const first = await codeTo(portal, wanted);
      await ask(ben, wanted.replace('w', 'W'));
      const second = await codeTo(portal, wanted);
      expect(statuses(await Promise.all([prove(ana, first), prove(ben, second)]))).toEqual([200, 409]);
    }
  });

  test('one address is registered in many spellings: once', async () => {
    const register = (emailId: string) =>
      portal.call('POST', '/create-account', {
        body: { username: 'x', emailId, country: 'DE', contact1: '+49 170 1234', pincode: '1', ...chosen },
      });
    const spellings = [
      'twin@client.test',
      'Twin@client.test',
      'TWIN@CLIENT.TEST',
      'twin@Client.Test',
      ' twin@client.test ',
    ];
    expect(statuses(await Promise.all(spellings.map(register)))).toEqual([200, 409, 409, 409, 409]);
    // Nor in two codings of what looks the same.
    expect(statuses(await Promise.all(['renée@client.test', 'rene\u0301e@client.test'].map(register)))).toEqual([
      200, 409,
    ]);
    expect((await signIn({ email: 'rene\u0301e@client.test', password: chosen.password })).status).toBe(200);
  });

  test('one mailed code is taken once, however often it is sent', async () => {
    const client = await portal.client();
    await ask(client, client.email);
    const code = await codeTo(portal, client.email);
    expect(statuses(await Promise.all(Array.from({ length: 5 }, () => prove(client, code))))).toEqual([
      200, 400, 400, 400, 400,
    ]);
  });

  test('one code of an app and one recovery code let one in each', async () => {
    const client = await portal.client();
    const started = await portal.call('POST', '/kimi/start-two-factor', { as: client });
    const read = readKey(started.body.secret);
    if (!('key' in read)) throw new Error('no key');
    const enabled = await portal.call('POST', '/kimi/enable-two-factor', {
      as: client,
      body: { otp: codeAt(read.key, Date.now()) },
    });
    expect(enabled.status, enabled.text).toBe(200);
    const many = (otp: string) => Promise.all(Array.from({ length: 4 }, () => signIn(client, { otp })));
    expect(statuses(await many(enabled.body.recoveryCodes[0]))).toEqual([200, 401, 401, 401]);
    await owner.query('test.forget', 'delete from throttles');
    const key = keyOfBytes(new Uint8Array(20).fill(9));
    await owner.query('test.key', 'update people set totp_secret = $2, totp_last_step = 0 where id = $1', [
      client.person,
      portal.app.secrets.seal(key.secret, `totp:${client.person}`),
    ]);
    expect(statuses(await many(codeAt(key, Date.now())))).toEqual([200, 401, 401, 401]);
  });

  test('somebody signs in many times, rightly and wrongly, and is answered each time', async () => {
    const client = await portal.client();
    const all = Array.from({ length: 60 }, (_, n) => signIn(n % 3 ? client : { ...client, password: 'wrong' }));
    expect([200, 401, 429]).toEqual(expect.arrayContaining([...new Set(statuses(await Promise.all(all)))]));
  });
});
