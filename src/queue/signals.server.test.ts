/** What makes whoever decides look twice stands beside the request, and nothing stands beside an honest one. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/testing.server.ts';
import { testPortal, type Person, type TestPortal } from '#testportal.server.ts';

const portal = await testPortal();
const node = await fakeNode(fakeChain('TRC20'));
afterAll(() => node.close());
const withNodes = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
const admin = await portal.admin();
const own = (sql: string, ...values: unknown[]) => portal.db.owner.query('', sql, values);

async function topUp(as: Person, chargeMoney = '50'): Promise<string> {
  const transactionId = randomBytes(32).toString('hex');
  const { body } = await portal.call('POST', '/add-money', { as, form: { chargeMoney, transactionId } });
  return body.transaction.applyId;
}
async function signalsOf(applyId: string): Promise<string[]> {
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: applyId } });
  const [row] = body.requests;
  const { body: story } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  expect(story.request.signals).toEqual(row.signals);
  if (row.kind === 'topup') {
    const { body: list } = await portal.call('GET', '/get-transaction-details', { as: admin, query: { q: applyId } });
    expect(list.transactions).toMatchObject([{ applyId, ...(row.signals && { signals: row.signals }) }]);
  }
  if (row.kind === 'withdrawal') {
    const { body: list } = await portal.call('GET', '/kimi/get-pending-withdrawals', {
      as: admin,
      query: { q: applyId },
    });
    expect(list.withdrawals).toMatchObject([{ applyId, ...(row.signals && { signals: row.signals }) }]);
  }
  return (row.signals ?? []).map(({ code }: { code: string }) => code);
}

test('an honest request carries none', async () => {
  expect(await signalsOf(await topUp(await portal.client({ dollars: 100 })))).toEqual([]);
});

test('a password or address that was changed lately', async () => {
  const client = await portal.client();
  await own(
    `update people set created_at = now() - interval '9 days', password_changed_at = now() - interval '1 hour',
    email_changed_at = now() - interval '1 hour' where id = $1`,
    client.person,
  );
  expect(await signalsOf(await topUp(client))).toEqual(['password', 'email']);
});

test('a new device and network, where there were others before', async () => {
  const client = await portal.client();
  await own(
    `update sessions set created_at = now() - interval '9 days', agent = 'Firefox/1 Windows', address = '203.0.113.7'
    where person = $1`,
    client.person,
  );
  expect(await signalsOf(await topUp(client))).toEqual([]);
  await portal.call('POST', '/login-account', { body: { emailId: client.email, password: client.password } });
  expect(await signalsOf(await topUp(client))).toEqual(['device', 'network']);
});

test('three rejections within 30 days', async () => {
  const client = await portal.client();
  for (let n = 0; n < 3; n += 1)
    await portal.call('PUT', '/approve-transaction', {
      as: admin,
      query: { id: await topUp(client), action: 'reject' },
      body: { remarks: 'No.' },
    });
  expect(await signalsOf(await topUp(client))).toEqual(['rejections']);
});

test('an amount that another client has declared', async () => {
  const [one, two] = [await portal.client(), await portal.client()];
  await own(
    `insert into declarations (public_id, client, person, network_name, network_address,
     wanted_cents, cents, expires_at)
    values ('DA-TEST-0001', $1, $2, 'TRC20', 'T', 7000, 7077, now() + interval '1 day')`,
    one.id,
    one.person,
  );
  expect(await signalsOf(await topUp(two, '70.77'))).toEqual(['declared']);
  expect(await signalsOf(await topUp(two, '70.78'))).toEqual([]);
});

test('a declared amount whose client declared others and sent none: any, or near it where as much came before', async () => {
  const declared = async (dollars: string, before = 0) => {
    const client = await portal.client({ dollars: before });
    for (const cents of [8_801, 9_102, 9_903])
      await own(
        `insert into declarations (public_id, client, person, network_name, network_address,
         wanted_cents, cents, expires_at)
        values ($3, $1, $2, 'TRC20', 'T', $4 / 100 * 100, $4, now() + interval '1 day')`,
        client.id,
        client.person,
        `DA-${dollars}-${before}-${cents}`,
        cents,
      );
    const applyId = await topUp(client, dollars);
    await own(`update requests set details = details || '{"declaration": "DA-OWN"}' where apply_id = $1`, applyId);
    return signalsOf(applyId);
  };
  expect(await declared('95.11')).toEqual(['unsent']);
  expect(await declared('108.95')).toEqual(['unsent']);
  expect(await declared('108.95', 100)).toEqual(['unsent']);
  expect(await declared('95.11', 108)).toEqual(['unsent']);
  expect(await declared('108.95', 108)).toEqual([]);
});

test('another amount, an old transfer, and a sender who paid for another client', async () => {
  const [one, two] = [await portal.client({ dollars: 10 }), await portal.client()];
  const hash = randomBytes(32).toString('hex');
  const applyId = await topUp(two);
  await own(
    `insert into evidence (request, verdict, network, hash, line, amount, needed, final, at)
    select id, 'Different', 'TRC20', $2, 0, 45, 19, true, now() - interval '2 days' from requests where apply_id = $1`,
    applyId,
    hash,
  );
  expect(await signalsOf(applyId)).toEqual(['older', 'amount']);
  await own(
    `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
      confirmations, state, request)
    values ('TR-TEST-0001', 'TRC20', $1, 0, 45, 'sender', 'us', 'In', 1, now(), 20, 'Final', null),
      ('TR-TEST-0002', 'TRC20', 'other', 0, 45, 'sender', 'us', 'In', 1, now(), 20, 'Final',
        (select id from requests where client = $2 limit 1))`,
    hash,
    one.id,
  );
  expect(await signalsOf(applyId)).toEqual(['sender', 'older', 'amount']);
});

async function withdraw(as: Person, networkAddress: string): Promise<string> {
  const body = { amount: 1, networkName: 'ERC20', networkAddress, password: as.password };
  const answer = await portal.call('POST', '/kimi/apply-withdrawal', { as, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.withdrawal.applyId;
}
/** A client who was to be paid at an address long ago. */
async function settled(): Promise<{ client: Person; known: string }> {
  const client = await portal.client({ dollars: 1_000 });
  const known = `0x${randomBytes(20).toString('hex')}`;
  await withdraw(client, known);
  await own(`update payout_addresses set added_at = now() - interval '9 days' where client = $1`, client.id);
  return { client, known };
}

