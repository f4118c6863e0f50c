/**
 * Whose neighbourhood an address is, for limits: an IPv4 address is one household, but an IPv6 household has 2^64 addresses and
 * may use another for every guess, so there the /64 counts as one.
 */
import { isIPv6 } from 'node:net';

export function networkOf(address: string): string {
  return blockOf(address, 4);
}

/** The /48 around an IPv6 address, which one customer may hold whole; undefined for IPv4. */
export function widerNetworkOf(address: string): string | undefined {
  const wider = blockOf(address, 3);
  return wider === blockOf(address, 8) ? undefined : wider;
}

/** The first `groups` groups of sixteen bits. What is no IPv6 address, or only an IPv4 address in its clothes, stays as it is. */
function blockOf(address: string, groups: number): string {
  const [bare = address] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return groups >= 8 ? all.join(':') : `${all.slice(0, groups).join(':')}::/${groups * 16}`;
}
