/**
 * How a node of Tron is asked. A transfer is final when the side of it that knows only solid blocks has it: 19 of 27
 * witnesses built on it. An empty answer is "not found"; anything else that is not understood is no answer at all.
 */
import { accountOf } from '#network/addresses.ts';
import {
  insistOnChain,
  insistOnDecimals,
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
};

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
  const { block_header: header } = objectOf(await post(node, '/wallet/getnowblock', {}));
  const { raw_data: raw } = objectOf(header);
  return wholeNumber(objectOf(raw)['number']);
}

function wholeNumber(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw strange();
  return value as number;
}

function post({ outward, url, headers, signal }: Node, path: string, body: object): Promise<unknown> {
  return outward.ask({ url: `${url}${path}`, body, headers, ...(signal ? { signal } : {}) });
}
