/**
 * The settings that name nodes of chains: whom the portal asks whether a transfer arrived. The chains themselves stand
 * in `chain/networks.ts`; here is only what differs between machines. Without these settings no node is asked.
 */
import { isIPv4 } from 'node:net';
import { z } from 'zod';

/** As the settings call them: `TRON_NODE_URLS`, `BSC_USDT`. */
export const chainNames = ['TRON', 'ETHEREUM', 'BSC', 'POLYGON'] as const;
export type ChainName = (typeof chainNames)[number];

/** Nodes of a chain in the order of trust: the first that answers is believed, the others confirm. */
type NodeSettings = {
  readonly urls: readonly string[];
  /** Another contract than the real USDT, and another chain than the real one: for test chains. */
  readonly usdt: string | undefined;
  readonly chainId: bigint | undefined;
  /** Sent to every node of this chain. */
  readonly headers: Readonly<Record<string, string>>;
};
export type Nodes = Readonly<Record<ChainName, NodeSettings>>;

const mostNodes = 5;

/**
 * Several addresses separated by commas. Whoever can change the answers on their way could say that money came; so only
 * https, or addresses of one's own network.
 */
const nodeUrls = z
  .string()
  .max(2000, 'must be at most 2000 characters')
  .transform((value) =>
    value
      .split(',')
      .map((each) => each.trim().replace(/\/+$/, ''))
      .filter((each) => each !== ''),
  )
  .refine((urls) => urls.length <= mostNodes, `must be at most ${mostNodes} addresses`)
  .refine((urls) => new Set(urls).size === urls.length, 'must be different addresses')
  .refine(
    (urls) => urls.every(isNodeAddress),
    'must be addresses that start with https:// (http:// inside of the own network only), without a name or password, separated by commas',
  )
  .default([]);

const contract = z
  .string()
  .regex(/^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, 'must be the address of a contract');

const chainId = z
  .string()
  .regex(/^(0x[0-9a-f]{1,15}|\d{1,18})$/i, 'must be the number of a chain, like 1 or 0x1')
  .transform((value) => BigInt(value));

/** Part of the settings in `config.server.ts`. */
export const nodeFields = {
  TRON_NODE_URLS: nodeUrls,
  ETHEREUM_NODE_URLS: nodeUrls,
  BSC_NODE_URLS: nodeUrls,
  POLYGON_NODE_URLS: nodeUrls,
  TRON_API_KEY: z
    .string()
    .regex(/^[\w-]{8,200}$/, 'must be a key of 8 to 200 letters, digits and dashes')
    .optional(),
  TRON_USDT: contract.optional(),
  ETHEREUM_USDT: contract.optional(),
  BSC_USDT: contract.optional(),
  POLYGON_USDT: contract.optional(),
  TRON_CHAIN_ID: chainId.optional(),
  ETHEREUM_CHAIN_ID: chainId.optional(),
  BSC_CHAIN_ID: chainId.optional(),
  POLYGON_CHAIN_ID: chainId.optional(),
};

const allFields = z.object(nodeFields);

export function nodesFrom(given: z.output<typeof allFields>): Nodes {
  const of = (chain: ChainName): NodeSettings => ({
    urls: given[`${chain}_NODE_URLS`],
    usdt: given[`${chain}_USDT`],
    chainId: given[`${chain}_CHAIN_ID`],
    headers: chain === 'TRON' && given.TRON_API_KEY ? { 'TRON-PRO-API-KEY': given.TRON_API_KEY } : {},
  });
  return { TRON: of('TRON'), ETHEREUM: of('ETHEREUM'), BSC: of('BSC'), POLYGON: of('POLYGON') };
}

/** The key of TronGrid is no other operator's business, whose nodes may stand beside it. */
export function headersFor({ headers }: NodeSettings, address: string): NodeSettings['headers'] {
  return /(^|\.)trongrid\.io$/.test(new URL(address).hostname) ? headers : {};
}

/** An address that the portal may ask: https, or one within one's own network. */
export function isNodeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (hostname === '' || username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isInside(hostname));
}

/** This machine, a private address, or a name without dots, as containers have them. */
function isInside(hostname: string): boolean {
  if (hostname === '[::1]') return true;
  if (isIPv4(hostname)) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  return /^[a-z0-9-]+$/i.test(hostname);
}
