/**
 * The tree over all clients' statements. A client's place is the bits of its key, so that nobody can stand in it twice,
 * and a client who stands alone below a node is that node: the tree is as deep as it has to be and the same in whatever
 * order it grew.
 */
import { hash } from 'node:crypto';

/** SHA-256 over the parts as one text; everything about seals of statements is hashed like this. */
export function digest(...parts: readonly (string | bigint | number)[]): string {
  return hash('sha256', parts.join('|'));
}

/** `single` where one client alone stands below it. */
export type Node = { readonly hash: string; readonly single: boolean };

/** A node and where it stands: its first bits decide, at each level, whether it is left (0) or right (1). */
export type Placed = { readonly node: Node; readonly bits: string };

export function bitsOf(key: Buffer, length = 256): string {
  return BigInt(`0x${key.toString('hex')}`)
    .toString(2)
    .padStart(256, '0')
    .slice(0, length);
}

/** The node over all of these, which share their first `depth` bits; undefined over nobody. */
export function nodeOver(placed: readonly Placed[], depth = 0): Node | undefined {
  const end = endOf(placed, depth);
  if (end !== 'inner') return end;
  const [left, right] = sidesOf(placed, depth).map((side) => nodeOver(side, depth + 1));
  return join(left, right);
}

/**
 * What stands beside the way from the top down to `bits`, top first; with it and the leaf the top can be computed
 * again.
 */
export function besideTheWay(placed: readonly Placed[], bits: string, depth = 0): string[] {
  if (endOf(placed, depth) !== 'inner') return [];
  const sides = sidesOf(placed, depth);
  const own = bits[depth] === '1' ? 1 : 0;
  return [nodeOver(sides[1 - own]!, depth + 1)?.hash ?? '', ...besideTheWay(sides[own]!, bits, depth + 1)];
}

/** The node that needs no look further down: of nobody, of a client alone, or as deep as is known. */
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
