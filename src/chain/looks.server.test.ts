/** A top-up is looked up on the chain soon after it was asked for; what was seen stays, and one line counts once. */
import { Socket } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { keepEvidence } from './evidence.store.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const connected: unknown[][] = [];
// oxlint-disable-next-line typescript/unbound-method
const connect = Socket.prototype.connect;
Socket.prototype.connect = function watched(this: Socket, ...given: unknown[]) {
  connected.push(given);
  return (connect as (...all: unknown[]) => Socket).apply(this, given);
};
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
afterAll(() => {
  Socket.prototype.connect = connect;
  return node.close();
});

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const them = tronAddressOf('b'.repeat(40));
const admin = await portal.admin();
await portal.call('PUT', '/update-network-details', {
  as: admin,
  body: { networkName: 'TRC20', networkAddress: us, password: admin.password },
});
/** Somebody who has been here for a day. */
async function aClient(): Promise<Person> {
  const person = await portal.client();
  await portal.db.owner.query('test.older', `update clients set created_at = now() - interval '1 day' where id = $1`, [
    person.id,
  ]);
  return person;
}

const usdt = (cents: number) => BigInt(cents) * 10_000n;

async function topUp(as: Person, transactionId: string, chargeMoney = '50') {
  const { status, body } = await portal.call('POST', '/add-money', { as, form: { chargeMoney, transactionId } });
  return { status, code: body.code as string | undefined, applyId: body.transaction?.applyId as string };
}

type Row = {
  verdict: string;
  line: number | null;
  amount: string | null;
  final: boolean;
  confirmations: number | null;
};

async function looks(applyId: string): Promise<Row[]> {
  return portal.db.owner.query<Row>(
    'test.looks',
    `select verdict, line, trim_scale(amount)::text as amount, final, confirmations from evidence
     where request = (select id from requests where apply_id = $1) order by id`,
    [applyId],
  );
}

/** The newest look, once it says what is waited for. */
async function seen(applyId: string, verdict: string): Promise<Row> {
  return vi.waitFor(
    async () => {
      const last = (await looks(applyId)).at(-1);
      expect(last?.verdict).toBe(verdict);
      return last!;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** As if its next look were due. */
const hurry = () => portal.db.owner.query('test.hurry', 'update looks set next_at = now() where next_at is not null');
/** Whatever the chain says against it. */
const decide = (applyId: string, action: 'approve' | 'reject') =>
  portal.call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: applyId, action },
    body: { remarks: 'No.', acknowledged: true },
  });

test('a transfer is seen within seconds, followed until it is final, and then left alone', async () => {
  const client = await aClient();
  const { applyId } = await topUp(client, chain.send([{ from: them, to: us, units: usdt(50_00) }]));
  expect(await seen(applyId, 'Confirming')).toMatchObject({ line: 0, amount: '50', final: false, confirmations: 1 });
  chain.mine(30);
  await hurry();
  expect(await seen(applyId, 'Verified')).toMatchObject({ final: true, confirmations: 31 });
  const before = (await looks(applyId)).length;
  await hurry();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await looks(applyId)).length).toBe(before);
});

test('of a node whose clock is weeks ahead, what was credited early is looked at until it is final', async () => {
  const client = await aClient();
  const { applyId } = await topUp(client, chain.send([{ from: them, to: us, units: usdt(50_00) }]));
  await seen(applyId, 'Confirming');
  expect((await decide(applyId, 'approve')).status).toBe(200);
  const before = (await looks(applyId)).length;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 24 * 3_600_000 });
  await hurry();
  await vi
    .waitFor(async () => expect((await looks(applyId)).length).toBeGreaterThan(before), { timeout: 20_000 })
    .finally(() => vi.useRealTimers());
  await portal.turns('looks at the chain', 2);
  chain.mine(30);
  await hurry();
  expect(await seen(applyId, 'Verified')).toMatchObject({ final: true });
});

