/** What was declared and arrived is its declarer's, whoever names the hash first; and each line counts once. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { words } from './declared.words.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const them = tronAddressOf('b'.repeat(40));
const admin = await portal.admin();
await portal.call('PUT', '/update-network-details', {
  as: admin,
  body: { networkName: 'TRC20', networkAddress: us, password: admin.password },
});

type Declared = { _id: string; amount: number; state: string; applyId: string | null; seen?: { state: string } };
const declare = async (as: Person, amount: number): Promise<Declared> => {
  const { status, body, text } = await portal.call('POST', '/kimi/declare-topup', { as, body: { amount } });
  expect(status, text).toBe(200);
  return body.declaration;
};
const units = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000n;
/** Blocks have whole seconds on most chains, and are younger than what was declared before them. */
const soon = (seconds = 1) => new Date(Date.now() + seconds * 1_000);
const send = (amount: number, also: Parameters<typeof chain.send>[1] = {}) =>
  chain.send([{ from: them, to: us, units: units(amount) }], { at: soon(), ...also });
const mine = async (as: Person): Promise<Declared[]> =>
  (await portal.call('GET', '/kimi/get-declarations', { as })).body.declarations;
const patient = { timeout: 40_000, interval: 50 };
const arrived = (as: Person) =>
  vi.waitFor(async () => {
    const [latest] = await mine(as);
    expect(latest).toMatchObject({ state: 'Arrived' });
    return latest!.applyId!;
  }, patient);
/** Whatever the chain says against it. */
const decide = async (applyId: string, action = 'approve') => {
  const { status, body } = await portal.call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: applyId, action },
    body: { remarks: 'No.', acknowledged: true },
  });
  return [status, body.code];
};
const claim = async (as: Person, transactionId: string, chargeMoney: number) => {
  const { body } = await portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: String(chargeMoney), transactionId },
  });
  return body.transaction?.applyId as string;
};

test('it is seen on its way, becomes a top-up once it is final, and is credited as any other', async () => {
  const client = await portal.client();
  const { amount } = await declare(client, 500);
  const hash = send(amount);
  await vi.waitFor(async () => expect((await mine(client))[0]).toMatchObject({ seen: { state: 'Seen' } }), patient);
  expect(await mine(client)).toMatchObject([{ state: 'Open', applyId: null }]);
  chain.mine(40);
  const applyId = await arrived(client);
  const { transactions } = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body;
  expect(transactions).toMatchObject([{ applyId, chargeMoney: amount, transactionId: hash, state: 'Pending' }]);
  expect(await portal.wallet(client)).toBe(0);
  expect(await decide(applyId)).toEqual([200, undefined]);
  expect(await portal.wallet(client)).toBeCloseTo(amount, 2);
  await vi.waitFor(async () => {
    const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } });
    expect(body.transfers).toMatchObject([{ applyId, client: { _id: client._id } }]);
  }, patient);
}, 100_000);

test('what does not fit is nobody’s: another cent, an older block, one after the end, a fork that lost', async () => {
  const [a, b, c, d, e] = await Promise.all(Array.from({ length: 5 }, () => portal.client()));
  const declared = [];
  for (const [place, client] of [a, b, c, d].entries()) declared.push(await declare(client!, 1_000 * (place + 1)));
  send(declared[0]!.amount + 0.01);
  send(declared[1]!.amount, { at: soon(-60) });
  await portal.call('PUT', '/kimi/cancel-declaration', { as: c!, query: { id: declared[2]!._id } });
  send(declared[2]!.amount, { at: soon(30) });
  chain.mine(2);
  const lost = send(declared[3]!.amount);
  await vi.waitFor(async () => expect((await mine(d!))[0]).toMatchObject({ seen: { state: 'Seen' } }), patient);
  chain.transactions.delete(lost);
  const last = await declare(e!, 9_000);
  send(last.amount);
  chain.mine(40);
  await arrived(e!);
  for (const client of [a, b, d]) expect((await mine(client!))[0]).toMatchObject({ applyId: null });
  expect(await mine(c!)).toEqual([]);
  const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin })).body;
  const [left] = [a, b, c, d].map((client) =>
    requests.filter(({ userId }: { userId: { _id: string } }) => userId._id === client!._id),
  );
  expect(left).toEqual([]);
}, 120_000);

test('no more is promised of an amount that is over or given up than what was on the chain by then', () => {
  for (const text of [words.overText, words.takeBackText]) {
    expect(text).toMatch(/on the chain by (then|now) still counts/);
    expect(text).toMatch(/exchange/);
  }
});

test('taken back after it was on the chain, it still counts', async () => {
  const client = await portal.client();
  const { _id, amount } = await declare(client, 80);
  const hash = send(amount, { at: soon(0) });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { status } = await portal.call('PUT', '/kimi/cancel-declaration', { as: client, query: { id: _id } });
  chain.mine(40);
  expect(status).toBe(200);
  expect(await arrived(client)).toMatch(/^TU-/);
  expect(hash).toHaveLength(64);
}, 60_000);

