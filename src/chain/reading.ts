/**
 * What a node says about one transaction. The events count and nothing else: what a call asks for may be refused, be
 * charged a fee or be one of many in an exchange's batch, and its receiver is a contract. Only the event `Transfer`
 * says who got how much of which token.
 */
import { accountOf } from '#network/addresses.ts';
import type { Network } from './networks.ts';

/** One event `Transfer`. Token and people are accounts: twenty bytes in small hexadecimal digits. */
export type Transfer = {
  /** Its place among all events of the transaction, from 0. */
  readonly line: number;
  readonly token: string;
  readonly sender: string;
  readonly recipient: string;
  readonly units: bigint;
};

export type Found = {
  readonly found: true;
  /** It is in a block, and did nothing: reverted, or out of energy. */
  readonly failed: boolean;
  readonly transfers: readonly Transfer[];
  readonly block: number;
  readonly at: Date;
  readonly confirmations: number;
  readonly final: boolean;
};

export type Reading = Found | { readonly found: false };

/**
 * What came of a look: a reading; or nobody answered; or who did contradict each other, or answer at too great a
 * length, so that asking again soon helps nothing.
 */
export type Looked = Reading | 'down' | 'unusable';

export function foundIn(looked: Looked): Found | undefined {
  return typeof looked === 'object' && looked.found ? looked : undefined;
}

/** Without lines of more USDT than there is: a node that lies may name any number, and the database holds none such. */
export function believable(looked: Looked, { usdt, decimals }: Pick<Network, 'usdt' | 'decimals'>): Looked {
  const found = foundIn(looked);
  if (!found) return looked;
  const [token, most] = [accountOf(usdt), 10n ** BigInt(decimals + 12)];
  return { ...found, transfers: found.transfers.filter((each) => each.token !== token || each.units < most) };
}

/** What several nodes say together. */
export function agreedReading(readings: readonly Reading[]): Reading | 'unusable' {
  const found = readings.filter((reading) => reading.found);
  const [first, ...others] = found;
  if (!first) return { found: false };
  if (others.some((other) => !saysTheSame(first, other))) return 'unusable';
  const isOneBlock = others.every((other) => other.block === first.block && other.at.getTime() === first.at.getTime());
  return {
    ...first,
    // A node may say anything; more than this tells nobody anything.
    confirmations: Math.min(1_000_000, ...found.map(({ confirmations }) => confirmations)),
    // One that does not know it yet may be late, or may be the one that tells the truth.
    final: isOneBlock && readings.every((reading) => reading.found && reading.final),
  };
}

function saysTheSame(one: Found, other: Found): boolean {
  return one.failed === other.failed && (one.failed || textOf(one.transfers) === textOf(other.transfers));
}

function textOf(transfers: readonly Transfer[]): string {
  return transfers
    .map(({ line, token, sender, recipient, units }) => [line, token, sender, recipient, units].join(' '))
    .join('\n');
}

/** The digest of `Transfer(address,address,uint256)`. */
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** An event as a node writes it: topics and data in hexadecimal digits, with or without 0x. */
export type Event = { readonly token: string; readonly topics: readonly string[]; readonly data: string };

/** The transfers among these events, which are in their order. Of NFTs, with a fourth topic, none is one. */
export function transfersAmong(events: readonly Event[]): Transfer[] {
  return events.flatMap(({ token, topics, data }, line) => {
    const [event, from, to, ...more] = topics.map(plainHex);
    if (event !== transferTopic || from === undefined || to === undefined || more.length > 0) return [];
    const [sender, recipient, amount] = [accountIn(from), accountIn(to), plainHex(data)];
    if (sender === undefined || recipient === undefined || !/^[0-9a-f]{64}$/.test(amount)) return [];
    return [{ line, token, sender, recipient, units: BigInt(`0x${amount}`) }];
  });
}

export function plainHex(text: string): string {
  return text.toLowerCase().replace(/^0x/, '');
}

/** Thirty-two bytes of which the last twenty are an account; some nodes of Tron leave its 41 before them. */
function accountIn(topic: string): string | undefined {
  return /^(?:0{24}|0{22}41)([0-9a-f]{40})$/.exec(topic)?.[1];
}
