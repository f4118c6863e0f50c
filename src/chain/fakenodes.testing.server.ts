/** Chains of our own, with nodes that are real HTTP servers and speak documented JSON; a node can behave badly. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { accountOf } from '#network/addresses.ts';
import { networkCalled, type Network } from './networks.ts';

/** Addresses as people write them. */
export type FakeEvent = { token?: string; from: string; to: string; units: bigint };

export type FakeTransaction = {
  hash: string;
  events: readonly FakeEvent[];
  failed?: 'REVERT' | 'OUT_OF_ENERGY';
  block: number;
  at: Date;
};

export type FakeChain = {
  readonly network: Network;
  head: number;
  /** The highest block that is final. */
  final: number;
  readonly transactions: Map<string, FakeTransaction>;
  /** A transaction in the newest block, or in one so many blocks older; answers its hash. */
  send(
    events: readonly FakeEvent[],
    also?: Partial<Pick<FakeTransaction, 'hash' | 'failed' | 'at'>> & { age?: number },
  ): string;
  /** So many blocks later; what has enough confirmations by then is final. */
  mine(blocks: number): void;
  /**
   * Another branch wins: what stood in the newest blocks is gone, and their hashes are others. Answers what is gone.
   */
  reorganise(blocks: number): FakeTransaction[];
  /** How many branches won so far. */
  forks: number;
};

export function fakeChain(name: string): FakeChain {
  const network = networkCalled(name)!;
  const chain: FakeChain = {
    network,
    head: 1_000_000,
    final: 1_000_000 - network.needed,
    transactions: new Map(),
    forks: 0,
    send(events, { hash = randomBytes(32).toString('hex'), age = 0, at = new Date(), ...also } = {}) {
      chain.transactions.set(hash, { hash, events, block: chain.head - age, at, ...also });
      return hash;
    },
    mine(blocks) {
      chain.head += blocks;
      chain.final = chain.head - network.needed + 1;
    },
    reorganise(blocks) {
      const gone = [...chain.transactions.values()].filter(({ block }) => block > chain.head - blocks);
      for (const { hash } of gone) chain.transactions.delete(hash);
      chain.forks += 1;
      return gone;
    },
  };
  return chain;
}

export type Mood =
  | 'well'
  | 'hangs'
  | 'slow'
  | 'html'
  | '500'
  | '403'
  | '429'
  | 'other chain'
  | 'other decimals'
  | 'error';
export type FakeNode = {
  readonly url: string;
  mood: Mood;
  asked: number;
  chain: FakeChain;
  /** Transactions that it does not know, leaves out of its lists, answers about at great length: hashes. */
  readonly lacks: Set<string>;
  readonly omits: Set<string>;
  readonly bloats: Set<string>;
  /** Whatever names one of these. */
  readonly refuses: Set<string>;
  /** What else its lists name, though it is nowhere. */
  readonly invents: Set<string>;
  /** It refuses a list of more events, or of more blocks, than this; of no events at all: it has no lists. */
  mostLogs: number;
  mostBlocks: number;
  statusOfRefusal: number;
  ageOfHeadMs: number;
  lateBlocks: number;
  close(): Promise<void>;
};