test.each<[string, Parameters<typeof chain.send>, string, Partial<Row>]>([
  ['another amount', [[{ from: them, to: us, units: usdt(45_00) }]], 'Different', { amount: '45' }],
  ['half a cent more', [[{ from: them, to: us, units: usdt(50_00) + 5_000n }]], 'Different', { amount: '50.005' }],
  [
    'a fee that the token takes',
    [
      [
        { from: them, to: us, units: usdt(49_00) },
        { from: them, to: them, units: usdt(1_00) },
      ],
    ],
    'Different',
    { amount: '49' },
  ],
  [
    'a fake token',
    [[{ token: tronAddressOf('f'.repeat(40)), from: them, to: us, units: usdt(50_00) }]],
    'WrongToken',
    {},
  ],
  ['another recipient', [[{ from: us, to: them, units: usdt(50_00) }]], 'WrongRecipient', {}],
  [
    'out of energy',
    [[{ from: them, to: us, units: usdt(50_00) }], { failed: 'OUT_OF_ENERGY' }],
    'Failed',
    { line: null },
  ],
  [
    'before the client was here',
    [[{ from: them, to: us, units: usdt(50_00) }], { at: new Date('2020-01-01') }],
    'TooOld',
    {},
  ],
])('%s is said, and final', async (_what, sent, verdict, row) => {
  const hash = chain.send(...sent);
  chain.mine(40);
  const { applyId } = await topUp(await aClient(), hash);
  expect(await seen(applyId, verdict)).toMatchObject({ final: true, ...row });
});

test('a hash that is nowhere is not found; a node that is down is never told as that', async () => {
  const client = await aClient();
  const { applyId } = await topUp(client, 'c'.repeat(64));
  expect(await seen(applyId, 'NotFound')).toMatchObject({ final: false, line: null });
  node.mood = '429';
  await hurry();
  await seen(applyId, 'NodeDown');
  node.mood = 'well';
  chain.send([{ from: them, to: us, units: usdt(50_00) }], { hash: 'c'.repeat(64) });
  await hurry();
  await seen(applyId, 'Confirming');
});

test('what is no hash of a chain is asked nowhere', async () => {
  const { applyId } = await topUp(await aClient(), 'Binance internal 123456');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await looks(applyId)).toEqual([]);
});

