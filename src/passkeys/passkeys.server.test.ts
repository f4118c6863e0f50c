/** Adding, naming and removing passkeys, over the real portal and with a device in software. */
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo, stale } from '#users/users.testing.server.ts';
import { device, type Device } from './device.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;

const start = (as: Person, body: object = {}) => portal.call('POST', '/kimi/start-passkey', { as, body });
const add = (as: Person, credential: object, name = 'Laptop') =>
  portal.call('POST', '/kimi/add-passkey', { as, body: { name, credential } });
const list = async (as: Person) => (await portal.call('GET', '/kimi/get-passkeys', { as })).body.passkeys;
const remove = (as: Person, id: string, body: object = {}) =>
  portal.call('PUT', '/kimi/remove-passkey', { as, query: { id }, body });

async function added(as: Person, key: Device = device(), name = 'Laptop') {
  const { body } = await start(as);
  const answer = await add(as, key.make(body.options), name);
  expect(answer.status, answer.text).toBe(200);
  return { key, id: String(answer.body._id) };
}

describe('adding', () => {
  test('asks for a key of this portal that proves its owner, keeps the public half, mails and writes it down', async () => {
    const client = await portal.client();
    const { options } = (await start(client)).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: client.email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const key = device();
    const answer = await add(client, key.make(options), ' Laptop of Ana ');
    expect([answer.status, answer.body.message]).toEqual([200, 'Your passkey was added.']);
    expect(await list(client)).toMatchObject([{ _id: answer.body._id, name: 'Laptop of Ana', usedAt: null }]);
    const [mail] = await mailsTo(owner, client.email);
    expect([mail!.subject, mail!.text]).toEqual([
      'A passkey was added',
      expect.stringContaining('"Laptop of Ana" was added to your account'),
    ]);
    const log = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body.events;
    expect(log[0]).toMatchObject({ action: 'auth.passkey_added', byYou: true });
    // Whoever owns an address that was not proved reads no words of a stranger.
    const stranger = await portal.client();
    const { id } = await added(stranger, device(), 'Refund waits: https://evil.example');
    await owner.query('test.unproved', 'update people set email_verified_at = null where id = $1', [stranger.person]);
    // A node believes a session for half a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await remove(stranger, id);
    expect((await mailsTo(owner, stranger.email))[0]!.text).toMatch(/^(?!.*evil)[^]*A passkey was removed/);
    // The next key is to come from another device.
    expect((await start(client)).body.options.excludeCredentials).toMatchObject([{ id: key.id }]);
  });

  test('asks for the password once the session is older than ten minutes', async () => {
    const client = await portal.client();
    await stale(owner, client.person);
    expect((await start(client)).body).toMatchObject({ code: 'user.wrong_password', field: 'currentPassword' });
    expect((await start(client, { currentPassword: client.password })).status).toBe(200);
  });

  test('refuses another origin, another portal, a key without its owner, and what is no answer at all', async () => {
    const client = await portal.client();
    for (const how of [
      { origin: 'https://portal.example' },
      { origin: 'http://localhost:1' },
      { rpId: 'example.com' },
      { verified: false },
      { type: 'webauthn.get' },
      { challenge: 'bm90IHRoaXM' },
    ]) {
      const answer = await add(client, device().make((await start(client)).body.options, how));
      expect([answer.status, answer.body.code], JSON.stringify(how)).toEqual([400, 'passkey.not_added']);
    }
    const made = device().make((await start(client)).body.options) as { response: object };
    const broken = { ...made, response: { ...made.response, attestationObject: 'AAAA' } };
    expect((await add(client, broken)).body.code).toBe('passkey.not_added');
    const mute = { ...made, response: { ...made.response, clientDataJSON: 'AAAA' } };
    expect((await add(client, mute)).body.code).toBe('passkey.not_added');
    expect(await list(client)).toEqual([]);
  });

  test("does not judge what a device's maker says of it, whose certificates name addresses to ask", async () => {
    const client = await portal.client();
    for (const fmt of ['packed', 'android-key', 'android-safetynet', 'tpm', 'apple', 'fido-u2f']) {
      const attested = { fmt, x5c: [Buffer.from('a certificate')] };
      const answer = await add(client, device().make((await start(client)).body.options, { attested }));
      expect([fmt, answer.status]).toEqual([fmt, 200]);
    }
  });

  test('takes an answer once, within five minutes, from the session that asked', async () => {
    const [ana, eve] = [await portal.client(), await portal.client()];
    const { options } = (await start(ana)).body;
    expect((await add(eve, device().make(options))).body.code).toBe('passkey.not_added');
    expect((await add(ana, device().make(options))).status).toBe(200);
    expect((await add(ana, device().make(options))).body.code).toBe('passkey.not_added');
    const late = (await start(ana)).body.options;
    await owner.query('test.late', `update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect((await add(ana, device().make(late))).body.code).toBe('passkey.not_added');
  });

  test('refuses a key that somebody has, and an eleventh', async () => {
    const [ana, eve] = [await portal.client(), await portal.client()];
    const { key } = await added(ana);
    const again = await add(eve, key.make((await start(eve)).body.options));
    expect([again.status, again.body.code]).toEqual([409, 'passkey.known']);
    for (let n = 2; n <= 9; n++) await added(ana, device(), `Key ${n}`);
    const { options } = (await start(ana)).body;
    await added(ana, device(), 'Key 10');
    expect((await start(ana)).body.code).toBe('passkey.too_many');
    // Nor by one that was begun before the tenth was there.
    expect((await add(ana, device().make(options))).body.code).toBe('passkey.too_many');
  });
});

describe('naming and removing', () => {
  test('concern the own keys alone', async () => {
    const [ana, eve] = [await portal.client(), await portal.client()];
    const { id } = await added(ana);
    const rename = (as: Person, name: string) =>
      portal.call('PUT', '/kimi/rename-passkey', { as, query: { id }, body: { name } });
    expect((await rename(eve, 'Mine')).body.code).toBe('not_found');
    expect((await remove(eve, id)).body.code).toBe('not_found');
    expect((await rename(ana, 'Phone')).status).toBe(200);
    const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: ana })).body;
    expect(events[0]).toMatchObject({ action: 'auth.passkey_renamed', byYou: true });
    expect(await list(ana)).toMatchObject([{ _id: id, name: 'Phone' }]);
  });

  test('removing asks for the password of a session that is not fresh, mails and is written down', async () => {
    const client = await portal.client();
    const { id } = await added(client);
    await stale(owner, client.person);
    expect((await remove(client, id)).body.code).toBe('user.wrong_password');
    expect((await remove(client, id, { currentPassword: client.password })).status).toBe(200);
    expect(await list(client)).toEqual([]);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('A passkey was removed');
    const log = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body.events;
    expect(log[0]).toMatchObject({ action: 'auth.passkey_removed', byYou: true });
  });
});

test('nobody guesses the password there, nor begins signing in for ever', async () => {
  const client = await portal.client();
  const { id } = await added(client);
  await stale(owner, client.person);
  for (let n = 0; n < 10; n++) await start(client, { currentPassword: `guess ${n}` });
  const right = { currentPassword: client.password };
  expect((await start(client, right)).body.code).toBe('limit.reached');
  expect((await remove(client, id, right)).body.code).toBe('limit.reached');
  const begin = () => portal.call('POST', '/kimi/start-passkey-sign-in', {});
  expect((await begin()).status).toBe(200);
  await owner.query('test.often', `update throttles set guesses = 100 where key like 'passkey%'`);
  expect((await begin()).body.code).toBe('limit.reached');
});
