/**
 * What the fake nodes are told to say, a real chain says by itself: contracts that run, receipts that they leave,
 * blocks that a fork takes back. Left out, by name, on machines for which anvil was not installed.
 */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.server.ts';
import { testPortal, type Person, type TestPortal } from '#portal.testing.server.ts';
import { chainId, hasAnvil, localChain, type LocalChain } from './anvil.testing.server.ts';
import { openChains } from './chains.server.ts';
import { fakeChain, fakeNode, type Mood } from './fakenodes.testing.server.ts';

const names = { ERC20: 'ETHEREUM', BEP20: 'BSC', Polygon: 'POLYGON' } as const;
type Name = keyof typeof names;
const us = `0x${'a'.repeat(40)}`;
const them = `0x${'b'.repeat(40)}`;
const decimals = { ERC20: 6n, BEP20: 18n, Polygon: 6n };
const units = (name: Name, cents: bigint) => (cents * 10n ** decimals[name]) / 100n;

let portal: TestPortal;
let chain: LocalChain;
let admin: Person;
/** USDT of each network; Polygon's takes a fee. */
let tokens: Record<Name, string>;
const others = { fake: '', shouter: '', batch: '' };

async function prepare(): Promise<void> {
  chain = await localChain();
  const deploy = (...given: Parameters<LocalChain['deploy']>) => chain.deploy(...given);
  tokens = {
    ERC20: await deploy('Token', 6n),
    BEP20: await deploy('Token', 18n),
    Polygon: await deploy('FeeToken', 6n),
  };
  Object.assign(others, {
    fake: await deploy('Token', 6n),
    shouter: await deploy('Shouter'),
    batch: await deploy('Batch'),
  });
  const settings = Object.entries(names).flatMap(([name, called]) => [
    [`${called}_NODE_URLS`, chain.url],
    [`${called}_CHAIN_ID`, String(chainId)],
    [`${called}_USDT`, tokens[name as Name]],
  ]);
  portal = await testPortal(Object.fromEntries(settings) as Record<string, string>);
  admin = await portal.admin();
  for (const networkName of Object.keys(names)) {
    const body = { networkName, networkAddress: us, password: admin.password, beside: networkName !== 'ERC20' };
    expect((await portal.call('PUT', '/update-network-details', { as: admin, body })).status).toBe(200);
  }
  await portal.set(admin, { autoCredit: { on: true, transfer: 5_000, clientDay: 5_000, agencyDay: 50_000 } });
}
if (hasAnvil) await prepare();
afterAll(() => (hasAnvil ? chain.close() : undefined));

let senders = 0;
/** From somebody new each time, who has it. */
async function pay(name: Name, cents: bigint, { to = us, token = tokens[name], have = cents } = {}): Promise<string> {
  const from = `0x${String((senders += 1)).padStart(40, 'c')}`;
  await chain.send('Token', token, 'mint', [from, units(name, have)]);
  return chain.send('Token', token, 'transferFrom', [from, to, units(name, cents)]);
}

/** Somebody who has been here for a day. */
async function aClient(): Promise<Person> {
  const person = await portal.client();
  await portal.db.owner.query('test.older', `update clients set created_at = now() - interval '1 day' where id = $1`, [
    person.id,
  ]);
  return person;
}

async function claim(networkName: Name, transactionId: string, chargeMoney = '50', by?: Person): Promise<string> {
  const as = by ?? (await aClient());
  const form = { chargeMoney, transactionId, networkName, networkAddress: us };
  const { status, body, text } = await portal.call('POST', '/add-money', { as, form });
  expect(status, text).toBe(200);
  return body.transaction.applyId;
}

type Row = { verdict: string; amount: string | null; line: number | null };
/** What was seen last, once it is what is waited for. */
const seen = (applyId: string, verdict: string) =>
  vi.waitFor(async () => {
    const [last] = await portal.db.owner.query<Row>(
      'test.last',
      `select verdict, trim_scale(amount)::text as amount, line from evidence
       where request = (select id from requests where apply_id = $1) order by id desc limit 1`,
      [applyId],
    );
    expect(last?.verdict).toBe(verdict);
    return last!;
  }, patient);
const patient = { timeout: 30_000, interval: 100 };
const hurry = () => portal.db.owner.query('test.hurry', 'update looks set next_at = now() where next_at is not null');