describe('a batch of an exchange that pays two clients', () => {
  const sendBatch = (...cents: number[]) =>
    chain.send(cents.map((each) => ({ from: them, to: us, units: usdt(each) })));
  test('credits both, each line once, and a third nothing', async () => {
    const hash = chain.send([
      { from: them, to: us, units: usdt(300_00) },
      { from: them, to: them, units: usdt(1_00) },
      { from: them, to: us, units: usdt(50_00) },
    ]);
    const [one, two, three] = await Promise.all([aClient(), aClient(), aClient()]);
    const first = await topUp(one!, hash);
    expect(await topUp(two!, hash, '300')).toMatchObject({ status: 409, code: 'topup.taken' });
    chain.mine(40);
    await hurry();
    expect(await seen(first.applyId, 'Verified')).toMatchObject({ line: 2, amount: '50' });
    const check = () =>
      portal.call('GET', '/kimi/check-transaction-id', { as: three!, query: { transactionId: hash } });
    expect((await check()).body.used).toBe(false);
    const second = await topUp(two!, hash, '300');
    expect(await seen(second.applyId, 'Verified')).toMatchObject({ line: 0, amount: '300' });
    expect((await check()).body.used).toBe(true);
    expect(await topUp(three!, hash, '300')).toMatchObject({ status: 409, code: 'topup.taken' });
    expect((await decide(first.applyId, 'approve')).status).toBe(200);
    expect((await decide(second.applyId, 'approve')).status).toBe(200);
    expect(await topUp(three!, hash, '50')).toMatchObject({ status: 409, code: 'topup.taken' });
  });

  test('asked for by twenty at once, the second line is one of theirs', async () => {
    for (let round = 0; round < 3; round += 1) {
      const hash = sendBatch(50_00, 60_00);
      chain.mine(40);
      const clients = await Promise.all(Array.from({ length: 20 }, () => aClient()));
      const first = await topUp(clients[0]!, hash);
      await seen(first.applyId, 'Verified');
      const ends = await Promise.all(clients.slice(1).map((each) => topUp(each, hash, '60')));
      expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([200, 409]));
    }
  }, 60_000);

  test('who was credited before it was final has a line of it then, and leaves the other', async () => {
    const hash = sendBatch(50_00, 60_00);
    const [one, two] = await Promise.all([aClient(), aClient()]);
    const first = await topUp(one!, hash);
    await seen(first.applyId, 'Confirming');
    expect((await decide(first.applyId, 'approve')).status).toBe(200);
    chain.mine(40);
    await hurry();
    expect(await seen(first.applyId, 'Verified')).toMatchObject({ line: 0, final: true });
    const second = await topUp(two!, hash, '60');
    expect(await seen(second.applyId, 'Verified')).toMatchObject({ line: 1 });
    expect((await decide(second.applyId, 'approve')).status).toBe(200);
  });

  test('who was credited another amount before it was final takes nobody’s line, and once reversed holds none up', async () => {
    const hash = sendBatch(50_00, 60_00);
    const [one, two, three] = await Promise.all([aClient(), aClient(), aClient()]);
    const first = await topUp(one!, hash, '58');
    await seen(first.applyId, 'Different');
    expect((await decide(first.applyId, 'approve')).status).toBe(200);
    chain.mine(40);
    await hurry();
    expect(await seen(first.applyId, 'Credited')).toMatchObject({ line: null, final: true });
    expect(await topUp(two!, hash, '60')).toMatchObject({ status: 409, code: 'topup.taken' });
    const body = { applyId: first.applyId, reason: 'It is another client’s.' };
    expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
    for (const [client, line, dollars] of [
      [two, 1, '60'],
      [three, 0, '50'],
    ] as const) {
      const own = await topUp(client!, hash, dollars);
      expect(await seen(own.applyId, 'Verified')).toMatchObject({ line });
      expect((await decide(own.applyId, 'approve')).status).toBe(200);
    }
  });

  test('nor does who was reversed before it was final', async () => {
    const hash = sendBatch(50_00, 60_00);
    const first = await topUp(await aClient(), hash);
    await seen(first.applyId, 'Confirming');
    expect((await decide(first.applyId, 'approve')).status).toBe(200);
    const body = { applyId: first.applyId, reason: 'It is another client’s.' };
    expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
    const other = await aClient();
    expect(await topUp(other, hash)).toMatchObject({ status: 409, code: 'topup.taken' });
    chain.mine(40);
    await hurry();
    expect(await seen(first.applyId, 'Credited')).toMatchObject({ line: null, final: true });
    const own = await topUp(other, hash);
    expect(await seen(own.applyId, 'Verified')).toMatchObject({ line: 0 });
  });

  test('a look that began before another amount was credited gives it no line', async () => {
    const hash = sendBatch(90_00, 50_00);
    const { applyId } = await topUp(await aClient(), hash, '100');
    await seen(applyId, 'Different');
    const credit = {
      query: { id: applyId, action: 'approve' },
      body: { remarks: 'As it came.', receivedMoney: 50, acknowledged: true },
    };
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, ...credit })).status).toBe(200);
    const [{ request }] = (await portal.db.owner.query<{ request: bigint }>(
      'test.request',
      'select id as request from requests where apply_id = $1',
      [applyId],
    )) as [{ request: bigint }];
    const look = (line: number, amount: string) =>
      keepEvidence(portal.app.db, {
        request,
        verdict: 'Different',
        network: 'TRC20',
        hash,
        line,
        amount,
        sender: them,
        recipient: us,
        block: 1,
        confirmations: 31,
        needed: 19,
        final: true,
        at: new Date(),
        nodes: [],
        several: true,
        lines: [
          { line: 0, amount: '90' },
          { line: 1, amount: '50' },
        ],
      });
    expect([await look(0, '90'), await look(1, '50')]).toEqual([false, true]);
  });

  test('what was credited is its line, and not what was announced', async () => {
    const hash = sendBatch(90_00, 50_00);
    const first = await topUp(await aClient(), hash, '100');
    await seen(first.applyId, 'Different');
    const credit = {
      query: { id: first.applyId, action: 'approve' },
      body: { remarks: 'As it came.', receivedMoney: 50, acknowledged: true },
    };
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, ...credit })).status).toBe(200);
    chain.mine(40);
    await hurry();
    await vi.waitFor(async () => expect((await looks(first.applyId)).at(-1)).toMatchObject({ line: 1, final: true }), {
      timeout: 20_000,
    });
    const second = await topUp(await aClient(), hash, '90');
    expect(await seen(second.applyId, 'Verified')).toMatchObject({ line: 0 });
  });

  test('a rejection frees the line for the next, and nobody is credited without one', async () => {
    const hash = sendBatch(50_00, 60_00);
    chain.mine(40);
    const [one, two, three] = await Promise.all([aClient(), aClient(), aClient()]);
    const first = await topUp(one!, hash);
    await seen(first.applyId, 'Verified');
    const second = await topUp(two!, hash, '60');
    await seen(second.applyId, 'Verified');
    expect((await decide(first.applyId, 'reject')).status).toBe(200);
    // Nobody looks just now: the third has all of the transaction, of which the second has a line.
    node.mood = '500';
    const third = await topUp(three!, hash);
    for (const { applyId } of [second, third]) {
      const { status, body } = await decide(applyId, 'approve');
      expect([status, body.code]).toEqual([409, 'topup.shared']);
    }
    node.mood = 'well';
    await hurry();
    expect(await seen(third.applyId, 'Verified')).toMatchObject({ line: 0 });
    for (const { applyId } of [second, third]) expect((await decide(applyId, 'approve')).status).toBe(200);
  });
});

