/** Refusals about people and pictures that no slice's own test meets: mostly that somebody tries too often. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { codeAt, readKey } from '#totp/totp.ts';
import { stale } from '#users/users.testing.server.ts';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
const limited = await testPortal({ RATE_LIMIT: 'on' });
const some = () => randomBytes(12).toString('hex');
const code = async (answer: Answered | Promise<Answered>) => (await answer).body.code as string;

/** What a call answers to somebody who has tried a thousand times. */
async function worn(on: typeof portal, again: () => Promise<Answered>): Promise<[number, string, boolean]> {
  await again();
  await on.db.owner.query('t.tried', 'update throttles set guesses = 1000');
  const answer = await again();
  await on.db.owner.query('t.forget', 'delete from throttles');
  return [answer.status, answer.body.code, Number(answer.headers.get('retry-after')) > 0];
}

const reached = [429, 'limit.reached', true];
const post = (path: string, body: object, as?: Person) => portal.call('POST', path, { as, body });

async function withFactor(): Promise<Person> {
  const client = await portal.client();
  const read = readKey((await post('/kimi/start-two-factor', {}, client)).body.secret);
  if (!('key' in read)) throw new Error('no key');
  expect((await post('/kimi/enable-two-factor', { otp: codeAt(read.key, Date.now()) }, client)).status).toBe(200);
  return client;
}

const registration = () => ({
  username: 'Ana',
  emailId: `${some()}@client.test`,
  country: 'DE',
  contact1: '+49 170 123456',
  pincode: '10115',
  password: 'correct horse battery',
  confirmPassword: 'correct horse battery',
});

const tooOften: [string, () => Promise<() => Promise<Answered>>][] = [
  ['registering', async () => () => limited.call('POST', '/create-account', { body: registration() })],
  [
    'changing the e-mail address',
    async () => {
      const client = await portal.client();
      return () => post('/email-change', { newEmail: `${some()}@client.test` }, client);
    },
  ],
  [
    'confirming an address',
    async () => {
      const client = await portal.client();
      return () => post('/verify-email', { otp: '000000' }, client);
    },
  ],
  [
    'following links to a new password',
    async () => () =>
      post('/kimi/reset-password', { token: 'x'.repeat(43), password: 'long enough', confirmPassword: 'long enough' }),
  ],
  [
    'starting two-factor sign-in with a wrong password',
    async () => {
      const client = await portal.client();
      await stale(portal.db.owner, client.person);
      return () => post('/kimi/start-two-factor', { currentPassword: 'wrong' }, client);
    },
  ],
  [
    'finishing two-factor sign-in with a wrong code',
    async () => {
      const client = await portal.client();
      await post('/kimi/start-two-factor', {}, client);
      return () => post('/kimi/enable-two-factor', { otp: '000000' }, client);
    },
  ],
  [
    'switching it off with a wrong password',
    async () => {
      const client = await withFactor();
      return () => post('/kimi/disable-two-factor', { password: 'wrong', otp: '000000' }, client);
    },
  ],
  [
    'renewing recovery codes with a wrong code',
    async () => {
      const client = await withFactor();
      return () => post('/kimi/renew-recovery-codes', { otp: '000000' }, client);
    },
  ],
  [
    'closing the account with a wrong password',
    async () => {
      const client = await portal.client();
      return () => portal.call('PUT', '/kimi/close-account', { as: client, body: { password: 'wrong' } });
    },
  ],
  [
    'sharing',
    async () => {
      const client = await portal.client();
      return () => post('/kimi/send-request-email', { emailId: 'ana@gmail.com' }, client);
    },
  ],
  [
    'paying a link',
    async () => () => portal.call('POST', '/kimi/pay/no-such-code', { form: { transactionId: some() } }),
  ],
];

test.each(tooOften)('%s too often', async (what, prepare) => {
  expect(await worn(what === 'registering' ? limited : portal, await prepare())).toEqual(reached);
});

test('a proposed network that waits for nobody cannot be dropped', async () => {
  const admin = await portal.admin();
  const body = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', password: admin.password };
  expect((await portal.call('PUT', '/kimi/update-network-details', { as: admin, body })).status).toBe(200);
  const [{ _id: id }] = (await portal.call('GET', '/kimi/get-network-history', { as: admin })).body.versions;
  const about = (path: string, id: string) => portal.call('PUT', path, { as: admin, query: { id }, body: {} });
  expect(await code(about('/kimi/drop-proposal', id))).toBe('proposal.not_waiting');
  expect(await code(about('/kimi/confirm-action', id))).toBe('network.not_waiting');
  expect(await code(about('/kimi/drop-proposal', 'NW-0000-0000'))).toBe('not_found');
});

test('one key makes one pay link for a company', async () => {
  const client = await portal.client();
  const link = {
    firstName: 'Ana',
    lastName: 'Lima',
    emailId: 'ana@example.com',
    country: 'Brazil',
    companyName: 'Lima',
    website: 'lima.example',
  };
  const make = (money: string) =>
    portal.call('POST', '/kimi/create-paylink-company', { as: client, key: 'one', body: { ...link, money } });
  expect((await make('5')).status).toBe(200);
  expect(await code(make('6'))).toBe('idempotency.key_reused');
});

test('whoever is enabled already is not enabled again, nor disabled twice', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  const set = (what: string) =>
    portal.call('PUT', `/kimi/${what}-user`, { as: admin, body: { userId: client._id, reason: 'a reason' } });
  expect(await code(set('enable'))).toBe('user.unchanged');
  expect((await set('disable')).status).toBe(200);
  expect(await code(set('disable'))).toBe('user.unchanged');
  for (const what of ['enable', 'disable']) {
    const nobody = portal.call('PUT', `/kimi/${what}-user`, {
      as: admin,
      body: { userId: 'US-0000-0000', reason: 'a reason' },
    });
    expect(await code(nobody)).toBe('not_found');
  }
});

test('a picture of too many pixels is refused, whoever sends it', async () => {
  const client = await portal.client();
  const link = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'Brazil', money: '5' };
  const made = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body: link });
  const photo = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const paid = portal.call('POST', `/kimi/pay/${made.body.newPaylink.code}`, {
    form: { transactionId: some(), photo },
  });
  expect(await code(paid)).toBe('proof.too_large');
  const sent = portal.call('POST', '/add-money', {
    as: client,
    form: { chargeMoney: '5', transactionId: some(), photo },
  });
  expect(await code(sent)).toBe('proof.too_large');
  const typed = portal.call('PUT', '/kimi/keep-topup-draft', { as: client, form: { chargeMoney: '5', photo } });
  expect(await code(typed)).toBe('proof.too_large');
});
