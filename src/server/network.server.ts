/**
 * Which addresses count as one caller for limits. An IPv4 address is one household. An IPv6 household has 2^64
 * addresses and may use another one for every guess, so there a /64 counts as one.
 */
import { isIPv4, isIPv6 } from 'node:net';

export function networkOf(address: string): string {
  return blockOf(address, 4);
}

/** The /48 around an IPv6 address, which one customer may hold whole; undefined for IPv4. */
export function widerNetworkOf(address: string): string | undefined {
  const wider = blockOf(address, 3);
  return wider === blockOf(address, 8) ? undefined : wider;
}

/**
 * The first `groups` groups of sixteen bits; an IPv4 address, also one written as IPv6, stays whole. Some proxies add
 * the port, which differs for every connection and is removed. All texts that are no address count as one caller.
 */
function blockOf(address: string, groups: number): string {
  const [bare = ''] = (/^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address).split('%');
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(bare)?.[1];
  if (four !== undefined && isIPv4(four)) return four;
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return groups >= 8 ? all.join(':') : `${all.slice(0, groups).join(':')}::/${groups * 16}`;
}
