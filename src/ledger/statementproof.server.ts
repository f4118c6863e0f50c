/**
 * The tree of the newest seal of statements is computed again from every client's link, for the proof of the book. A
 * few buckets at a time, so that memory stays small and others get a turn: 100,000 clients take some seconds.
 */
import type pg from 'pg';
import { bitsOfBucket, bucketsAtOnce, bucketsOf, depth, leavesOf, type Reading } from './statements.server.ts';
import { nodeOver, type Node, type Placed } from './trie.server.ts';

/** What is wrong with the newest seal of statements; `counted`: how many clients are in it. */
export async function proveStatementTree(client: pg.ClientBase): Promise<{ counted: number; wrong: string[] }> {
  const db: Reading = {
    query: async (_name, text, values) => (await client.query(text, values as unknown[])).rows,
  };
  const [newest] = await db.query<{ seal: bigint; root: string }>(
    'ledger.newest_statement_seal',
    `select last_movement as seal, encode(root, 'hex') as root from statement_seals
     order by last_movement desc limit 1`,
  );
  if (!newest) return { counted: 0, wrong: [] };
  const { seal, root } = newest;
  const { tree, clients } = await treeAt(db, seal);
  const kept = new Map((await bucketsOf(db, seal)).map(({ bits, node }) => [bits, node]));
  const wrong: string[] = [];
  const say = (what: string) =>
    wrong.push(`The ${what} of the seal of statements up to movement ${seal} is not what the statements make`);
  if ((nodeOver(tree)?.hash ?? '') !== root) say('root');
  for (const { bits, node } of tree) {
    if (!isSame(kept.get(bits), node)) say(`bucket ${bits}`);
    kept.delete(bits);
  }
  for (const bits of kept.keys()) say(`bucket ${bits}`);
  return { counted: clients, wrong };
}

/** The buckets that are not empty at a seal, each made of its clients' links. */
async function treeAt(db: Reading, seal: bigint): Promise<{ tree: Placed[]; clients: number }> {
  const tree: Placed[] = [];
  let clients = 0;
  for (let first = 0; first < 2 ** depth; first += bucketsAtOnce) {
    const buckets = Array.from({ length: bucketsAtOnce }, (_, n) => first + n);
    for (const [bucket, leaves] of await leavesOf(db, buckets, seal)) {
      tree.push({ node: nodeOver(leaves, depth)!, bits: bitsOfBucket(bucket) });
      clients += leaves.length;
    }
  }
  return { tree, clients };
}

function isSame(kept: Node | undefined, node: Node): boolean {
  return kept?.hash === node.hash && kept.single === node.single;
}