describe.skipIf(!hasAnvil)(`on a real chain${hasAnvil ? '' : ' (there is none for this machine)'}`, () => {
  test.each(['ERC20', 'BEP20'] as const)(
    'each kind of transfer has its verdict on %s',
    async (name) => {
      const ones = (count: number) => Array.from({ length: count }, () => 1n);
      for (const each of [them, chain.sender])
        await chain.send('Token', tokens[name], 'mint', [each, units(name, 1_000_00n)]);
      const at = (token: string) => ({ token });
      const cases: [string, string, Partial<Row>][] = [
        [await pay(name, 50_00n), 'Verified', { amount: '50', line: 0 }],
        [await pay(name, 45_00n), 'Different', { amount: '45' }],
        [await pay(name, 0n), 'Different', { amount: '0' }],
        [await chain.send('Token', tokens[name], 'transferFrom', [them, us, 1n]), 'Different', {}],
        [await pay(name, 50_00n, at(others.fake)), 'WrongToken', {}],
        [await chain.send('Shouter', others.shouter, 'shout', [them, us, units(name, 50_00n)]), 'WrongToken', {}],
        [await pay(name, 50_00n, { to: them }), 'WrongRecipient', {}],
        [await pay(name, 50_00n, { have: 49_00n }), 'Failed', { line: null }],
        // Some of its transfers were made before the gas ended, and none of them stands.
        [
          await chain.send('Batch', others.batch, 'pay', [tokens[name], ones(20).map(() => us), ones(20)], 120_000),
          'Failed',
          {},
        ],
        ['d'.repeat(63) + (name === 'ERC20' ? '1' : '2'), 'NotFound', {}],
      ];
      const young = await claim(name, await pay(name, 60_00n), '60');
      expect(await seen(young, 'Confirming')).toMatchObject({ amount: '60' });
      await chain.mine(70);
      const asked = await Promise.all(cases.map(([hash]) => claim(name, hash)));
      for (const [place, [, verdict, row]] of cases.entries())
        expect(await seen(asked[place]!, verdict), verdict).toMatchObject(row);
      await hurry();
      await seen(young, 'Verified');
    },
    60_000,
  );

  test('what a token keeps has not arrived', async () => {
    const hash = await pay('Polygon', 50_00n);
    await chain.mine(70);
    expect(await seen(await claim('Polygon', hash), 'Different')).toMatchObject({ amount: '49.5' });
  }, 40_000);

  test('a batch for two clients credits both, each with a line of its own, and nobody with one that is taken', async () => {
    const [one, two, third] = [await aClient(), await aClient(), await aClient()];
    await chain.send('Token', tokens.BEP20, 'mint', [chain.sender, units('BEP20', 100_00n)]);
    const amounts = [units('BEP20', 30_00n), units('BEP20', 5_00n), units('BEP20', 40_00n)];
    const hash = await chain.send('Batch', others.batch, 'pay', [tokens.BEP20, [us, them, us], amounts]);
    await chain.mine(70);
    const first = await claim('BEP20', hash, '40', one);
    expect(await seen(first, 'Verified')).toMatchObject({ amount: '40', line: 2 });
    const second = await claim('BEP20', hash, '30', two);
    expect(await seen(second, 'Verified')).toMatchObject({ amount: '30', line: 0 });
    const form = { chargeMoney: '30', transactionId: hash, networkName: 'BEP20', networkAddress: us };
    expect((await portal.call('POST', '/add-money', { as: third, form })).body.code).toBe('topup.taken');
    for (const id of [first, second]) {
      const query = { id, action: 'approve' };
      expect((await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} })).status).toBe(200);
    }
    expect([await portal.wallet(one), await portal.wallet(two), await portal.wallet(third)]).toEqual([40, 30, 0]);
  }, 60_000);

  test('what a fork of twelve blocks takes back is credited to nobody, until it comes again', async () => {
    const [deep, young, old] = await Promise.all([portal.client(), portal.client(), portal.client()]);
    const declare = async (as: Person, amount: number) => {
      const body = { amount, networkName: 'ERC20' };
      const { status, body: answer, text } = await portal.call('POST', '/kimi/declare-topup', { as, body });
      expect(status, text).toBe(200);
      return BigInt(Math.round(answer.declaration.amount * 100));
    };
    const declared = [await declare(old, 100), await declare(deep, 200), await declare(young, 300)] as const;
    const hashes = [await pay('ERC20', declared[0])];
    hashes.push(await pay('ERC20', declared[1]));
    await chain.mine(9);
    hashes.push(await pay('ERC20', declared[2]));
    const states = async () => {
      const rows = await portal.db.owner.query<{ hash: string; state: string }>(
        'test.states',
        'select hash, state from transfers where hash = any ($1)',
        [hashes],
      );
      return hashes.map((hash) => rows.find((row) => row.hash === hash)?.state);
    };
    await vi.waitFor(async () => expect(await states()).toEqual(['Seen', 'Seen', 'Seen']), patient);
    await chain.reorganise(12);
    await vi.waitFor(async () => {
      await portal.db.owner.query('test.later', `update transfers set checked_at = now() - interval '1 minute'`);
      await portal.db.owner.query(
        'test.missing',
        `update unread_transactions set missing_since = missing_since - interval '1 minute'`,
      );
      expect(await states()).toEqual(['Seen', 'Gone', 'Gone']);
    }, patient);
    await chain.mine(70);
    await vi.waitFor(async () => expect(await portal.wallet(old)).toBe(Number(declared[0]) / 100), patient);
    expect([await portal.wallet(deep), await portal.wallet(young)]).toEqual([0, 0]);
    hashes[1] = await pay('ERC20', declared[1]);
    await chain.mine(70);
    await vi.waitFor(async () => expect(await portal.wallet(deep)).toBe(Number(declared[1]) / 100), patient);
    expect(await states()).toEqual(['Final', 'Final', 'Gone']);
    expect(await portal.wallet(young)).toBe(0);
  }, 100_000);

  /** Nodes of their own, of which the last is the real chain. */
  const chainsBehind = async (...moods: Mood[]) => {
    const bad = await Promise.all(moods.map((mood) => fakeNode(fakeChain('ERC20'), mood)));
    const { nodes } = readConfig({
      ETHEREUM_NODE_URLS: [...bad.map(({ url }) => url), chain.url].join(','),
      ETHEREUM_CHAIN_ID: String(chainId),
      ETHEREUM_USDT: tokens.ERC20,
    });
    const chains = openChains(nodes, { warn: () => undefined }, 1_000);
    const close = async () => {
      chains.close();
      await Promise.all(bad.map((node) => node.close()));
    };
    return { chains, network: chains.networks[0]!, close };
  };

  test.each(['hangs', 'slow', 'html', '500', '403', '429', 'other chain', 'other decimals', 'error'] as const)(
    'behind a node that %s the next one serves',
    async (mood) => {
      const hash = await pay('ERC20', 50_00n);
      const { chains, network, close } = await chainsBehind(mood);
      expect((await chains.look(network, hash)).reading).toMatchObject({ found: true });
      expect((await chains.look(network, 'd'.repeat(64))).reading).toEqual({ found: false });
      await close();
    },
    30_000,
  );

  test('450 transfers in 15 batches are listed and read, each once', async () => {
    const { chains, network, close } = await chainsBehind();
    const recipient = `0x${'9'.repeat(40)}`;
    await chain.send('Token', tokens.ERC20, 'mint', [chain.sender, units('ERC20', 10_00n)]);
    const lines = Array.from({ length: 30 }, () => recipient);
    const sent: string[] = [];
    for (let n = 0; n < 15; n += 1) {
      const given = [tokens.ERC20, lines, lines.map(() => 1n)];
      sent.push(await chain.send('Batch', others.batch, 'pay', given, 5_000_000));
      await chain.mine(4);
    }
    const found: string[] = [];
    let mark: number | undefined;
    for (let whole = false; !whole;) {
      const listed = await chains.list(network, { account: '9'.repeat(40), mark, since: new Date(0) });
      found.push(...listed!.hashes);
      mark = listed!.next;
      whole = listed!.whole;
    }
    expect(found.toSorted()).toEqual(sent.toSorted());
    let read = 0;
    for (const hash of found) {
      const { reading } = await chains.look(network, hash);
      if (typeof reading === 'object' && reading.found) read += reading.transfers.length;
    }
    expect(read).toBe(450);
    await close();
  }, 60_000);

  test('a hash of another network is not seen there, and counts where it was sent', async () => {
    const elsewhere = await localChain();
    try {
      const token = await elsewhere.deploy('Token', 6n);
      const hash = await elsewhere.send('Token', token, 'mint', [us, units('ERC20', 50_00n)]);
      expect(await seen(await claim('ERC20', hash), 'NotFound')).toMatchObject({ amount: null });
      const { nodes } = readConfig({
        ETHEREUM_NODE_URLS: elsewhere.url,
        ETHEREUM_CHAIN_ID: String(chainId),
        ETHEREUM_USDT: token,
      });
      const chains = openChains(nodes, { warn: () => undefined });
      expect((await chains.look(chains.networks[0]!, hash)).reading).toMatchObject({ found: true });
      chains.close();
    } finally {
      await elsewhere.close();
    }
  }, 60_000);

  test('and when the node is away, nobody is told that a transfer was not found', async () => {
    const hash = await pay('ERC20', 50_00n);
    await chain.close();
    expect(await seen(await claim('ERC20', hash), 'NodeDown')).toMatchObject({ amount: null });
  }, 40_000);
});
