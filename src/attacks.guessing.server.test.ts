/**
 * Somebody who guesses passwords and codes, from as many addresses as they can get or forge, at every node there is;
 * and somebody who only wants to know who has an account.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.server.ts';
import type { PersonId } from '#kernel/ids.ts';
import { codeAt, keyOfBytes } from '#totp/totp.ts';
import { hashPassword, verifyPassword } from '#users/passwords.server.ts';
import { setPassword } from '#users/people.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { openPortal } from './portal.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const portal = await testPortal({ TRUST_PROXY: 'on', SECRET_KEY });
const owner = portal.db.owner;
// A second node on the same database, which stands in the open: nobody is in front of it.
const dataDir = await mkdtemp(join(tmpdir(), 'portal-node-'));
const direct = await openPortal({
  config: readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY }),
  databaseUrl: portal.db.url,
});
afterAll(async () => {
  await direct.close();
  await rm(dataDir, { recursive: true, force: true });
});

const timeout = 120_000;
const forgetGuesses = () => owner.query('test.forget', 'delete from throttles');
const signIn = (emailId: string, password: string, from: string, more: object = {}) =>
  portal.call('POST', '/login-account', { body: { emailId, password, ...more }, headers: { 'x-forwarded-for': from } });
const signInAt = async (address: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL('/login-account', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const random6 = () => {
  const bytes = randomBytes(8).toString('hex');
  return `2001:db8:7:9:${bytes.match(/.{4}/g)!.join(':')}`;
};

describe('a guesser with many addresses', { timeout }, () => {
  test('gets no further with each address of an IPv6 network than with one', async () => {
    const client = await portal.client();
    await forgetGuesses();
    for (let tries = 0; tries < 10; tries++)
      expect((await signIn(client.email, `guess ${tries}`, random6())).status).toBe(401);
    expect((await signIn(client.email, client.password, random6())).status).toBe(429);
    // The owner, who lives elsewhere, gets in.
    expect((await signIn(client.email, client.password, '2001:db8:7:a::1')).status).toBe(200);
  });

  test('cannot spray accounts from all the networks of one /48', async () => {
    await forgetGuesses();
    await owner.query(
      'test.spent',
      `insert into throttles (key, guesses, ends_at)
       values ('sign-in:2001:db8:8::/48', 500, now() + interval '15 minutes')`,
    );
    expect((await signIn('victim@example.com', 'password1', '2001:db8:8:77::1')).status).toBe(429);
    // What is refused there spends nothing of the account's, or its owner would be kept out.
    const ofAccount = `select from throttles where key like 'sign-in:victim@example.com%'`;
    expect(await owner.query('test.of_account', ofAccount)).toEqual([]);
    expect((await signIn('victim@example.com', 'password1', '2001:db8:9:77::1')).status).toBe(401);
  });

  test('cannot begin anew with another spelling that the database takes for the same address', async () => {
    const client = await portal.client();
    const mail = `ivisi-${client.email}`;
    await owner.query('test.name', 'update people set email = $2 where id = $1', [client.person, mail]);
    const spellings = [
      mail,
      mail.replace('i', 'İ'),
      mail.replace('isi', 'İsi'),
      mail.toUpperCase(),
      mail.replaceAll('i', 'İ'),
    ];
    await forgetGuesses();
    const from = '203.0.113.77';
    for (const spelling of spellings)
      expect((await signIn(spelling, client.password, from)).status, spelling).toBe(200);
    for (let tries = 0; tries < 10; tries++)
      expect((await signIn(spellings[tries % 5]!, 'a guess', from)).status).toBe(401);
    for (const spelling of spellings)
      expect((await signIn(spelling, client.password, from)).status, spelling).toBe(429);
    // What nobody sees is no part of an address.
    for (const odd of [`${mail}\u200b`, `\u2060${mail}`, mail.replace('@', '\u00ad@')])
      expect((await signIn(odd, 'a guess', from)).status).toBe(400);
  });

  test('writes addresses into X-Forwarded-For in vain: only what the own proxy added counts', async () => {
    const client = await portal.client();
    await forgetGuesses();
    for (let tries = 0; tries < 10; tries++) {
      const forged = `10.${tries}.2.3, 198.51.100.${tries}, 203.0.113.200`;
      expect((await signIn(client.email, `guess ${tries}`, forged)).status).toBe(401);
    }
    expect((await signIn(client.email, client.password, '9.9.9.9, 203.0.113.200')).status).toBe(429);
  });

  test('is known by the connection alone where no proxy is declared', async () => {
    const client = await portal.client();
    await forgetGuesses();
    const headers = (tries: number) => ({
      'x-forwarded-for': `198.51.100.${tries}`,
      forwarded: `for=198.51.100.${tries}`,
      'x-real-ip': `198.51.100.${tries}`,
      'true-client-ip': `198.51.100.${tries}`,
      'cf-connecting-ip': `198.51.100.${tries}`,
    });
    const guess = (password: string, tries: number) =>
      signInAt(direct.address, { emailId: client.email, password }, headers(tries));
    for (let tries = 0; tries < 10; tries++) expect((await guess(`guess ${tries}`, tries)).status).toBe(401);
    expect((await guess(client.password, 99)).status).toBe(429);
    const rows = await owner.query<{ address: string }>(
      'test.from',
      `select distinct address from audit_log where action = 'auth.sign_in_failed' and subject = $1`,
      [client.person],
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });

  test('has no more guesses at two nodes than at one', async () => {
    const client = await portal.client();
    await forgetGuesses();
    const guesses = Array.from({ length: 20 }, (_, n) =>
      signInAt(
        n % 2 ? portal.url : direct.address,
        { emailId: client.email, password: `guess ${n}` },
        { 'x-forwarded-for': '127.0.0.1' },
      ),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('a guesser of codes', { timeout }, () => {
  const key = keyOfBytes(new Uint8Array(20).fill(7));
  async function withFactor(person: Person): Promise<void> {
    await owner.query('test.factor', 'update people set totp_secret = $2, totp_enabled_at = now() where id = $1', [
      person.person,
      portal.app.secrets.seal(key.secret, `totp:${person.person}`),
    ]);
  }

  test('who has the password gets ten tries at the second factor, from however many addresses and nodes', async () => {
    const client = await portal.client();
    await withFactor(client);
    await forgetGuesses();
    const wrong = ['000000', '111111', '222222', 'ABCD-EFGH-JKMN'];
    const answers: number[] = [];
    for (let tries = 0; tries < 14; tries++) {
      const body = { emailId: client.email, password: client.password, otp: wrong[tries % wrong.length] };
      const at = tries % 2 ? portal.url : direct.address;
      answers.push((await signInAt(at, body, { 'x-forwarded-for': `198.51.100.${tries}` })).status);
    }
    expect(answers).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    // Not even the right one now: who guesses learns nothing by going on.
    const right = { otp: codeAt(key, Date.now()) };
    expect((await signIn(client.email, client.password, '203.0.113.50', right)).status).toBe(429);
    // The owner is told, once, that the password is known.
    const told = (await mailsTo(owner, client.email)).filter(
      ({ subject }) => subject === 'Somebody knows your password',
    );
    expect(told).toHaveLength(1);
  });

  test('who has the password and patience gets fifty tries a day, and right ones do not count', async () => {
    const client = await portal.client();
    await withFactor(client);
    await forgetGuesses();
    const spend = (guesses: number) =>
      owner.query('test.spend', `update throttles set guesses = $2 where key = $1`, [
        `otp-day:${client.person}`,
        guesses,
      ]);
    const from = '203.0.113.51';
    expect((await signIn(client.email, client.password, from, { otp: codeAt(key, Date.now()) })).status).toBe(200);
    await spend(49);
    expect((await signIn(client.email, client.password, from, { otp: '000000' })).status).toBe(401);
    const refused = await signIn(client.email, client.password, from, { otp: '111111' });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 900]).toEqual([429, true]);

    // Who was told of it chooses another password, which the guesser does not know; a mailbox opens no way to guess on.
    const renew = () =>
      portal.app.db.transaction(async (tx) =>
        setPassword(tx, client.person as PersonId, await hashPassword(client.password, 'test')),
      );
    await renew();
    expect((await signIn(client.email, client.password, from, { otp: '222222' })).status).toBe(401);
    await owner.query('test.spend_all', 'update throttles set guesses = 150 where key = $1', [
      `otp-all:${client.person}`,
    ]);
    await renew();
    expect((await signIn(client.email, client.password, from, { otp: '333333' })).status).toBe(429);
    await owner.query('test.again_all', 'delete from throttles where key = $1', [`otp-all:${client.person}`]);
    await renew();
    await spend(0);
    const [row] = await owner.query<{ totp_last_step: bigint }>(
      'test.again',
      'update people set totp_last_step = 0 where id = $1 returning totp_last_step',
      [client.person],
    );
    expect(row).toBeDefined();
    expect((await signIn(client.email, client.password, from, { otp: codeAt(key, Date.now()) })).status).toBe(200);
    const [spent] = await owner.query<{ guesses: number }>(
      'test.spent_today',
      'select guesses from throttles where key = $1',
      [`otp-day:${client.person}`],
    );
    expect(spent!.guesses).toBe(0);
  });

  test('learns whether there is a second factor only with the right password', async () => {
    const [plain, guarded] = [await portal.client(), await portal.client()];
    await withFactor(guarded);
    const [one, two] = [
      await signIn(plain.email, 'wrong', '203.0.113.60'),
      await signIn(guarded.email, 'wrong', '203.0.113.61'),
    ];
    expect([one.status, one.text]).toEqual([two.status, two.text]);
  });

  test('gets five tries at a mailed code, however fast, at all nodes together', async () => {
    const client = await portal.client({ verified: false });
    const verify = (address: string, otp: string) =>
      fetch(new URL('/verify-email', address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
        body: JSON.stringify({ otp }),
      });
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => verify(n % 2 ? portal.url : direct.address, String(n).padStart(6, '0'))),
    );
    const [row] = await owner.query<{ tries: number }>(
      'test.tries',
      'select tries from mailed_codes where person = $1',
      [client.person],
    );
    expect(row!.tries).toBeGreaterThanOrEqual(12);
    const [hash] = await owner.query(
      'test.right',
      'update mailed_codes set secret_hash = $2 where person = $1 returning person',
      [client.person, portal.app.secrets.digests(`code:${client.person}:123456`)[0]],
    );
    expect(hash).toBeDefined();
    expect((await verify(portal.url, '123456')).status).toBe(400);
  });
});

describe('who asks who has an account', { timeout }, () => {
  /** The medians of works that take turns, so that whatever else the machine does happens to all of them. */
  async function medians(works: readonly (() => Promise<unknown>)[], turns: number): Promise<number[]> {
    const times: number[][] = works.map(() => []);
    for (let turn = 0; turn <= turns; turn++) {
      for (let n = 0; n < works.length; n++) {
        const at = (n + turn) % works.length;
        const began = performance.now();
        await works[at]!();
        if (turn > 0) times[at]!.push(performance.now() - began);
      }
    }
    return times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!);
  }
  /**
   * They differ by less than half of what checking a password takes here and now: who is not checked is faster by all
   * of it.
   */
  async function expectAlike(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
    const seen: number[][] = [];
    const alike = ([first = 0, second = 0, check = 0]: number[]) => Math.abs(first - second) < check / 2;
    do seen.push(await medians([one, other, () => verifyPassword(undefined, 'not the secret', 'nobody')], 15));
    while (!alike(seen.at(-1)!) && seen.length < 3);
    expect(alike(seen.at(-1)!), JSON.stringify(seen)).toBe(true);
  }
  let asked = 0;
  const place = () => `198.18.${Math.floor(asked / 250)}.${(asked += 1) % 250}`;

  test('is answered in the same words and the same time at sign-in', async () => {
    const [known, invited] = [await portal.client(), await portal.client()];
    await owner.query('test.invited', 'update people set password_hash = null where id = $1', [invited.person]);
    const ghost = 'ghost@example.com';
    const texts = new Set<string>();
    const at = (email: string) => async () => {
      await forgetGuesses();
      texts.add((await signIn(email, 'not the secret', place())).text);
    };
    await expectAlike(at(known.email), at(ghost));
    await expectAlike(at(invited.email), at(ghost));
    expect(texts.size).toBe(1);
  });

  test('is answered in the same words where a password was forgotten, before anybody has looked who that is', async () => {
    const known = await portal.client();
    await forgetGuesses();
    const ask = async (emailId: string) => {
      const { status, text, headers } = await portal.call('POST', '/kimi/forgot-password', { body: { emailId } });
      return `${status} ${text} ${[...headers.keys()].join()}`;
    };
    // While nobody can look, both are answered: neither time says anything of the person.
    const answers = await owner.transaction(async (tx) => {
      await tx.query('test.nobody_looks', 'lock table people in access exclusive mode', []);
      return Promise.all([known.email, 'ghost@example.com'].map(ask));
    });
    expect(answers).toEqual([answers[1], expect.stringMatching(/^200 /)]);
    const told = async () => (await mailsTo(owner, known.email)).map(({ subject }) => subject);
    await expect.poll(told, { timeout: 10_000 }).toContain('Set a new password');
  });

  test('is told so where somebody registers or changes an address, but only thirty and ten times an hour', async () => {
    const known = await portal.client();
    const other = await portal.client();
    await forgetGuesses();
    const change = () => portal.call('POST', '/email-change', { as: other, body: { newEmail: known.email } });
    for (let tries = 0; tries < 10; tries++) expect((await change()).status).toBe(409);
    expect((await change()).status).toBe(429);
    const body = { username: 'x', emailId: known.email, country: 'DE', contact1: '+49 170 1234', pincode: '1' };
    const passwords = { password: 'a long secret', confirmPassword: 'a long secret' };
    const register = (from: string) =>
      fetch(new URL('/create-account', direct.address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ ...body, ...passwords }),
      });
    const answers: number[] = [];
    for (let tries = 0; tries < 31; tries++) answers.push((await register(place())).status);
    expect(answers).toEqual([...Array<number>(30).fill(409), 429]);
  });
});
