/**
 * What a copy of the database tells a thief about second factors and mailed codes, and how the key over them is
 * replaced.
 */
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { codeAt, keyOfBytes } from '#totp/totp.ts';
import { secretsOf } from '#server/secrets.server.ts';
import { codeTo, linkTokenTo } from '#users/users.testing.server.ts';
import { takeUpKeys } from './keys.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
const keyFor = (name: string) => `${name}: a random key that is long enough`;
const sealedOf = async ({ person: id }: Person) =>
  (await owner.query<{ kept: string }>('test.sealed', 'select totp_secret as kept from people where id = $1', [id]))[0]!
    .kept;

/** Everything that a backup would hold of the people, their codes and their mails. */
async function copyOfAll(): Promise<string> {
  const rows = await owner.query<{ text: string }>(
    'test.copy',
    `select string_agg(t, E'\\n') as text
     from (select people::text t from people union all select mailed_codes::text from mailed_codes
       union all select mails::text from mails union all select audit_log::text from audit_log
         union all select notices::text from notices) x`,
  );
  return rows[0]!.text;
}

async function withFactor(person: Person): Promise<string> {
  const { body } = await portal.call('POST', '/kimi/start-two-factor', { as: person });
  const key = { ...keyOfBytes(new Uint8Array(20)), secret: body.secret as string };
  const enabled = await portal.call('POST', '/kimi/enable-two-factor', {
    as: person,
    body: { otp: codeAt(key, Date.now()) },
  });
  expect(enabled.status, enabled.text).toBe(200);
  await owner.query('test.unused', 'update people set totp_last_step = 0 where id = $1', [person.person]);
  return key.secret;
}
const signIn = ({ email, password }: Person, otp: string) =>
  portal.call('POST', '/login-account', { body: { emailId: email, password, otp } });
const codeOf = (secret: string) => codeAt({ ...keyOfBytes(new Uint8Array(20)), secret }, Date.now());

describe('a copy of the database', () => {
  test('does not hold the key of a second factor', async () => {
    const client = await portal.client();
    const secret = await withFactor(client);
    expect(await copyOfAll()).not.toContain(secret);
    expect(await sealedOf(client)).toMatch(new RegExp(`^v1\\.${portal.app.secrets.keys[0]}\\.`));
    expect((await signIn(client, codeOf(secret))).status).toBe(200);
  });

  test("does not open one person's account with the sealed key of another", async () => {
    const [ana, eve] = [await portal.client(), await portal.client()];
    const [, secret] = [await withFactor(ana), await withFactor(eve)];
    await owner.query('test.swap', 'update people set totp_secret = $2 where id = $1', [
      ana.person,
      await sealedOf(eve),
    ]);
    expect((await signIn(ana, codeOf(secret))).status).not.toBe(200);
  });

  test('holds no mailed code and no link, neither before nor after the mail is sent', async () => {
    const [client, admin] = [await portal.client({ verified: false }), await portal.admin()];
    await portal.call('POST', '/kimi/forgot-password', { body: { emailId: client.email } });
    const invited = await portal.call('POST', '/kimi/create-admin', {
      as: admin,
      body: { username: 'Wei', emailId: 'wei@agency.test', currentPassword: admin.password },
    });
    await expect.poll(() => copyOfAll()).toContain('Set a new password');
    const before = await copyOfAll();
    const [code, token] = [await codeTo(portal, client.email), await linkTokenTo(portal, client.email)];
    const invitation = new URL(invited.body.inviteUrl).searchParams.get('token')!;
    await expect
      .poll(async () => (await owner.query('test.waiting', 'select id from mails where sent_at is null')).length)
      .toBe(0);
    const after = await copyOfAll();
    for (const copy of [before, after])
      for (const secret of [`"${code}"`, token, invitation]) expect(copy.includes(secret), secret).toBe(false);
    expect(after).not.toContain('"sealed"');
    expect((await portal.call('POST', '/verify-email', { as: client, body: { otp: code } })).status).toBe(200);
  });

  test('does not tell six digits by trying all of them against their hash', async () => {
    const client = await portal.client({ verified: false });
    const [row] = await owner.query<{ hash: Buffer }>(
      'test.hash',
      'select secret_hash as hash from mailed_codes where person = $1',
      [client.person],
    );
    const code = await codeTo(portal, client.email);
    expect(portal.app.secrets.digests(`code:${client.person}:${code}`)[0]).toEqual(row!.hash);
    expect(secretsOf([keyFor('a thief')]).digests(`code:${client.person}:${code}`)[0]).not.toEqual(row!.hash);
  });
});

describe('the key', () => {
  const alone = { alone: false };
  const held = () => secretsOf([keyFor('first')]);
  const [first, second] = [keyFor('first'), keyFor('second')];

  test('is replaced in two steps, and a node with another one does not start', async () => {
    const client = await portal.client();
    await owner.query('test.empty', 'update people set totp_secret = null');
    await owner.query('test.keys', 'delete from secret_keys');
    await takeUpKeys(portal.db, held(), alone);
    await owner.query('test.sealed_now', 'update people set totp_secret = $2 where id = $1', [
      client.person,
      held().seal('SECRET', `totp:${client.person}`),
    ]);
    await expect(takeUpKeys(portal.db, secretsOf([second]), alone)).rejects.toThrow('sealed with another key');
    await expect(takeUpKeys(portal.db, secretsOf([second]), { alone: true })).rejects.toThrow(
      'sealed with another key',
    );
    expect(await takeUpKeys(portal.db, secretsOf([second, first]), alone)).toBe(1);
    expect(secretsOf([second]).open(await sealedOf(client), `totp:${client.person}`)).toBe('SECRET');
    expect(await takeUpKeys(portal.db, secretsOf([second]), alone)).toBe(0);
    await expect(takeUpKeys(portal.db, held(), alone)).rejects.toThrow('sealed with another key');
  });

  test('is the same for all nodes even before anything is sealed', async () => {
    await owner.query('test.none', 'update people set totp_secret = null');
    await expect(takeUpKeys(portal.db, secretsOf([keyFor('third')]), alone)).rejects.toThrow('sealed with another key');
    // One portal alone on its database may begin again with a new key, as nothing needs the old one.
    expect(await takeUpKeys(portal.db, secretsOf([keyFor('third')]), { alone: true })).toBe(0);
  });
});
