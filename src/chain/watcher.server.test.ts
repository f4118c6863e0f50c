/** What arrives at our addresses and what leaves them is listed once, whatever happens to nodes and watchers. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { openChains } from './chains.server.ts';
import { networks } from './networks.ts';
import { fakeChain, fakeNode, type FakeChain } from './fakenodes.testing.server.ts';
import { watch } from './watcher.server.ts';

const chains = { TRC20: fakeChain('TRC20'), BEP20: fakeChain('BEP20') };
const nodes = { TRC20: await fakeNode(chains.TRC20), BEP20: await fakeNode(chains.BEP20) };
const portal = await testPortal({ TRON_NODE_URLS: nodes.TRC20.url, BSC_NODE_URLS: nodes.BEP20.url }, { pace: 4 });
const asked = openChains(portal.app.config.nodes, { warn: () => undefined }, 2_000);
afterAll(async () => {
  asked.close();
  await Promise.all(Object.values(nodes).map((node) => node.close()));
});
const admin = await portal.admin();
const { owner } = portal.db;
const ours = { TRC20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', BEP20: `0x${'a'.repeat(40)}` };
const old = `0x${'c'.repeat(40)}`;
for (const [networkName, networkAddress] of [
  ['BEP20', old],
  ['BEP20', ours.BEP20],
  ['TRC20', ours.TRC20],
] as const)
  await portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName, networkAddress, password: admin.password },
  });
await owner.query('test.shown', `alter table network_versions disable trigger all`); // Shown for two days.
await owner.query('test.shown2', `update network_versions set shown_at = shown_at - interval '2 days'`);
await owner.query('test.shown3', `alter table network_versions enable trigger all`);
await owner.query('test.marks', 'delete from watches');

type Name = keyof typeof chains;
const them = (name: Name, digit = 'b') =>
  name === 'TRC20' ? tronAddressOf(digit.repeat(40)) : `0x${digit.repeat(40)}`;
const units = (chain: FakeChain, cents: number) => (BigInt(cents) * 10n ** BigInt(chain.network.decimals)) / 100n;
const pay = (name: Name, cents: number, also: Parameters<FakeChain['send']>[1] = {}, to = ours[name]) =>
  chains[name].send([{ from: them(name), to, units: units(chains[name], cents) }], also);
const networkOf = (name: Name) => networks.find((network) => network.name === name)!;
const look = (name: Name, stop = new AbortController().signal) => watch(portal.app.db, asked, networkOf(name), stop);

type Query = Record<string, string | number | boolean>;
const listed = async (query: Query = {}) =>
  (await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { limit: 200, ...query } })).body;
const states = async (hash: string) =>
  (await listed({ q: hash })).transfers.map((transfer: { state: string }) => transfer.state);
const kept = async (network: string) =>
  (
    await owner.query<{ hash: string }>('test.kept', 'select hash from transfers where network = $1 order by hash', [
      network,
    ])
  ).map(({ hash }) => hash);
const aMinuteLater = async () => {
  const past = (column: string) => `${column} = ${column} - interval '61 seconds'`;
  await owner.query('test.later', `update transfers set ${past('checked_at')}`);
  await owner.query('test.later2', `update unread_transactions set ${past('missing_since')}, ${past('tried_at')}`);
};
const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
describe.each(['TRC20', 'BEP20'] as const)('on %s', (name) => {
  const chain = chains[name];

  test('a transfer is seen by the portal itself, and final when its block is', async () => {
    const hash = pay(name, 500_37);
    await vi.waitFor(async () => expect(await states(hash)).toEqual(['Seen']), { timeout: 30_000 });
    chain.mine(40);
    await vi.waitFor(async () => expect(await states(hash)).toEqual(['Final']), { timeout: 30_000 });
    expect((await listed({ q: hash })).transfers[0]).toMatchObject({
      network: name,
      hash,
      line: 0,
      amount: '500.37',
      direction: 'In',
      applyId: null,
      alarming: false,
    });
  }, 70_000);

  test('only real USDT that moved counts', async () => {
    const before = await kept(name);
    const event = { from: them(name), to: ours[name], units: units(chain, 5_00) };
    chain.send([{ ...event, token: them(name, 'f') }]);
    chain.send([event], { failed: 'REVERT' });
    chain.send([{ ...event, units: 0n }]);
    chain.send([{ from: ours[name], to: them(name, 'd'), units: 0n }]);
    await look(name);
    expect(await kept(name)).toEqual(before);
  });

  test('each line of a batch is a transfer of its own', async () => {
    const event = { from: them(name), to: ours[name], units: units(chain, 7_00) };
    const hash = chain.send([event, { ...event, to: them(name, 'd') }, event]);
    await look(name);
    expect((await listed({ q: hash })).transfers.map(({ line }: { line: number }) => line)).toEqual([2, 0]);
  });

  test('what a reorganisation takes back is Gone, and comes again', async () => {
    chain.mine(40);
    const hash = pay(name, 9_99);
    await look(name);
    expect(await states(hash)).toEqual(['Seen']);
    chain.mine(11);
    const [gone] = chain.reorganise(12);
    await aMinuteLater();
    await look(name);
    // One answer may be of a node that is late.
    expect(await states(hash)).toEqual(['Seen']);
    await aMinuteLater();
    await look(name);
    expect(await states(hash)).toEqual(['Gone']);
    chain.transactions.set(hash, { ...gone!, block: chain.head });
    await aMinuteLater();
    await look(name);
    expect(await states(hash)).toEqual(['Seen']);
  });

  test('450 transfers of a day that nobody watched, and a watcher killed 20 times: none missed, none twice', async () => {
    // As if it had stopped a day ago: nobody is at it, and its mark is as old.
    nodes[name].mood = '429';
    await portal.turns(`watch over ${name}`, 2);
    const from = chain.head;
    chain.mine(5_000);
    const sent = Array.from({ length: 450 }, (_each, n) =>
      pay(name, 100 + n, {
        age: Math.floor(((450 - n) * (chain.head - from - 1)) / 450),
        at: hours((24 * (450 - n)) / 450),
      }),
    );
    if (name === 'TRC20')
      await owner.query('test.stopped', 'update watches set mark = $1 where network = $2', [hours(25).getTime(), name]);
    await portal.turns(`watch over ${name}`, 2); // who began before that has ended
    nodes[name].mood = 'well';
    for (let round = 0; round < 20; round += 1) {
      const killed = new AbortController();
      setTimeout(() => killed.abort(), Math.random() * 60);
      nodes[name].mood = round % 5 === 4 ? '429' : 'well';
      await look(name, killed.signal);
    }
    nodes[name].mood = 'well';
    await vi.waitFor(
      async () => {
        await look(name);
        const known = (await kept(name)).filter((hash) => sent.includes(hash));
        expect(known).toHaveLength(450);
      },
      { timeout: 90_000, interval: 200 },
    );
    expect(new Set(await kept(name)).size).toBeGreaterThan(450);
  }, 180_000);
});

test('what was credited before it was final, and a fork took back, is told to every admin until one has seen to it', async () => {
  const [client, other] = [await portal.client(), await portal.admin()];
  const chain = chains.TRC20;
  chain.mine(40);
  const hash = pay('TRC20', 88_00);
  await look('TRC20');
  const form = { chargeMoney: '88', transactionId: hash };
  const { applyId } = (await portal.call('POST', '/add-money', { as: client, form })).body.transaction;
  const query = { id: applyId, action: 'approve' };
  const approved = await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} });
  expect(approved.status, approved.text).toBe(200);
  const told = async () =>
    (
      await owner.query<{ recipient: string }>(
        'test.lost_mails',
        `select recipient from mails where subject = 'A fork took back the transfer of ' || $1`,
        [applyId],
      )
    ).map(({ recipient }) => recipient);
  const since = async () =>
    (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.lostSince;
  expect(await since()).toBeNull();

  chain.mine(11);
  const gone = chain.reorganise(12).find((each) => each.hash === hash)!;
  const takenBack = async () => {
    await aMinuteLater();
    await look('TRC20');
    await aMinuteLater();
    await look('TRC20');
    await vi.waitFor(async () => expect((await listed({ q: hash })).transfers[0]).toMatchObject({ lost: true }), {
      timeout: 30_000,
    });
  };
  await takenBack();
  expect(await told()).toEqual(expect.arrayContaining([admin.email, other.email]));
  expect(await since()).not.toBeNull();
  expect((await listed()).lost).toBe(1);
  const id = (await listed({ q: hash })).transfers[0]._id;
  const acknowledge = async () =>
    (await portal.call('PUT', '/kimi/acknowledge-transfer', { as: other, query: { id } })).status;
  expect([await acknowledge(), await acknowledge()]).toEqual([200, 404]);
  expect((await listed({ q: hash })).transfers[0]).toMatchObject({ lost: false, applyId });
  expect((await listed()).lost).toBe(0);
  expect(await since()).not.toBeNull();

  const count = (await told()).length;
  chain.transactions.set(hash, { ...gone, block: chain.head });
  await aMinuteLater();
  await look('TRC20');
  expect(await since()).toBeNull();
  chain.transactions.delete(hash);
  await takenBack();
  expect((await told()).length).toBe(2 * count);
}, 90_000);

test('an address that is no longer shown is watched, too', async () => {
  const hash = pay('BEP20', 33_00, {}, old);
  await look('BEP20');
  expect(await states(hash)).toEqual(['Seen']);
});

test('of blocks of 0.45 s, what a provider lists half an hour late is found within an hour', async () => {
  const chain = chains.BEP20;
  const minutes = (count: number) => chain.mine(Math.ceil((count * 60) / 0.45));
  const hash = pay('BEP20', 45_00);
  nodes.BEP20.omits.add(hash);
  // It was looked behind the mark a minute before it is listed.
  minutes(29);
  await look('BEP20');
  nodes.BEP20.omits.clear();
  minutes(60);
  await look('BEP20');
  expect(await states(hash)).toEqual([]);
  await owner.query('test.hour', `update watches set looked_back_at = looked_back_at - interval '61 minutes'`);
  await vi.waitFor(async () => expect(await states(hash)).toEqual(['Final']), { timeout: 10_000 });
}, 30_000);

test('a chain whose node fails holds up no other', async () => {
  nodes.TRC20.mood = 'hangs';
  const hash = pay('BEP20', 44_00);
  await vi.waitFor(async () => expect(await states(hash)).toEqual(['Seen']), { timeout: 30_000 });
  nodes.TRC20.mood = 'well';
}, 40_000);

describe('whose a transfer is', () => {
  test('what nobody claimed is counted until a top-up names it, and again when that is rejected', async () => {
    const client = await portal.client();
    const hash = pay('TRC20', 123_00);
    await look('TRC20');
    const free = async () => ({ ...(await listed({ nobodys: true, q: hash })), transfers: undefined });
    const before = await free();
    expect(before).toMatchObject({ total: 1 });
    const told = await portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: '123', transactionId: hash },
    });
    const { applyId } = told.body.transaction;
    const during = await free();
    expect(during.unclaimed.count).toBe(before.unclaimed.count - 1);
    expect(before.unclaimed.amount - during.unclaimed.amount).toBeCloseTo(123, 2);
    expect((await listed({ q: hash })).transfers[0]).toMatchObject({ applyId, client: { _id: client._id } });
    const decide = (action: string) =>
      portal.call('PUT', '/approve-transaction', {
        as: admin,
        query: { id: applyId, action },
        body: { remarks: 'No.' },
      });
    await decide('reject');
    expect((await free()).unclaimed).toEqual(before.unclaimed);
  });

  const mails = async (hash: string) =>
    owner.query<{ recipient: string }>(
      'test.mails',
      `select recipient from mails
       where subject like 'Money left our address%' and content::text like '%' || $1 || '%'`,
      [hash],
    );
  const payOut = (to: string, cents: number) =>
    chains.TRC20.send([{ from: ours.TRC20, to, units: units(chains.TRC20, cents) }]);

  test('what left without a withdrawal alarms every admin, once', async () => {
    const other = await portal.admin();
    const hash = payOut(them('TRC20', 'e'), 70_00);
    await vi.waitFor(async () => expect((await mails(hash)).length).toBeGreaterThan(1), { timeout: 30_000 });
    const told = (await mails(hash)).map(({ recipient }) => recipient);
    expect(told).toEqual(expect.arrayContaining([admin.email, other.email]));
    expect((await listed({ q: hash })).transfers[0]).toMatchObject({ direction: 'Out', alarming: true, applyId: null });
    await portal.turns('requests of transfers', 3);
    expect(await mails(hash)).toHaveLength(told.length);
  }, 50_000);

  const saysSent = async (applyId: string) => {
    const { body } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
    return (body.request.signals ?? []).some(({ code }: { code: string }) => code === 'sent');
  };

  test('what pays a withdrawal alarms nobody, before and after it is named', async () => {
    const client: Person = await portal.client({ dollars: 100 });
    const to = them('TRC20', '9');
    const { body } = await portal.call('POST', '/kimi/apply-withdrawal', {
      as: client,
      body: { amount: 61, networkName: 'TRC20', networkAddress: to, password: client.password },
    });
    const { applyId } = body.withdrawal;
    const hash = payOut(to, 61_00);
    await vi.waitFor(async () => expect(await states(hash)).toEqual(['Seen']), { timeout: 30_000 });
    await portal.turns('requests of transfers', 3);
    expect(await saysSent(applyId)).toBe(true);
    // A day is the database's: the clock of a node may be ahead.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 });
    await portal.turns('requests of transfers', 3).finally(() => vi.useRealTimers());
    expect(await mails(hash)).toEqual([]);
    // It excuses one: who has the key might send as much there again and again.
    const again = payOut(to, 61_00);
    await vi.waitFor(async () => expect((await mails(again)).length).toBeGreaterThan(1), { timeout: 30_000 });
    expect(await mails(hash)).toEqual([]);
    const approved = await portal.call('PUT', '/kimi/approve-withdrawal', {
      as: admin,
      query: { applyId, action: 'approve' },
      body: { transactionId: hash, letPass: 'Known for years.' },
    });
    expect(approved.status, approved.text).toBe(200);
    await vi.waitFor(async () => expect((await listed({ q: hash })).transfers[0]).toMatchObject({ applyId }), {
      timeout: 30_000,
    });
    expect(await mails(hash)).toEqual([]);
    expect(await saysSent(applyId)).toBe(false);
  }, 80_000);
});
