/**
 * A real chain of Ethereum's kind on this machine, for tests: anvil runs the contracts, writes the receipts and forks.
 * It knows accounts of its own, so that nobody here signs anything. Not every machine has it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
export const hasAnvil = existsSync(program);
export const chainId = 31_337;

type Contract = 'Token' | 'FeeToken' | 'Shouter' | 'Batch';
/** A number, an address, or a list of these. */
type Argument = bigint | string | readonly Argument[];

const contracts = JSON.parse(readFileSync(join(import.meta.dirname, 'contracts.testing.json'), 'utf8')) as Record<
  Contract,
  { methods: Record<string, string>; bytecode: string }
>;

export type LocalChain = {
  readonly url: string;
  /** Who sends all transactions. */
  readonly sender: string;
  /** Answers its address. */
  deploy(contract: Contract, ...given: bigint[]): Promise<string>;
  /** In a block of its own; answers the hash, also of what failed. */
  send(contract: Contract, at: string, method: string, given: Argument[], gas?: number): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Takes the newest blocks back, with all that is in them, and makes as many others. */
  reorganise(blocks: number): Promise<void>;
  close(): Promise<void>;
};

export async function localChain(): Promise<LocalChain> {
  const anvil = spawn(program, ['--port', '0', '--chain-id', String(chainId), '--accounts', '1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => anvil.kill('SIGKILL');
  process.once('exit', end);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    anvil.once('error', reject);
    anvil.once('exit', () => reject(new Error(`anvil ended: ${said}`)));
    anvil.stdout.on('data', (more) => {
      said += String(more);
      const [, place] = /Listening on (\S+:\d+)/.exec(said) ?? [];
      if (place) resolve(`http://${place}`);
    });
  });
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const [from] = (await rpc('eth_accounts')) as [string];
  /** Sent, and in its block before anything else is: blocks are counted. */
  const call = async (data: string, to?: string, gas = 1_000_000) => {
    const hash = await rpc('eth_sendTransaction', { from, gas: hex(gas), data, ...(to ? { to } : {}) });
    for (;;) {
      const receipt = await rpc('eth_getTransactionReceipt', hash);
      if (receipt !== null) return receipt as { transactionHash: string; contractAddress: string };
    }
  };
  // Blocks have whole seconds, and none is to be older than what was declared in the same one.
  await rpc('evm_increaseTime', 2);
  return {
    url,
    sender: from,
    async deploy(contract, ...given) {
      return (await call(contracts[contract].bytecode + encoded(given))).contractAddress;
    },
    async send(contract, at, method, given, gas) {
      const { transactionHash } = await call(`0x${contracts[contract].methods[method]!}${encoded(given)}`, at, gas);
      return transactionHash.slice(2);
    },
    mine: async (blocks) => void (await rpc('anvil_mine', hex(blocks))),
    reorganise: async (blocks) => void (await rpc('anvil_reorg', blocks, [])),
    async close() {
      process.off('exit', end);
      const ended = anvil.exitCode === null && anvil.signalCode === null ? once(anvil, 'exit') : undefined;
      end();
      await ended;
    },
  };
}

const hex = (value: bigint | number) => `0x${value.toString(16)}`;
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

/** As contracts read what they are given: a word each, and for a list where it stands behind them. */
function encoded(given: readonly Argument[]): string {
  const [heads, tails]: [string[], string[]] = [[], []];
  for (const each of given) {
    if (typeof each === 'bigint' || typeof each === 'string') heads.push(word(BigInt(each)));
    else {
      heads.push(word(32 * given.length + tails.join('').length / 2));
      tails.push(word(each.length) + encoded(each));
    }
  }
  return [...heads, ...tails].join('');
}
