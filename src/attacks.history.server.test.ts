/**
 * One client who does a free thing very often, so that what admins and everybody else have to see takes long: each of
 * these histories is an hour's or two's work within the limits, and made here in one statement.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { unsettledDeclarations } from '#topups/declarations.store.server.ts';
import { screenshot } from '#topups/pictures.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const node = await fakeNode(fakeChain('TRC20'));
afterAll(() => node.close());
const portal = await testPortal(
  { TRON_NODE_URLS: node.url },
  { breaks: 'Histories are made without the movements that belong to them.' },
);
let admin: Person;
beforeAll(async () => {
  admin = await portal.admin();
});

const many = 20_000;
const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const own = (sql: string, ...values: unknown[]) => portal.db.owner.query('', sql, values);
const topUp = async (as: Person, also: Record<string, Uint8Array> = {}): Promise<string> => {
  const form = { chargeMoney: '50', transactionId: randomBytes(32).toString('hex'), ...also };
  const { status, body } = await portal.call('POST', '/add-money', { as, form });
  expect(status).toBe(200);
  return body.transaction.applyId;
};
const withdraw = async (as: Person): Promise<string> => {
  const body = { amount: 0.01, networkName: 'TRC20', networkAddress: address, password: as.password };
  const asked = await portal.call('POST', '/kimi/apply-withdrawal', { as, body });
  expect(asked.status).toBe(200);
  return asked.body.withdrawal.applyId;
};
/** So many requests like the first of this client that waits, asked for before it and taken back; `details` is SQL. */
const takenBack = (client: Person, details: string) =>
  own(
    `insert into requests (id, apply_id, client, kind, state, attempt, n, content, asked_by, amount_cents, fee_cents,
       opening_fee_cents, total_cents, details)
     select -g.i - 1000000 * client, 'X-' || client || '-' || g.i, client, kind, 'Cancelled', gen_random_uuid(), 0,
       content, asked_by, amount_cents, 0, 0, amount_cents, ${details}
     from (select * from requests where client = $1 and state = 'Pending' order by id limit 1) r,
       generate_series(1, ${many}) g (i)`,
    client.id,
  );

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - began };
};
/** The rows of the queue after a history was made, which may not take much longer than before it. */
async function queueBeside(client: Person, makeHistory: () => Promise<unknown>) {
  const look = () => portal.call('GET', '/kimi/get-queue', { as: admin, query: { userId: client._id, limit: 50 } });
  await look();
  const before = await timed(look);
  await makeHistory();
  const { answer, ms } = await timed(look);
  expect(answer.status).toBe(200);
  expect(ms).toBeLessThan(6 * before.ms + 300 * busyFactor());
  return answer.body.requests;
}

test('the queue is there beside forty requests of somebody who signed in twenty thousand times', async () => {
  const client = await portal.client();
  for (let n = 0; n < 40; n++) await topUp(client);
  const signIn = () =>
    own(
      `insert into sessions (public_id, token_hash, person, address, agent, created_at, expires_at)
       select 'SX-' || n, sha256(('x' || n)::bytea), $1, '10.0.0.' || n % 250, rpad('agent ' || n || ' ', 300, 'x'),
         now() - make_interval(hours => n % 2 * 100, mins => 10), now()
       from generate_series(1, ${many}) n`,
      client.person,
    );
  expect(await queueBeside(client, signIn)).toHaveLength(40);
});

test('and beside those with a picture that was sent with twenty thousand others, of which the credited one is told', async () => {
  const [client, other] = [await portal.client(), await portal.client()];
  const photo = await screenshot(['PAID', '20 USDT']).png().toBuffer();
  const credited = await topUp(other, { photo });
  await portal.call('PUT', '/approve-transaction', { as: admin, query: { id: credited, action: 'approve' } });
  const waiting = await topUp(other, { photo });
  for (let n = 0; n < 40; n++) await topUp(client, { photo });
  const requests = await queueBeside(client, () => takenBack(client, 'details'));
  expect(requests).toHaveLength(40);
  for (const { duplicates } of requests) {
    expect(duplicates).toHaveLength(5);
    expect(duplicates[0]).toMatchObject({ applyId: credited, state: 'Approved', same: 'file', sameClient: false });
    expect(duplicates[1]).toMatchObject({ applyId: waiting, sameClient: false });
    expect(duplicates.slice(2)).toMatchObject(Array.from({ length: 3 }, () => ({ sameClient: true })));
  }
});

