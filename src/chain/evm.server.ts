/**
 * How a node of Ethereum and its kin is asked, by JSON-RPC. What is final is asked before the receipt, so that a fork
 * in between can't lend its finality to a transfer that it left out; and the receipt's block has to be the one that the
 * node has at that height.
 */
import { accountOf } from '#network/addresses.ts';
import { NoAnswer, Refuses, TooLong, type Question } from '#server/outward.server.ts';
import {
  insistOnChain,
  insistOnDecimals,
  insistOnNow,
  listOf,
  objectOf,
  hashIn,
  strange,
  textIn,
  timeOf,
  type Family,
  type Node,
} from './node.server.ts';
import { plainHex, transfersAmong, transferTopic, type Event } from './reading.ts';

export const evm: Family = {
  async check(node) {
    insistOnChain(node, quantity(await rpc(node, 'eth_chainId', [], ofNumber)));
    const decimals = { to: `0x${accountOf(node.network.usdt)}`, data: '0x313ce567' };
    insistOnDecimals(node, await rpc(node, 'eth_call', [decimals, 'latest'], ofNumber));
    await blockAt(node, 'finalized');
  },

  async read(node, hash) {
    const [{ height: finalized }, head] = await Promise.all([
      blockAt(node, 'finalized'),
      rpc(node, 'eth_blockNumber', [], ofNumber).then(height),
    ]);
    const answer = await rpc(node, 'eth_getTransactionReceipt', [`0x${hash}`]);
    if (answer === null) return { found: false };
    const receipt = objectOf(answer);
    if (plainHex(textIn(receipt['transactionHash'])) !== hash) throw strange();
    const block = height(receipt['blockNumber']);
    const { at, id } = await blockAt(node, `0x${block.toString(16)}`);
    if (id !== textIn(receipt['blockHash']).toLowerCase())
      throw new NoAnswer('has this transaction in a block that it left');
    const confirmations = Math.max(head - block + 1, 1);
    const failed = !succeeded(receipt['status']);
    return {
      found: true,
      failed,
      transfers: failed ? [] : transfersAmong(eventsOf(receipt, hash)),
      block,
      at,
      confirmations,
      final: block <= finalized && confirmations >= node.network.needed,
    };
  },

  async list(node, { account, mark, since }) {
    const [{ height: finalized }, { height: head, at }] = await Promise.all([
      blockAt(node, 'finalized'),
      blockAt(node, 'latest'),
    ]);
    insistOnNow(at);
    const final = Math.min(finalized, head - node.network.needed + 1);
    const start = mark === undefined ? await firstBlockSince(node, since, final) : mark + 1;
    const { hashes, last } =
      start > head ? { hashes: [], last: start - 1 } : await movedWithin(node, account, [start, head]);
    // Many say hours too late what is final, and one that never does would hold up the mark of all.
    const settled = Math.max(final, head - mostUnsettled);
    return { hashes, next: last, mark: Math.min(last, settled), whole: last >= head, final, head };
  },
};

/** No branch is as long, on any of these chains, whatever a node says of what is final. */
const mostUnsettled = 8_000;
/** Nodes refuse longer spans. */
export const mostBlocks = 2_000;
/** Of one block, which can't be asked for in parts: more than fits into the largest. */
const eventsOfBlock = { mostBytes: 32_000_000, mostValues: 1_000_000 };
/** A block names all of its transactions. */
const ofBlock = { mostBytes: 2_000_000, mostValues: 50_000 };
const ofNumber = { mostBytes: 64_000 };

/** It answers, and refuses this. */
class Declined extends NoAnswer {}

/**
 * What moved at an account in the first of these blocks: in as many as the node tells of at once, and next time in
 * twice as many. Anybody can fill blocks with events of nothing in our name, and some nodes refuse spans that others
 * answer.
 */
