/**
 * How a node of Tron is asked. A transfer is final when the side of it that knows only solid blocks has it: 19 of 27
 * witnesses built on it. An empty answer is "not found"; anything else that is not understood is no answer at all.
 */
import { accountOf, tronAddressOf } from '#network/addresses.ts';
import {
  hashIn,
  insistOnChain,
  insistOnDecimals,
  insistOnNow,
  listOf,
  objectOf,
  strange,
  textIn,
  timeOf,
  type Family,
  type Node,
} from './node.server.ts';
import { plainHex, transfersAmong, type Event, type Reading } from './reading.ts';

export const tron: Family = {
  async check(node) {
    const first = objectOf(await post(node, '/wallet/getblockbynum', { num: 0 }));
    const id = textIn(first['blockID']);
    if (!/^[0-9a-f]{64}$/i.test(id)) throw strange();
    insistOnChain(node, BigInt(`0x${id.slice(-8)}`));
    const called = objectOf(
      await post(node, '/wallet/triggerconstantcontract', {
        owner_address: `41${'0'.repeat(40)}`,
        contract_address: `41${accountOf(node.network.usdt)}`,
        function_selector: 'decimals()',
        parameter: '',
      }),
    );
    insistOnDecimals(node, listOf(called['constant_result'] ?? [])[0]);
  },

  async read(node, hash) {
    const [solid, head] = await Promise.all([
      infoOf(node, '/walletsolidity/gettransactioninfobyid', hash),
      headOf(node),
    ]);
    const info = solid ?? (await infoOf(node, '/wallet/gettransactioninfobyid', hash));
    if (!info) return { found: false };
    const block = wholeNumber(info['blockNumber']);
    // A block that was made after the head was asked for.
    const confirmations = Math.max(head - block + 1, 1);
    return {
      ...contentOf(info),
      block,
      at: timeOf(wholeNumber(info['blockTimeStamp'])),
      confirmations,
      final: solid !== undefined && confirmations >= node.network.needed,
    };
  },

  async list(node, { account, mark, since }) {
    const head = await nowBlock(node);
    insistOnNow(new Date(head.at));
    const start = mark ?? since.getTime();
    const hashes = new Set<string>();
    let [next, fingerprint] = [start, ''];
    // More only where so many moved in one block that the next question would begin where this one did.
    for (let page = 0; page < mostPages || next === start; page += 1) {
      const listed = await pageOf(node, account, start, fingerprint);
      for (const { hash, at } of listed.rows) {
        if (hash !== undefined) hashes.add(hash);
        next = Math.max(next, at);
      }
      fingerprint = listed.fingerprint;
      if (fingerprint === '') break;
    }
    const safe = Math.min(head.at, fingerprint === '' ? Infinity : next) - overlapMs;
    const final = head.number - node.network.needed + 1;
    return { hashes: [...hashes], next, mark: safe, whole: fingerprint === '', final, head: head.at };
  },
};

/** Pages of one question: more are asked for after what was found is kept. */
const mostPages = 10;
/** The lists of a provider are made after its blocks, and may be late. */
const overlapMs = 3_600_000;

/**
 * A page of what moved at an account, oldest first. `hash` is undefined for what is no transfer of USDT, or of nothing.
 */
async function pageOf(node: Node, account: string, start: number, fingerprint: string) {
  const query = new URLSearchParams({
    limit: '200',
    order_by: 'block_timestamp,asc',
    contract_address: node.network.usdt,
    min_timestamp: String(start),
    ...(fingerprint === '' ? {} : { fingerprint }),
  });
  const { outward, url, headers, signal } = node;
  const path = `/v1/accounts/${tronAddressOf(account)}/transactions/trc20`;
  const answer = objectOf(await outward.ask({ url: `${url}${path}?${query}`, headers, ...(signal ? { signal } : {}) }));
  const rows = listOf(answer['data'])
    .map(objectOf)
    .map((row) => {
      const { address } = objectOf(row['token_info'] ?? {});
      const moves = row['type'] === 'Transfer' && address === node.network.usdt && row['value'] !== '0';
      return {
        hash: moves ? hashIn(textIn(row['transaction_id'])) : undefined,
        at: wholeNumber(row['block_timestamp']),
      };
    });
  const { fingerprint: more = '' } = objectOf(answer['meta'] ?? {});
  return { rows, fingerprint: rows.length === 0 ? '' : textIn(more) };
}

function contentOf(info: Record<string, unknown>): Pick<Reading & { found: true }, 'found' | 'failed' | 'transfers'> {
  const { result: spent } = objectOf(info['receipt'] ?? {});
  // The documentation spells it so.
  const failed = ![undefined, 'SUCESS', 'SUCCESS'].includes(info['result'] as string | undefined);
  const ranOut = ![undefined, 'DEFAULT', 'SUCCESS'].includes(spent as string | undefined);
  if (failed || ranOut) return { found: true, failed: true, transfers: [] };
  return { found: true, failed: false, transfers: transfersAmong(listOf(info['log'] ?? []).map(eventOf)) };
}

function eventOf(value: unknown): Event {
  const { address, topics = [], data = '' } = objectOf(value);
  return { token: contractIn(textIn(address)), topics: listOf(topics).map(textIn), data: textIn(data) };
}

/** Twenty bytes without the leading 41; some providers write it with it, or in Base58. */
function contractIn(address: string): string {
  const match = /^(?:41)?([0-9a-f]{40})$/.exec(plainHex(address));
  return match?.[1] ?? accountOf(address) ?? '';
}

/** Undefined where this side of the node does not have it. */
async function infoOf(node: Node, path: string, hash: string): Promise<Record<string, unknown> | undefined> {
  const info = objectOf(await post(node, path, { value: hash }));
  if (Object.keys(info).length === 0) return undefined;
  if (typeof info['id'] !== 'string' || plainHex(info['id']) !== hash) throw strange();
  return info;
}

async function headOf(node: Node): Promise<number> {
  return (await nowBlock(node)).number;
}

async function nowBlock(node: Node): Promise<{ number: number; at: number }> {
  const { block_header: header } = objectOf(await post(node, '/wallet/getnowblock', {}));
  const { number, timestamp = Date.now() } = objectOf(objectOf(header)['raw_data']);
  return { number: wholeNumber(number), at: timeOf(wholeNumber(timestamp)).getTime() };
}

function wholeNumber(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw strange();
  return value as number;
}

function post({ outward, url, headers, signal }: Node, path: string, body: object): Promise<unknown> {
  return outward.ask({ url: `${url}${path}`, body, headers, ...(signal ? { signal } : {}) });
}