test('a withdrawal soon after the first money came in, to an address that is known or new', async () => {
  const { client, known } = await settled();
  expect(await signalsOf(await withdraw(client, known))).toEqual(['quick']);
  const young = await portal.client({ dollars: 100 });
  expect(await signalsOf(await withdraw(young, `0x${randomBytes(20).toString('hex')}`))).toEqual([
    'quick',
    'newAddress',
  ]);
});

test('a payout address that is new, another client’s, ours, or only looks like a known one', async () => {
  const [ana, eve] = [await settled(), await settled()];
  const ours = await withdraw(ana.client, ana.known);
  expect(await signalsOf(await withdraw(ana.client, eve.known))).toEqual(['quick', 'newAddress', 'sharedAddress']);
  const like = `${ana.known.slice(0, 6)}${'0'.repeat(32)}${ana.known.slice(-4)}`;
  expect(await signalsOf(await withdraw(ana.client, like))).toEqual(['quick', 'newAddress', 'lookAlike']);
  const shown = { networkName: 'ERC20', networkAddress: ana.known, password: admin.password };
  const changed = await portal.call('PUT', '/kimi/update-network-details', { as: admin, body: shown });
  expect(changed.status, changed.text).toBe(200);
  expect(await signalsOf(ours)).toEqual(['quick', 'ownAddress']);
});

