/**
 * What nodes say becomes a reading, or nobody's word: on every network, with nodes that behave and nodes that do not.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.server.ts';
import { accountOf, tronAddressOf } from '#network/addresses.ts';
import { openChains, type Chains } from './chains.server.ts';
import { networks } from './networks.ts';
import { fakeChain, fakeNode, type FakeChain, type FakeNode, type Mood } from './fakenodes.testing.server.ts';

const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
const log = { warn: () => undefined };

async function nodesOf(chain: FakeChain, ...moods: Mood[]): Promise<{ chains: Chains; nodes: FakeNode[] }> {
  const nodes = await Promise.all(moods.map((mood) => fakeNode(chain, mood)));
  const urls = nodes.map(({ url }) => url).join(',');
  const chains = openChains(readConfig({ [`${chain.network.chain}_NODE_URLS`]: urls }).nodes, log, 1_000);
  closing.push(() => chains.close(), ...nodes.map((node) => () => node.close()));
  return { chains, nodes };
}

const hex = (digit: string) => digit.repeat(40);

describe.each(networks.map((network) => [network.name, network] as const))('on %s', (name, network) => {
  const address = (digit: string) => (network.family === 'tron' ? tronAddressOf(hex(digit)) : `0x${hex(digit)}`);
  const [us, them] = [address('a'), address('b')];
  const dollars = (amount: bigint) => amount * 10n ** BigInt(network.decimals);
  const world = () => fakeChain(name);
  const look = async (chain: FakeChain, hash: string, ...moods: Mood[]) => {
    const { chains } = await nodesOf(chain, ...(moods.length > 0 ? moods : (['well'] as const)));
    return chains.look(chains.networks[0]!, hash);
  };

  test('a transfer is read from its event, young first and final when it is', async () => {
    const chain = world();
    const hash = chain.send([{ from: them, to: us, units: dollars(500n) }]);
    const { chains } = await nodesOf(chain, 'well', 'well');
    const seen = async () => (await chains.look(chains.networks[0]!, hash)).reading;
    expect(await seen()).toMatchObject({
      found: true,
      failed: false,
      confirmations: 1,
      final: false,
      transfers: [
        {
          line: 0,
          token: accountOf(network.usdt),
          sender: accountOf(them),
          recipient: accountOf(us),
          units: dollars(500n),
        },
      ],
    });
    chain.mine(network.needed - 2);
    expect(await seen()).toMatchObject({ confirmations: network.needed - 1, final: false });
    chain.mine(1);
    expect(await seen()).toMatchObject({ confirmations: network.needed, final: true });
  });

  test('it is not final by confirmations alone, nor by a node that calls everything final', async () => {
    const chain = world();
    const hash = chain.send([{ from: them, to: us, units: 1n }]);
    chain.head += 500;
    expect((await look(chain, hash)).reading).toMatchObject({ found: true, final: false });
    const hasty = world();
    const young = hasty.send([{ from: them, to: us, units: 1n }]);
    hasty.final = hasty.head;
    expect((await look(hasty, young)).reading).toMatchObject({ found: true, final: false });
  });

  test.each(['REVERT', 'OUT_OF_ENERGY'] as const)(
    'what failed (%s) moved nothing, whatever events are in it',
    async (failed) => {
      const chain = world();
      const hash = chain.send([{ from: them, to: us, units: dollars(5n) }], { failed });
      expect((await look(chain, hash)).reading).toMatchObject({ found: true, failed: true, transfers: [] });
    },
  );

  test('a hash that no node knows is not found', async () => {
    expect((await look(world(), 'c'.repeat(64), 'well', 'well')).reading).toEqual({ found: false });
  });

  test.each(['hangs', 'slow', 'html', '500', '403', '429', 'other chain', 'other decimals', 'error'] as const)(
    'a node that %s is down, and never says that there is nothing',
    async (mood) => {
      const chain = world();
      const hash = chain.send([{ from: them, to: us, units: 1n }]);
      const [known, unknown, { reading, nodes }] = await Promise.all([
        look(chain, hash, mood),
        look(chain, 'c'.repeat(64), mood),
        look(chain, hash, mood, 'well'),
      ]);
      expect([known.reading, unknown.reading]).toEqual(['down', 'down']);
      expect(reading).toMatchObject({ found: true });
      expect(nodes[0]!.said).not.toContain('has it');
    },
  );

  test('a node that turned bad after its check is no longer believed, and is believed again when it is well', async () => {
    const chain = world();
    const hash = chain.send([{ from: them, to: us, units: 1n }]);
    const { chains, nodes } = await nodesOf(chain, 'well');
    await chains.check();
    for (const mood of ['error', 'html', '429'] as const) {
      nodes[0]!.mood = mood;
      expect((await chains.look(chains.networks[0]!, hash)).reading).toBe('down');
    }
    nodes[0]!.mood = 'well';
    expect((await chains.look(chains.networks[0]!, hash)).reading).toMatchObject({ found: true });
  });

  test('nodes that contradict each other are both not believed; one that is late only delays', async () => {
    const [chain, other] = [world(), world()];
    const hash = chain.send([{ from: them, to: us, units: dollars(500n) }]);
    chain.mine(100);
    const { chains, nodes } = await nodesOf(chain, 'well', 'well');
    const seen = async () => (await chains.look(chains.networks[0]!, hash)).reading;
    expect(await seen()).toMatchObject({ final: true });
    nodes[1]!.chain = other;
    expect(await seen()).toMatchObject({ found: true, final: false });
    other.send([{ from: them, to: us, units: dollars(5_000n) }], { hash });
    expect(await seen()).toBe('unusable');
  });

  test('a node that rests is not asked while another answers', async () => {
    const chain = world();
    const { chains, nodes } = await nodesOf(chain, 'well', '500');
    await chains.look(chains.networks[0]!, 'c'.repeat(64));
    const before = nodes[1]!.asked;
    await chains.look(chains.networks[0]!, 'c'.repeat(64));
    expect(nodes[1]!.asked).toBe(before);
    expect(nodes[0]!.asked).toBeGreaterThan(before);
  });
});

test('without settings there is nothing to look at', () => {
  expect(openChains(readConfig({}).nodes, log).networks).toEqual([]);
});

test('a test chain with a contract of its own is what the settings say', () => {
  const { nodes } = readConfig({ BSC_NODE_URLS: 'http://localhost:1', BSC_CHAIN_ID: '97', BSC_USDT: `0x${hex('d')}` });
  expect(openChains(nodes, log).networks).toMatchObject([{ name: 'BEP20', chainId: 97n, usdt: `0x${hex('d')}` }]);
});