export async function fakeNode(chain: FakeChain, mood: Mood = 'well', port = 0): Promise<FakeNode> {
  const server = createServer((request, response) => {
    node.asked += 1;
    const asked = request.method === 'GET' ? Promise.resolve({}) : json(request);
    asked.then(
      (body) => answer(node, request.url ?? '/', body as Record<string, unknown>, response),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  const node: FakeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood,
    asked: 0,
    chain,
    lacks: new Set(),
    omits: new Set(),
    bloats: new Set(),
    refuses: new Set(),
    invents: new Set(),
    mostLogs: Infinity,
    mostBlocks: 2_000,
    statusOfRefusal: 200,
    ageOfHeadMs: 0,
    lateBlocks: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return node;
}

function answer(node: FakeNode, path: string, body: Record<string, unknown>, response: ServerResponse): void {
  const { mood, chain } = node;
  if (mood === 'hangs') return;
  if (mood === 'html') return void response.end('<!doctype html><title>Just a moment...</title>');
  if (/^\d+$/.test(mood)) return void response.writeHead(Number(mood)).end('{}');
  if (path.startsWith('/v1/') && node.mostLogs < 0) return void response.writeHead(404).end();
  const asked = path + JSON.stringify(body);
  if ([...node.refuses].some((about) => asked.includes(about)))
    return void response.end('{"Error": "internal", "error": {"code": -32000}}');
  const told =
    chain.network.family === 'tron'
      ? tronAnswer(node, path, body)
      : { jsonrpc: '2.0', id: body['id'], ...evmAnswer(node, String(body['method']), body['params'] as unknown[]) };
  if ('error' in told) response.statusCode = node.statusOfRefusal;
  const text = JSON.stringify(told);
  if (mood !== 'slow') return void response.end(text);
  response.write(text.slice(0, 1));
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string) => hex.padStart(64, '0');
const account = (address: string) => accountOf(address)!;

function logsOf({ network }: FakeChain, { events }: FakeTransaction) {
  return events.map(({ token = network.usdt, from, to, units }) => ({
    address: account(token),
    topics: [transferTopic, word(account(from)), word(account(to))],
    data: word(units.toString(16)),
  }));
}

function tronAnswer(node: FakeNode, path: string, body: Record<string, unknown>): object {
  const { chain, mood } = node;
  if (mood === 'error') return { Error: 'class java.lang.NullPointerException : null' };
  if (path === '/wallet/getblockbynum')
    return { blockID: word((mood === 'other chain' ? 0x94a9059en : chain.network.chainId).toString(16)) };
  if (path === '/wallet/triggerconstantcontract')
    return { result: { result: true }, constant_result: [decimalsWord(chain, mood)] };
  if (path === '/wallet/getnowblock')
    return { block_header: { raw_data: { number: chain.head, timestamp: Date.now() - node.ageOfHeadMs } } };
  if (path.startsWith('/v1/accounts/')) return tronList(node, new URL(path, 'http://node'));
  const found = known(node, String(body['value']));
  if (!found || (path.startsWith('/walletsolidity') && found.block > chain.final)) return {};
  return {
    id: found.hash,
    blockNumber: found.block,
    blockTimeStamp: found.at.getTime(),
    ...(found.failed ? { result: 'FAILED' } : {}),
    receipt: { energy_usage_total: 65_000, result: found.failed ?? 'SUCCESS' },
    log: logsOf(chain, found),
    ...bloat(node, found),
  };
}

function evmAnswer(node: FakeNode, method: string, params: unknown[]): object {
  const { chain, mood } = node;
  if (mood === 'error') return { error: { code: -32_000, message: 'header not found' } };
  const hex = (number: number | bigint) => `0x${number.toString(16)}`;
  if (method === 'eth_chainId') return { result: hex(mood === 'other chain' ? 5n : chain.network.chainId) };
  if (method === 'eth_call') return { result: `0x${decimalsWord(chain, mood)}` };
  if (method === 'eth_blockNumber') return { result: hex(chain.head) };
  if (method === 'eth_getBlockByNumber') {
    const tags: Record<string, number> = { finalized: chain.final - node.lateBlocks, latest: chain.head };
    const number = tags[String(params[0])] ?? Number(params[0]);
    const within = [...chain.transactions.values()].find(({ block }) => block === number);
    const otherwise = new Date(Date.now() - node.ageOfHeadMs - Math.max(0, chain.head - number) * 3_000);
    const seconds = Math.floor((within?.at ?? otherwise).getTime() / 1_000);
    return { result: { number: hex(number), hash: blockHash(chain, number), timestamp: hex(seconds) } };
  }
  if (method === 'eth_getLogs') return evmList(node, params[0] as LogFilter);
  const found = known(node, String(params[0]).replace(/^0x/, ''));
  if (!found) return { result: null };
  const place = {
    transactionHash: `0x${found.hash}`,
    blockHash: blockHash(chain, found.block),
    blockNumber: hex(found.block),
  };
  const logs = logsOf(chain, found).map(({ address, topics, data }, index) => ({
    ...place,
    address: `0x${address}`,
    topics: topics.map((topic) => `0x${topic}`),
    data: `0x${data}`,
    logIndex: hex(7 + index),
    removed: false,
  }));
  return { result: { ...place, status: found.failed ? '0x0' : '0x1', logs, ...bloat(node, found) } };
}

function known({ chain, lacks }: FakeNode, hash: string): FakeTransaction | undefined {
  return lacks.has(hash) ? undefined : chain.transactions.get(hash);
}

/** More than anybody reads. */
function bloat({ bloats }: FakeNode, { hash }: FakeTransaction): object {
  return bloats.has(hash) ? { logsBloom: '0'.repeat(9_000_000) } : {};
}

function decimalsWord({ network }: FakeChain, mood: Mood): string {
  return word((mood === 'other decimals' ? 8 : network.decimals).toString(16));
}

function blockHash({ forks }: FakeChain, number: number): string {
  return `0x${createHash('sha256').update(`block ${number} of ${forks}`).digest('hex')}`;
}

const pageLength = 200;

/** Oldest first, 200 a page; the fingerprint says where the next begins. */
function tronList({ chain, omits, invents }: FakeNode, { pathname, searchParams }: URL): object {
  const own = account(pathname.split('/')[3]!);
  const limit = Math.min(Number(searchParams.get('limit') ?? 20), pageLength);
  const start = Number(searchParams.get('fingerprint') ?? 0);
  const rows = [...chain.transactions.values()]
    .filter(
      ({ hash, at, failed }) =>
        !failed && !omits.has(hash) && at.getTime() >= Number(searchParams.get('min_timestamp') ?? 0),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap(({ hash, at, events }) =>
      events
        .filter(({ token = chain.network.usdt }) => token === searchParams.get('contract_address'))
        .filter(({ from, to }) => [account(from), account(to)].includes(own))
        .map(({ token = chain.network.usdt, from, to, units }) => ({
          transaction_id: hash,
          token_info: { symbol: 'USDT', address: token, decimals: chain.network.decimals },
          block_timestamp: at.getTime(),
          from,
          to,
          type: 'Transfer',
          value: String(units),
        })),
    );
  for (const hash of invents)
    rows.push({
      transaction_id: hash,
      token_info: { symbol: 'USDT', address: chain.network.usdt, decimals: chain.network.decimals },
      block_timestamp: Date.now(),
      from: '',
      to: '',
      type: 'Transfer',
      value: '1',
    });
  const more = rows.length > start + limit ? { fingerprint: String(start + limit) } : {};
  return { data: rows.slice(start, start + limit), success: true, meta: { at: Date.now(), page_size: limit, ...more } };
}

type LogFilter = { fromBlock: string; toBlock: string; address: string; topics: (string | null)[] };

function evmList(
  { chain, omits, invents, mostLogs, mostBlocks }: FakeNode,
  { fromBlock, toBlock, address, topics }: LogFilter,
): object {
  const [first, last] = [Number(fromBlock), Number(toBlock)];
  if (last - first >= mostBlocks) return { error: { code: -32_005, message: 'query exceeds max block range' } };
  const result = [...chain.transactions.values()]
    .filter(({ hash, block, failed }) => !failed && !omits.has(hash) && block >= first && block <= last)
    .flatMap((found) => logsOf(chain, found).map((log) => ({ found, log })))
    .filter(({ log }) => `0x${log.address}` === address.toLowerCase())
    .filter(({ log }) => topics.every((topic, place) => topic === null || topic === `0x${log.topics[place]}`))
    .map(({ found, log }) => ({ transactionHash: `0x${found.hash}`, data: `0x${log.data}`, address }));
  for (const hash of invents) result.push({ transactionHash: `0x${hash}`, data: '0x1', address });
  if (result.length > mostLogs) return { error: { code: -32_005, message: 'query returned more results' } };
  return { result };
}