test('sign-in that is disabled, beside every kind of request, and nothing else beside those that carry no signals', async () => {
  const { client, known } = await settled();
  const body = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 50 }] };
  const ordered = await portal.call('POST', '/create-google-ads', { as: client, body });
  expect(ordered.status, ordered.text).toBe(200);
  const order = ordered.body.applyId as string;
  const waiting = [await topUp(client), await withdraw(client, known), order];
  const before = await Promise.all(waiting.map(signalsOf));
  expect(before).toEqual([[], ['quick'], []]);
  const turn = async (path: string) => {
    const why = { userId: client._id, reason: 'It looks stolen.' };
    expect((await portal.call('PUT', path, { as: admin, body: why })).status).toBe(200);
  };
  await turn('/kimi/disable-user');
  expect(await Promise.all(waiting.map(signalsOf))).toEqual(before.map((codes) => ['disabled', ...codes]));
  // The client's page says it above all requests.
  const about = { as: admin, query: { userId: client._id } };
  const { signals } = (await portal.call('GET', '/kimi/get-user-figures', about)).body;
  const quick = 'The first money came in less than 72 hours before.';
  expect(signals.map(({ text }: { text: string }) => text)).toEqual([quick, quick]);
  expect((await portal.call('GET', '/kimi/get-user', about)).body.user.disabledAt).not.toBe(null);
  await turn('/kimi/enable-user');
  expect(await Promise.all(waiting.map(signalsOf))).toEqual(before);
});

/** Round trips of the pages that show what waits, and of those that show the same when it was decided. */
async function tripsOf(at: TestPortal, verdict?: string) {
  const [admin, client] = [await at.admin(), await at.client({ dollars: 100 })];
  const shown = {
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: admin.password,
  };
  await at.call('PUT', '/kimi/update-network-details', { as: admin, body: shown });
  const form = { chargeMoney: '50', transactionId: randomBytes(32).toString('hex') };
  const { applyId } = (await at.call('POST', '/add-money', { as: client, form })).body.transaction;
  const read = async (path: string, query: Record<string, string> = {}, as = admin) => {
    const { status, text, body } = await at.call('GET', path, { as, query });
    expect(status, text).toBe(200);
    return { body, trips: at.trips(path) };
  };
  await vi.waitFor(
    async () => {
      const { body } = await read('/kimi/get-queue', { q: applyId });
      expect(body.requests[0].evidence?.verdict).toBe(verdict);
    },
    { timeout: 30_000, interval: 50 },
  );
  const to = { networkName: 'ERC20', networkAddress: `0x${randomBytes(20).toString('hex')}` };
  const sent = async () => {
    const body = { amount: 1, ...to, password: client.password };
    return (await at.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal.applyId as string;
  };
  const refused = await at.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId: await sent(), action: 'reject' },
    body: { remarks: 'No.' },
  });
  expect(refused.status, refused.text).toBe(200);
  await sent();
  const pairs = {
    topups: ['/get-transaction-details', {}, { state: 'Approved' }],
    queue: ['/kimi/get-queue', { kind: 'topup' }, { kind: 'topup', state: 'Approved' }],
    withdrawals: ['/kimi/get-pending-withdrawals', {}, { state: 'Rejected' }],
  } as const;
  const made: Record<string, { waiting: number; decided: number }> = {};
  for (const [name, [path, waiting, decided]] of Object.entries(pairs))
    made[name] = { waiting: (await read(path, waiting)).trips, decided: (await read(path, decided)).trips };
  const own = (await read('/get-transaction-details-of-user', {}, client)).trips;
  return { pages: made, own };
}

test('signals cost a page one round trip, and nodes none', async () => {
  const [without, asked] = [await tripsOf(portal), await tripsOf(withNodes, 'NotFound')];
  expect(asked).toEqual(without);
  const more = Object.entries(without.pages).map(([name, { waiting, decided }]) => [name, waiting - decided]);
  // The queue also asks who looks after what waits.
  expect(Object.fromEntries(more)).toEqual({ topups: 1, queue: 2, withdrawals: 1 });
});
