/** One node of a chain, as the two families of chains ask it. */
import { NoAnswer, type Outward } from '#server/outward.server.ts';
import type { Network } from './networks.ts';
import type { Reading } from './reading.ts';

export type Node = {
  readonly outward: Outward;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is learned of it: into how few blocks it wants a list to be divided. */
  readonly learned: { blocks: number };
  /** With the contract and the chain that the settings name, where they do. */
  readonly network: Network;
  readonly signal?: AbortSignal;
};

/** It answers, and is not what the settings say. */
export class WrongNode extends NoAnswer {}

/** An account (twenty bytes), and where to go on: a block or a time, as the family counts; at first since a moment. */
export type Where = { readonly account: string; readonly mark: number | undefined; readonly since: Date };

export type Listed = {
  readonly hashes: readonly string[];
  /** Where to go on now, and where after a stop: the end of a chain may still change, and is read again. */
  readonly next: number;
  readonly mark: number;
  /** There is no more for now. */
  readonly whole: boolean;
  /** Blocks up to this height are final. */
  readonly final: number;
  /** The newest there is, as the family counts; what is final may be told much later. */
  readonly head: number;
};

/** What all nodes list that answer. */
export type AllListed = Listed & {
  /** None of those that listed lately is missing, so that it goes so far for good. */
  readonly complete: boolean;
};

/** How nodes of one family are asked. Both throw `NoAnswer`, with a sentence for an operator. */
export type Family = {
  /** Answers if this is a node of the right chain that knows USDT as we do. */
  check(node: Node): Promise<void>;
  read(node: Node, hash: string): Promise<Reading>;
  /** The next transactions that moved USDT to or from an account, from where it was left. */
  list(node: Node, from: Where): Promise<Listed>;
};

/** No block is younger than now; clocks of computers differ a little. */
const mostAheadMs = 10 * 60_000;

export function timeOf(milliseconds: number): Date {
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0 || milliseconds > Date.now() + mostAheadMs)
    throw new NoAnswer('named a time that cannot be');
  return new Date(milliseconds);
}

/** A node that stands still must not hold the others' lists for ever. */
const mostBehindMs = 3_600_000;

/** `at` is when the node's newest block was made. */
export function insistOnNow(at: Date): void {
  if (Date.now() - at.getTime() > mostBehindMs) throw new NoAnswer('is more than an hour behind');
}

export function insistOnChain(node: Node, chainId: bigint): void {
  if (chainId !== node.network.chainId) throw new WrongNode(`is a node of another chain (${chainId})`);
}

export function insistOnDecimals(node: Node, word: unknown): void {
  const hex = typeof word === 'string' ? word.replace(/^0x/, '') : '';
  if (!/^[0-9a-f]{64}$/i.test(hex) || BigInt(`0x${hex}`) !== BigInt(node.network.decimals))
    throw new WrongNode('knows this contract of USDT with other decimals, or not at all');
}

/** An object with these names, or the node said something that is not in its documentation. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw strange();
  return value as Record<string, unknown>;
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw strange();
  return value;
}

export function textIn(value: unknown): string {
  if (typeof value !== 'string') throw strange();
  return value;
}

export function strange(): NoAnswer {
  return new NoAnswer('answered something that is no answer to this');
}

/** The hash of a transaction, as the portal writes it. */
export function hashIn(text: string): string {
  const hash = text.toLowerCase().replace(/^0x/, '');
  if (!/^[0-9a-f]{64}$/.test(hash)) throw strange();
  return hash;
}