async function movedWithin(
  node: Node,
  account: string,
  [first, head]: [number, number],
): Promise<{ hashes: string[]; last: number }> {
  const own = `0x${account.padStart(64, '0')}`;
  const { learned } = node;
  const last = Math.min(head, first + learned.blocks - 1);
  try {
    const [came, left] = await Promise.all([
      logsWith(node, [first, last], [`0x${transferTopic}`, null, own]),
      logsWith(node, [first, last], [`0x${transferTopic}`, own]),
    ]);
    learned.blocks = Math.min(learned.blocks * 2, mostBlocks);
    return { hashes: [...new Set([...came, ...left])], last };
  } catch (error) {
    if (first === last) throw error;
    // Whoever is silent about a long span may answer about a short one, the next time.
    learned.blocks = Math.ceil((last - first + 1) / 2);
    if (!wantsLess(error)) throw error;
    return movedWithin(node, account, [first, head]);
  }
}

/** Providers refuse a span that is too long for them in words of JSON-RPC, or by a status: bad, or too large. */
function wantsLess(error: unknown): boolean {
  if (error instanceof Refuses) return error.status === 400 || error.status === 413;
  return error instanceof TooLong || error instanceof Declined;
}

/**
 * The hashes of transactions with such an event of USDT that moved something: anybody can have one of nothing written.
 */
async function logsWith(node: Node, [first, last]: [number, number], topics: (string | null)[]): Promise<string[]> {
  const span = {
    fromBlock: `0x${first.toString(16)}`,
    toBlock: `0x${last.toString(16)}`,
    address: `0x${accountOf(node.network.usdt)}`,
    topics,
  };
  const answer = await rpc(node, 'eth_getLogs', [span], first === last ? eventsOfBlock : {});
  return listOf(answer)
    .map(objectOf)
    .filter(({ data }) => /[1-9a-f]/.test(plainHex(textIn(data))))
    .map(({ transactionHash }) => hashIn(textIn(transactionHash)));
}

/** The first block that is not older than this, by halves. */
async function firstBlockSince(node: Node, since: Date, final: number): Promise<number> {
  let [before, after] = [-1, final];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const { at } = await blockAt(node, `0x${middle.toString(16)}`);
    if (at < since) before = middle;
    else after = middle;
  }
  return after;
}

function succeeded(status: unknown): boolean {
  if (status !== '0x1' && status !== '0x0') throw strange();
  return status === '0x1';
}

/** In their order, without a gap: a provider that leaves some out would give the others wrong lines. */
function eventsOf(receipt: Record<string, unknown>, hash: string): Event[] {
  const logs = listOf(receipt['logs'])
    .map(objectOf)
    .map((log) => ({ log, place: height(log['logIndex']) }))
    .toSorted((one, other) => one.place - other.place);
  return logs.map(({ log, place }, line) => {
    const belongs = plainHex(textIn(log['transactionHash'])) === hash && log['blockHash'] === receipt['blockHash'];
    if (place !== logs[0]!.place + line || log['removed'] === true || !belongs) throw strange();
    const token = plainHex(textIn(log['address']));
    return { token, topics: listOf(log['topics']).map(textIn), data: textIn(log['data']) };
  });
}

async function blockAt(node: Node, tag: string): Promise<{ height: number; at: Date; id: string }> {
  const block = objectOf(await rpc(node, 'eth_getBlockByNumber', [tag, false], ofBlock));
  const at = timeOf(height(block['timestamp']) * 1_000);
  return { height: height(block['number']), at, id: textIn(block['hash']).toLowerCase() };
}

function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw strange();
  return BigInt(value);
}

function height(value: unknown): number {
  const number = Number(quantity(value));
  if (!Number.isSafeInteger(number)) throw strange();
  return number;
}

async function rpc(
  { outward, url, headers, signal }: Node,
  method: string,
  params: unknown[],
  more: Partial<Question> = {},
): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const answer = objectOf(await outward.ask({ url, body, headers, ...(signal ? { signal } : {}), ...more }));
  if (answer['error'] !== undefined && answer['error'] !== null) throw new Declined(`refused ${method}`);
  if (!('result' in answer)) throw strange();
  return answer['result'];
}