test.for(['always the same address', 'another address each time'] as const)(
  'and beside withdrawals of somebody who took twenty thousand of them back: %s',
  async (which) => {
    const client = await portal.client({ dollars: 10, verified: true });
    const query = { applyId: await withdraw(client), action: 'approve' };
    const body = { letPass: 'A test.', transactionId: `sent ${which}`, acknowledged: true };
    const paid = await portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query, body });
    expect(paid.status, paid.text).toBe(200);
    for (let n = 0; n < 40; n++) await withdraw(client);
    const other = `jsonb_build_object('networkName', 'TRC20', 'networkAddress', 'T' || md5(g.i::text))`;
    const typed = which === 'always the same address' ? 'details' : other;
    const requests = await queueBeside(client, () => takenBack(client, typed));
    expect(requests).toHaveLength(40);
    for (const { destination } of requests) expect(destination).toMatchObject({ paidBefore: 1, looksLike: null });
  },
);

test('an amount is declared, and what arrives is found, beside twenty thousand that were declared and taken back', async () => {
  const [hostile, honest] = [await portal.client(), await portal.client()];
  const networkAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  await portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName: 'TRC20', networkAddress, password: admin.password },
  });
  await own(
    `insert into declarations (public_id, client, person, network_name, network_address, wanted_cents, cents,
       created_at, expires_at, ended_at)
     select 'DX-' || n, $1, $2, 'TRC20', $3, 50000 + (n % 20 - 10) * 100, 50000 + (n % 20 - 10) * 100 + 1 + n % 99,
       now() - interval '1 day', now(), now() - interval '23 hours'
     from generate_series(1, ${many}) n`,
    hostile.id,
    hostile.person,
    networkAddress,
  );
  const declare = (amount: number) =>
    timed(() => portal.call('POST', '/kimi/declare-topup', { as: honest, body: { amount } }));
  const [elsewhere, there] = [await declare(9_000), await declare(500)];
  expect([elsewhere.answer.status, there.answer.status]).toEqual([200, 200]);
  expect(there.ms).toBeLessThan(elsewhere.ms + 250 * busyFactor());
  expect(await unsettledDeclarations(portal.app.db)).toEqual([]);
});

test('a client who signed in without end has a hundred sign-ins that live, and a new password ends no more than those', async () => {
  const client = await portal.client();
  const signInsOf = (count: number, expires: string) =>
    own(
      `insert into sessions (public_id, token_hash, person, address, agent, expires_at)
       select 'X-' || md5($2 || g.i), sha256(($2 || g.i)::bytea), $1, '', '', now() + $2::interval
       from generate_series(1, ${count}) g (i)`,
      client.person,
      expires,
    );
  const living = async () =>
    (await own('select from sessions where person = $1 and ended_at is null and expires_at > now()', client.person))
      .length;
  await signInsOf(many, '-1 day');
  await signInsOf(150, '1 day');
  const body = { emailId: client.email, password: client.password };
  const newest = (await portal.call('POST', '/login-account', { body })).body as Person;
  expect(await living()).toBe(100);
  expect((await portal.call('GET', '/kimi/me', { as: newest })).status).toBe(200);
  const both = { password: 'a newer secret', confirmPassword: 'a newer secret' };
  expect((await portal.call('PUT', '/kimi/update-password', { as: newest, body: both })).status).toBe(200);
  const [{ ended }] = (await own(
    `select (after ->> 'sessionsEnded')::int as ended from audit_log
     where action = 'auth.password_changed' and subject = $1`,
    client.person,
  )) as [{ ended: number }];
  expect([await living(), ended]).toEqual([0, 100]);
});
