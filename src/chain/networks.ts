/**
 * The networks on which the portal can look a transfer up: which contract is the real USDT there, in which units it
 * counts, and from when on a transfer stays. All that differs between them stands in this table.
 */
import { checkedAs, tronAddressOf, type KnownNetwork } from '#network/addresses.ts';

export type Network = {
  readonly name: KnownNetwork | 'Polygon';
  /** As the settings call it: `TRON_NODE_URLS`. */
  readonly chain: 'TRON' | 'ETHEREUM' | 'BSC' | 'POLYGON';
  readonly family: 'tron' | 'evm';
  /** The contract of USDT. Whatever else calls itself so is another token. */
  readonly usdt: string;
  /** One USDT is ten to the power of this many units. */
  readonly decimals: number;
  /** What a node of this chain calls it; on Tron the last four bytes of the first block's hash. */
  readonly chainId: bigint;
  /** A transfer is final when its block is final for the node and has at least this many confirmations. */
  readonly needed: number;
  /**
   * How far behind its mark an account is listed once more each hour, as its family counts: in milliseconds, in blocks
   * of more than two hours. A provider may make its lists hours after its blocks, or leave out what another of its
   * machines does not have yet.
   */
  readonly behind: number;
};

export const networks: readonly Network[] = [
  {
    name: 'TRC20',
    chain: 'TRON',
    family: 'tron',
    usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    decimals: 6,
    chainId: 0x2b6653dcn,
    needed: 19,
    behind: 24 * 3_600_000,
  },
  {
    name: 'ERC20',
    chain: 'ETHEREUM',
    family: 'evm',
    usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    chainId: 1n,
    needed: 64,
    behind: 8_000,
  },
  {
    name: 'BEP20',
    chain: 'BSC',
    family: 'evm',
    usdt: '0x55d398326f99059fF775485246999027B3197955',
    decimals: 18,
    chainId: 56n,
    needed: 15,
    // A block each 0.45 s.
    behind: 24_000,
  },
  {
    name: 'Polygon',
    chain: 'POLYGON',
    family: 'evm',
    usdt: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    decimals: 6,
    chainId: 137n,
    needed: 64,
    behind: 8_000,
  },
];

/** The network that a name means, however it is written; undefined for one that is never looked at. */
export function networkCalled(name: string): Network | undefined {
  const called = checkedAs(name);
  return networks.find((network) => network.name === called);
}

/** A network as everybody calls it, however it was written; where it is not known, as it was written. */
export function usualNetworkName(written: string): string {
  return networkCalled(written)?.name ?? written;
}

/** The address of an account, as people know it on this network. */
export function addressOn(network: Network, account: string): string {
  return network.family === 'tron' ? tronAddressOf(account) : `0x${account}`;
}
