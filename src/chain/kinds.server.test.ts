/**
 * Each kind of transfer has its verdict, as nodes of every network tell of it. On a real chain: anvil.server.test.ts.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { accountOf, tronAddressOf } from '#network/addresses.ts';
import { readConfig } from '#server/config.server.ts';
import { openChains } from './chains.server.ts';
import { networks } from './networks.ts';
import { fakeChain, fakeNode, type FakeEvent } from './fakenodes.testing.server.ts';
import { verdictOf, type Claim } from './verdict.ts';

const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
const worlds = networks.map((network) => ({ network, chain: fakeChain(network.name) }));
const nodes = await Promise.all(worlds.map(({ chain }) => fakeNode(chain)));
/** Stands before the others, and is no help. */
const bad = await Promise.all(worlds.map(({ chain }) => fakeNode(chain, 'html')));
closing.push(...[...nodes, ...bad].map((node) => () => node.close()));
const chains = openChains(
  readConfig(
    Object.fromEntries(
      worlds.map(({ network }, n) => [`${network.chain}_NODE_URLS`, `${bad[n]!.url},${nodes[n]!.url}`]),
    ),
  ).nodes,
  { warn: () => undefined },
);
closing.push(() => chains.close());

describe.each(worlds.map((world, n) => [world.network.name, world, nodes[n]!] as const))(
  'on %s, behind a node that says nothing',
  (_name, { network, chain }, node) => {
    const address = (digit: string) =>
      network.family === 'tron' ? tronAddressOf(digit.repeat(40)) : `0x${digit.repeat(40)}`;
    const [us, them, third, other] = ['a', 'b', 'c', 'f'].map(address) as [string, string, string, string];
    const cent = 10n ** BigInt(network.decimals - 2);
    const to = (recipient: string, units: bigint, token?: string): FakeEvent => ({
      from: them,
      to: recipient,
      units,
      ...(token ? { token } : {}),
    });
    const claim: Claim = {
      usdt: accountOf(network.usdt)!,
      decimals: network.decimals,
      ours: new Set([accountOf(us)!]),
      announced: 50_00n,
      claimedAt: new Date(),
      clientSince: new Date(Date.now() - 3_600_000),
      counted: new Set(),
      reversed: new Set(),
    };
    const verdict = async (hash: string, also: Partial<Claim> = {}) => {
      const { reading } = await chains.look(chains.called(network.name)!, hash);
      return verdictOf({ ...claim, ...also }, reading);
    };

    test.each<[string, FakeEvent[], string, Parameters<typeof chain.send>[1]?]>([
      ['what was announced', [to(us, 5_000n * cent)], 'Verified'],
      ['a fake token of the same name', [to(us, 5_000n * cent, other)], 'WrongToken'],
      ['a contract that only shouts', [to(us, 5_000n * cent, other), to(them, 1n, third)], 'WrongToken'],
      ['a token that keeps a fee', [to(us, 4_950n * cent), to(third, 50n * cent)], 'Different'],
      ['another recipient', [to(third, 5_000n * cent)], 'WrongRecipient'],
      ['dust', [to(us, 1n)], 'Different'],
      ['zero', [to(us, 0n)], 'Different'],
      ['reverted', [to(us, 5_000n * cent)], 'Failed', { failed: 'REVERT' }],
      ['out of energy, with a log in it', [to(us, 5_000n * cent)], 'Failed', { failed: 'OUT_OF_ENERGY' }],
      ['half a cent more', [to(us, 5_000n * cent + cent / 2n)], 'Different'],
      [
        'one of several to us in one transaction',
        [to(us, 100n * cent), to(third, 5_000n * cent), to(us, 5_000n * cent)],
        'Verified',
      ],
    ])('%s', async (_what, events, expected, also) => {
      const hash = chain.send(events, also);
      chain.mine(network.needed + 1);
      expect((await verdict(hash)).verdict).toBe(expected);
    });

    test('a batch pays each of its lines once', async () => {
      const hash = chain.send([to(us, 5_000n * cent), to(third, cent), to(us, 3_000n * cent)]);
      chain.mine(network.needed + 1);
      expect(await verdict(hash)).toMatchObject({ verdict: 'Verified', transfer: { line: 0 } });
      const next = { announced: 30_00n, counted: new Set([0]) };
      expect(await verdict(hash, next)).toMatchObject({ verdict: 'Verified', transfer: { line: 2 } });
      expect((await verdict(hash, { counted: new Set([0, 2]) })).verdict).toBe('Credited');
    });

    test('a hash of any other network is not found, and its transfer counts where it was sent', async () => {
      for (const elsewhere of worlds.filter((world) => world.network !== network)) {
        const hash = elsewhere.chain.send([to(us, 5_000n * cent)]);
        expect(await verdict(hash)).toMatchObject({ verdict: 'NotFound', final: false, lines: [] });
        const { reading } = await chains.look(chains.called(elsewhere.network.name)!, hash);
        expect(reading).toMatchObject({ found: true });
      }
    });

    test('an unknown hash is not found; where no node answers, nothing is said of any', async () => {
      const hash = chain.send([to(us, 5_000n * cent)]);
      expect((await verdict('e'.repeat(64))).verdict).toBe('NotFound');
      for (const mood of ['500', '403', '429', 'html', 'error'] as const) {
        node.mood = mood;
        expect([(await verdict(hash)).verdict, (await verdict('e'.repeat(64))).verdict]).toEqual([
          'NodeDown',
          'NodeDown',
        ]);
      }
      node.mood = 'well';
    });
  },
);