describe('a thief who names the hash first', () => {
  const both = async () => {
    const [client, thief] = [await portal.client(), await portal.client()];
    const { amount } = await declare(client, 300);
    const hash = send(amount);
    const stolen = await claim(thief, hash, amount);
    expect(stolen).toMatch(/^TU-/);
    chain.mine(40);
    return { client, thief, amount, stolen, own: await arrived(client) };
  };

  test('gets nothing, and delays nothing', async () => {
    const { client, thief, amount, stolen, own } = await both();
    expect(await decide(stolen)).toEqual([409, 'topup.shared']);
    expect(await decide(own)).toEqual([200, undefined]);
    expect(await decide(stolen)).toEqual([409, 'topup.shared']);
    expect([await portal.wallet(client), await portal.wallet(thief)]).toEqual([amount, 0]);
  }, 60_000);

  test('is looked at again: what seemed to match for good is its declarer’s, and has a top-up only together with that look', async () => {
    const [client, thief] = [await portal.client(), await portal.client()];
    const { _id, amount } = await declare(client, 60);
    const declaredAt = (when: string) =>
      portal.db.owner.query('', `update declarations set created_at = now() + $2::interval where public_id = $1`, [
        _id,
        when,
      ]);
    const inQueue = async (applyId: string) => {
      const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: applyId } });
      return body.requests;
    };
    const saying = (verdict: string) =>
      vi.waitFor(async () => expect(await inQueue(stolen)).toMatchObject([{ evidence: { verdict } }]), patient);
    await declaredAt('1 hour');
    const hash = send(amount, { age: 60 });
    const stolen = await claim(thief, hash, amount);
    await saying('Verified');
    // As if the node died before the look at the thief's was noted.
    const byOwner = <Row>(text: string) => portal.db.owner.query<Row>('', text);
    const [theirs] = await byOwner<{ id: bigint }>(`select id from requests where apply_id = '${stolen}'`);
    await byOwner(`create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$`);
    await byOwner(
      `create trigger dies before insert on looks for each row when (new.request = ${theirs!.id}) execute function die()`,
    );
    await declaredAt('-1 minute');
    await portal.turns('declared amounts that arrived', 2);
    expect(await mine(client)).toMatchObject([{ applyId: null }]);
    await byOwner('drop function die() cascade');
    const own = await arrived(client);
    await saying('Credited');
    const [row] = await inQueue(own);
    // Others of this file were paid by the same sender, which is a signal of its own.
    expect([row.applyId, row.signals.map(({ code }: { code: string }) => code)]).toEqual([
      own,
      expect.arrayContaining(['claimed']),
    ]);
  }, 60_000);

  test('is not credited beside the declarer, however their approvals race', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { client, thief, amount, stolen, own } = await both();
      const ends = await Promise.all([decide(stolen), decide(own), decide(stolen), decide(own)]);
      expect(ends.filter(([status]) => status === 200)).toHaveLength(1);
      expect([await portal.wallet(client), await portal.wallet(thief)]).toEqual([amount, 0]);
    }
  }, 150_000);

  test('nor does who names the hash of a batch before it is final', async () => {
    const [client, thief, other] = [await portal.client(), await portal.client(), await portal.client()];
    const { amount } = await declare(client, 60);
    const hash = chain.send(
      [amount, 75].map((each) => ({ from: them, to: us, units: units(each) })),
      { at: soon() },
    );
    const [named, second] = [
      await claim(thief, hash, Math.round(amount * 100 - 1) / 100),
      await claim(other, hash, 75),
    ];
    expect(second).toBeUndefined();
    chain.mine(40);
    const evidence = async () => {
      const { body } = await portal.call('GET', '/get-transaction-details', { as: admin, query: { q: named } });
      return body.transactions[0].evidence;
    };
    await vi.waitFor(async () => expect(await evidence()).toMatchObject({ final: true, amount: '75' }), patient);
    expect(await decide(await arrived(client))).toEqual([200, undefined]);
    expect(await portal.wallet(client)).toBe(amount);
  }, 60_000);

  test('nor does the declarer have it twice, who named the hash of the batch as well', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    const { _id, amount } = await declare(client, 50);
    const hash = chain.send(
      [amount, 61].map((each) => ({ from: them, to: us, units: units(each) })),
      { at: soon() },
    );
    // Credited by hand before its line was known.
    const named = await claim(client, hash, amount);
    expect(await decide(named)).toEqual([200, undefined]);
    const look = (when: string) =>
      portal.db.owner.query('test.look', `update looks set next_at = now() + $1::interval where next_at is not null`, [
        when,
      ]);
    await look('1 hour');
    chain.mine(40);
    await vi.waitFor(async () => {
      const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } });
      expect(body.transfers).toMatchObject([{ state: 'Final' }, { state: 'Final' }]);
    }, patient);
    await portal.turns('declared amounts that arrived', 3);
    await look('0 hours');
    await portal.turns('looks at the chain', 3);
    expect((await mine(client)).find((each) => each._id === _id)).toMatchObject({ applyId: null });
    const theirs = await vi.waitFor(async () => {
      const applyId = await claim(other, hash, 61);
      expect(applyId).toMatch(/^TU-/);
      return applyId;
    }, patient);
    await vi.waitFor(async () => expect(await decide(theirs)).toEqual([200, undefined]), patient);
    expect([await portal.wallet(client), await portal.wallet(other)]).toEqual([amount, 61]);
  }, 60_000);

  test('each of two amounts of one client in one batch is theirs, whoever else names it or pays a link of theirs', async () => {
    const [client, thief] = [await portal.client(), await portal.client()];
    const payer = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', country: 'Portugal', money: '10' };
    const made = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body: payer });
    const amounts = [(await declare(client, 70)).amount, (await declare(client, 90)).amount];
    const hash = chain.send(
      [...amounts, 10].map((each) => ({ from: them, to: us, units: units(each) })),
      { at: soon() },
    );
    const form = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', transactionId: hash };
    const paid = await portal.call('POST', `/kimi/pay/${made.body.newPaylink.code}`, { form });
    expect(paid.status, paid.text).toBe(200);
    chain.mine(40);
    await vi.waitFor(async () => {
      expect((await mine(client)).map(({ state }) => state)).toEqual(['Arrived', 'Arrived']);
    }, patient);
    expect(await claim(thief, hash, amounts[1]!)).toBeUndefined();
    for (const { applyId } of await mine(client))
      await vi.waitFor(async () => expect(await decide(applyId!)).toEqual([200, undefined]), patient);
    expect(await portal.wallet(client)).toBeCloseTo(amounts[0]! + amounts[1]!, 2);
  }, 60_000);

  test('who was credited by a mistake has it: the declarer is refused until that is reversed', async () => {
    const [client, thief] = [await portal.client(), await portal.client()];
    const { amount } = await declare(client, 40);
    const hash = send(amount);
    const stolen = await claim(thief, hash, amount);
    expect(await decide(stolen)).toEqual([200, undefined]);
    chain.mine(40);
    await vi.waitFor(async () => {
      const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } });
      expect(body.transfers).toMatchObject([{ state: 'Final' }]);
    }, patient);
    await portal.turns('declared amounts that arrived', 3);
    const [{ applyId } = { applyId: null }] = await mine(client);
    if (applyId !== null) expect(await decide(applyId)).toEqual([409, 'topup.shared']);
    expect([await portal.wallet(client), await portal.wallet(thief)]).toEqual([0, amount]);
    const reversed = await portal.call('PUT', '/kimi/reverse-request', {
      as: admin,
      body: { applyId: stolen, reason: 'It is another client’s.' },
    });
    expect(reversed.status, reversed.text).toBe(200);
    expect(await decide(await arrived(client))).toEqual([200, undefined]);
    expect([await portal.wallet(client), await portal.wallet(thief)]).toEqual([amount, 0]);
    await vi.waitFor(async () => {
      const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } });
      expect(body.transfers).toMatchObject([{ applyId: (await mine(client))[0]!.applyId }]);
    }, patient);
  }, 60_000);

  test('who named the hash and had sent it is seen to be right once the declarer is reversed, and has the transfer', async () => {
    const [sender, declarer] = [await portal.client(), await portal.client()];
    const { amount } = await declare(declarer, 45);
    const hash = send(amount);
    const named = await claim(sender, hash, amount);
    chain.mine(40);
    const mistaken = await arrived(declarer);
    expect(await decide(mistaken)).toEqual([200, undefined]);
    const saying = (verdict: string) =>
      vi.waitFor(async () => {
        const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: named } });
        expect(body.requests).toMatchObject([{ evidence: { verdict } }]);
      }, patient);
    await saying('Credited');
    const body = { applyId: mistaken, reason: 'It is another client’s.' };
    expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
    await portal.db.owner.query('', 'update looks set next_at = now() where next_at is not null');
    await saying('Verified');
    expect(await decide(named)).toEqual([200, undefined]);
    expect([await portal.wallet(sender), await portal.wallet(declarer)]).toEqual([amount, 0]);
    await vi.waitFor(async () => {
      const query = { q: hash, nobodys: 'true' };
      const [all, free] = [
        (await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } })).body,
        (await portal.call('GET', '/kimi/get-transfers', { as: admin, query })).body,
      ];
      expect(all.transfers).toMatchObject([{ applyId: named, reversed: false }]);
      expect(free.transfers).toEqual([]);
    }, patient);
  }, 90_000);
});