describe('the evidence', () => {
  const answer = (who: 'portal' | 'owner', sql: string) =>
    (who === 'portal' ? portal.db : portal.db.owner).pool.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  test('is only added to, whoever asks, and only by whom the portal vouches for', async () => {
    for (const who of ['portal', 'owner'] as const)
      for (const sql of [
        `update evidence set verdict = 'Verified', final = true`,
        `delete from evidence`,
        `truncate evidence`,
      ])
        expect([who, sql, await answer(who, sql)]).toEqual([who, sql, '42501']);
    expect(
      await answer(
        'portal',
        `insert into evidence (request, verdict, network, hash, needed, final)
         values (1, 'NotFound', 'TRC20', 'x', 1, false)`,
      ),
    ).toBe('42501');
    expect(await answer('portal', `select keep_evidence('{"request": 1}', '\\x00')`)).toBe('42501');
  });

  test('calls nothing Verified that is not final, or of which no line is known', async () => {
    const insert = (final: boolean, line: string) =>
      answer(
        'owner',
        `insert into evidence (request, verdict, network, hash, needed, final, line, amount, block)
         select request, 'Verified', network, hash, needed, ${final}, ${line}, 1, 1 from evidence limit 1`,
      );
    expect([await insert(false, '0'), await insert(true, 'null')]).toEqual(['23514', '23514']);
  });
});

test('the portal connected to the node that the settings name, and to nothing else outside', () => {
  const places = connected.map(([given, host]) => {
    const first = (Array.isArray(given) ? given[0] : given) as { path?: string; port?: number | string; host?: string };
    if (typeof first === 'number') return `${String(host)}:${first}`;
    return typeof first === 'string' ? first : (first.path ?? `${first.host}:${first.port}`);
  });
  const known = [portal.db.url, portal.url, node.url].map((url) => new URL(url).port || '5432');
  const outside = places.filter(
    (place) => !place.includes('.s.PGSQL.') && !known.some((port) => place.endsWith(`:${port}`)),
  );
  expect([places.some((place) => place.endsWith(`:${new URL(node.url).port}`)), outside]).toEqual([true, []]);
});
