/**
 * The tree over all clients' statements. A client's place in it is given by the bits of the client's key, so nobody can
 * be in it twice. A subtree with one client in it is replaced by that client's leaf: so the tree is no deeper than it
 * has to be, and it is the same in whatever order it grew.
 */
import { hash } from 'node:crypto';

/** SHA-256 over the parts, joined to one text; all hashes of sealed statements are made like this. */
export function digest(...parts: readonly (string | bigint | number)[]): string {
  return hash('sha256', parts.join('|'));
}

/** `single`: exactly one client stands below it. */
export type Node = { readonly hash: string; readonly single: boolean };

/** A node and its place: each bit says whether the way down goes left (0) or right (1). */
export type Placed = { readonly node: Node; readonly bits: string };

export function bitsOf(key: Buffer): string {
  return BigInt(`0x${key.toString('hex')}`)
    .toString(2)
    .padStart(256, '0');
}

/** The node over all of these, which share their first `depth` bits; undefined over nobody. */
export function nodeOver(placed: readonly Placed[], depth = 0): Node | undefined {
  const end = endOf(placed, depth);
  if (end !== 'inner') return end;
  const [left, right] = sidesOf(placed, depth).map((side) => nodeOver(side, depth + 1));
  return join(left, right);
}

/**
 * The hashes of the neighbours along the way from the top down to `bits`, the topmost first. With these and the leaf
 * anybody can compute the top again.
 */
export function besideTheWay(placed: readonly Placed[], bits: string, depth = 0): string[] {
  if (endOf(placed, depth) !== 'inner') return [];
  const sides = sidesOf(placed, depth);
  const own = bits[depth] === '1' ? 1 : 0;
  return [nodeOver(sides[1 - own]!, depth + 1)?.hash ?? '', ...besideTheWay(sides[own]!, bits, depth + 1)];
}

/**
 * The node where this subtree ends: it is empty, it has one client, or it is as deep as bits are known. Else 'inner'.
 */
function endOf(placed: readonly Placed[], depth: number): Node | undefined | 'inner' {
  const [first] = placed;
  if (!first) return undefined;
  return placed.length === 1 && (first.node.single || first.bits.length === depth) ? first.node : 'inner';
}

function sidesOf(placed: readonly Placed[], depth: number): [Placed[], Placed[]] {
  return [placed.filter(({ bits }) => bits[depth] === '0'), placed.filter(({ bits }) => bits[depth] === '1')];
}

function join(left: Node | undefined, right: Node | undefined): Node | undefined {
  if (!left && !right) return undefined;
  const alone = left && right ? undefined : (left ?? right);
  return alone?.single ? alone : { hash: digest('node', left?.hash ?? '', right?.hash ?? ''), single: false };
}
