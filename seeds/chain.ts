/**
 * The chains of the demonstration: what arrived when, kept beside its data, and nodes on this machine that tell of it.
 * The portal asks them as it would ask any others. One node of Tron lies about one transfer, so that it can be seen
 * what a contradiction looks like.
 */
import {
  fakeChain,
  fakeNode,
  type FakeChain,
  type FakeEvent,
  type FakeTransaction,
} from '#chain/fakenodes.testing.server.ts';
import { networkCalled } from '#chain/networks.ts';
import type { ChainName } from '#server/nodes.server.ts';

/** One transaction, in the time of the story. */
export type Arrival = {
  network: string;
  hash: string;
  at: number;
  from: string;
  to: string;
  dollars: number;
  /** Another token than the real USDT. */
  token?: string;
  failed?: FakeTransaction['failed'];
  /** One of the two nodes says that another amount moved. */
  disputed?: boolean;
};

const blockMs: Readonly<Record<ChainName, number>> = { TRON: 3_000, ETHEREUM: 12_000, BSC: 3_000, POLYGON: 2_000 };

/** Deep enough for the oldest transfer of the story. */
const height = 80_000_000;

type DemoChains = {
  /** The settings that name the nodes. */
  readonly env: Readonly<Record<string, string>>;
  /** One more, in the newest block. */
  arrive(arrival: Arrival): void;
  close(): Promise<void>;
};

export async function openDemoChains(arrivals: readonly Arrival[]): Promise<DemoChains> {
  const opened = await Promise.all(
    [...new Set(arrivals.map(({ network }) => network))].map(async (network) => {
      const those = arrivals.filter((each) => each.network === network);
      const honest = chainWith(network, those, false);
      const other = chainWith(network, those, true);
      const nodes = await Promise.all([honest, other].map((chain) => fakeNode(chain)));
      const mining = setInterval(
        () => [honest, other].forEach((chain) => chain.mine(1)),
        blockMs[honest.network.chain],
      );
      return { chain: honest.network.chain, chains: [honest, other], nodes, mining: mining.unref() };
    }),
  );
  return {
    env: Object.fromEntries(
      opened.map(({ chain, nodes }) => [`${chain}_NODE_URLS`, nodes.map(({ url }) => url).join(',')]),
    ),
    arrive(arrival) {
      const { chain: name } = networkCalled(arrival.network)!;
      for (const chain of opened.find(({ chain }) => chain === name)?.chains ?? []) put(chain, arrival, false);
    },
    async close() {
      for (const { mining } of opened) clearInterval(mining);
      await Promise.all(opened.flatMap(({ nodes }) => nodes.map((node) => node.close())));
    },
  };
}

function chainWith(network: string, arrivals: readonly Arrival[], lies: boolean): FakeChain {
  const chain = fakeChain(network);
  chain.head = height;
  chain.mine(0);
  for (const arrival of arrivals) put(chain, arrival, lies);
  return chain;
}

function put(chain: FakeChain, arrival: Arrival, lies: boolean): void {
  const { hash, at, from, to, dollars, token, failed, disputed } = arrival;
  const { chain: name, decimals } = networkCalled(arrival.network)!;
  const cents = BigInt(Math.round(dollars * 100)) + (disputed && lies ? 1n : 0n);
  const units = (cents * 10n ** BigInt(decimals)) / 100n;
  const event: FakeEvent = { from, to, units, ...(token ? { token } : {}) };
  chain.send([event], {
    hash,
    at: new Date(at),
    age: Math.max(0, Math.floor((Date.now() - at) / blockMs[name])),
    ...(failed ? { failed } : {}),
  });
}
