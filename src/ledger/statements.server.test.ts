import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { story } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { sealBook } from './seals.server.ts';
import { currentHead, placeInSeal, sealedLines, sealStatements, statementSeal } from './statements.server.ts';
import { besideTheWay, bitsOf, digest, nodeOver, type Placed } from './trie.server.ts';

const db = await testDatabase();
const at = story(db);

/** Seals everything there is, as if it were long settled. */
async function seal(): Promise<number> {
  await db.owner.pool.query(`select seal_book(7, now() + interval '1 hour')`);
  return sealStatements(db);
}

async function linesOf(client: bigint, batch?: number): Promise<string[]> {
  return Array.fromAsync(sealedLines(db, client, (await currentHead(db))!, batch));
}

/** Computes the head from nothing but what a client is given. */
async function headFrom(client: bigint, lines: readonly string[], head?: string): Promise<string | undefined> {
  const covered = (await statementSeal(db, head))!;
  const place = await placeInSeal(db, client, covered);
  if (!place) return undefined;
  const [{ public_id: id } = { public_id: '' }] = await db.query<{ public_id: string }>(
    't.id',
    'select public_id from clients where id = $1',
    [client],
  );
  const key = digest(id);
  let node = digest(
    'leaf',
    key,
    lines.length,
    lines.reduce((link, line) => digest('line', link, line), key),
  );
  const bits = bitsOf(Buffer.from(key, 'hex'));
  for (const [depth, beside] of [...place.path.entries()].toReversed())
    node = bits[depth] === '1' ? digest('node', beside, node) : digest('node', node, beside);
  return digest('seal', covered.previous, covered.at.toISOString(), node, covered.book);
}

describe('sealed statements', () => {
  test('have no head before there is anything to seal', async () => {
    expect(await sealStatements(db)).toBe(0);
    expect([await currentHead(db), await statementSeal(db)]).toEqual([undefined, undefined]);
  });

  test('make one head out of every client, and each leads there by own lines alone', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, (_, n) => at.account(BigInt(n) * 100n)));
    expect(await seal()).toBeGreaterThan(0);
    const { head } = (await currentHead(db))!;
    for (const { client } of clients) expect(await headFrom(client, await linesOf(client))).toBe(head);
    const stranger = await at.client(1_00n);
    expect(await placeInSeal(db, stranger, (await currentHead(db))!)).toBeUndefined();
  });

  test('go on where they stopped, and every older head can still be led to', async () => {
    const { client, adsId } = await at.account(50_00n);
    await seal();
    const before = { head: (await currentHead(db))!.head, lines: await linesOf(client) };
    await at.deposit(client, adsId, 7_00n);
    await seal();
    const after = { head: (await currentHead(db))!.head, lines: await linesOf(client) };
    expect(after.lines).toEqual([...before.lines, expect.stringMatching(/^\d+\|.*\|DP-.*\|asked\|-8\.05\|.*\|held$/)]);
    expect(await headFrom(client, after.lines)).toBe(after.head);
    expect(await headFrom(client, before.lines, before.head)).toBe(before.head);
    expect(await headFrom(client, before.lines)).not.toBe(after.head);
  });

  test('are sealed in portions of any size, by any number of nodes at once, each place once', async () => {
    const { client } = await at.account(3_00n);
    await db.owner.pool.query(`select seal_book(2, now() + interval '1 hour')`);
    const sealed = await Promise.all(Array.from({ length: 6 }, () => sealStatements(db, 1)));
    expect(sealed.every((count) => count <= 2)).toBe(true);
    while ((await sealStatements(db, 1)) > 0);
    const [{ seals, last } = { seals: 0n, last: 0n }] = await db.query<{ seals: bigint; last: bigint }>(
      't.n',
      'select count(distinct head) as seals, max(last_movement) as last from statement_seals',
    );
    const [{ end } = { end: 0n }] = await db.query<{ end: bigint }>('t.m', 'select max(id) as "end" from movements');
    expect(last).toBe(end);
    expect(Number(seals)).toBeGreaterThan(sealed.length / 2);
    expect(await headFrom(client, await linesOf(client, 1))).toBe((await currentHead(db))!.head);
    expect(await linesOf(client, 1)).toEqual(await linesOf(client));
  });

  test('can only be added to', async () => {
    for (const table of ['statement_seals', 'statement_keys', 'statement_heads', 'statement_buckets']) {
      for (const sql of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(db.owner.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
        await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
      }
    }
    await expect(db.owner.pool.query(`update statement_heads set lines = 0`)).rejects.toMatchObject({ code: '42501' });
  });

  test('cover nothing that the book has not sealed', async () => {
    await at.client(1_00n);
    expect(await sealBook(db)).toBe(0);
    expect(await sealStatements(db)).toBe(0);
  });
});

describe('the tree', () => {
  const keys = fc.uniqueArray(
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).fill(0, 2)),
    {
      minLength: 1,
      maxLength: 60,
      selector: (key) => key.toString('hex'),
    },
  );
  const leaf = (key: Buffer): Placed => ({
    node: { hash: digest('leaf', key.toString('hex')), single: true },
    bits: bitsOf(key),
  });

  test('is the same in whatever order it grew and wherever it is cut into buckets', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 15 }), (all, cut) => {
        const leaves = all.map(leaf);
        const top = nodeOver(leaves);
        const groups = Map.groupBy(leaves, ({ bits }) => bits.slice(0, cut));
        const buckets = [...groups].map(([bits, group]) => ({ bits, node: nodeOver(group, cut)! }));
        expect(nodeOver(leaves.toReversed())).toEqual(top);
        expect(nodeOver(buckets)).toEqual(top);
        for (const { bits } of leaves) {
          expect([...besideTheWay(buckets, bits), ...besideTheWay(groups.get(bits.slice(0, cut))!, bits, cut)]).toEqual(
            besideTheWay(leaves, bits),
          );
        }
      }),
    );
  });
});
