/** A chain without nodes, for tests that need many transactions and no network. */
import { randomBytes } from 'node:crypto';
import type { Cents } from '#kernel/money.ts';
import { accountOf } from '#network/addresses.ts';
import { unitsOf } from './amounts.ts';
import type { Chains } from './chains.server.ts';
import { networkCalled } from './networks.ts';
import type { Found } from './reading.ts';

const network = networkCalled('TRC20')!;
export const ours = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const usdt = accountOf(network.usdt)!;

type Line = { readonly cents: Cents };

/** A chain in memory: every transaction is final at once, and two nodes say so. */
export function chainInMemory() {
  const sent = new Map<string, Found>();
  const fresh: string[] = [];
  const chains: Chains = {
    networks: [network],
    called: (name) => (networkCalled(name)?.name === network.name ? network : undefined),
    look: async (_network, hash) => {
      const nodes = ['one', 'two'].map((node) => ({ node, said: 'has it, final, in block 1' }));
      return { reading: sent.get(hash) ?? { found: false }, complete: true, nodes, agreed: 2 };
    },
    list: async () => ({
      hashes: fresh.splice(0),
      next: 1,
      mark: 1,
      head: 1,
      whole: true,
      final: 1,
      complete: true,
    }),
    check: async () => undefined,
    close: () => undefined,
  };
  return {
    chains,
    send(lines: readonly Line[], at: Date, sender = randomBytes(20).toString('hex')): string {
      const hash = randomBytes(32).toString('hex');
      const recipient = accountOf(ours)!;
      sent.set(hash, {
        found: true,
        failed: false,
        block: 1,
        confirmations: 40,
        final: true,
        at,
        transfers: lines.map(({ cents }, line) => ({
          line,
          token: usdt,
          sender,
          recipient,
          units: unitsOf(cents, network.decimals),
        })),
      });
      fresh.push(hash);
      return hash;
    },
  };
}
