/**
 * Sealed statements: proof for a client that the lines of a statement are the ones that were there when a head was
 * mailed, and that none is missing, without showing anybody else's lines. How lines are hashed stands in
 * migrations/functions/statement_line.sql and statement_link.sql, and how the head is made of them beside the table
 * statement_seals in migrations/0001-baseline.sql. scripts/verify-statement.mjs checks a proof and shares no code with
 * this file.
 *
 * Sealing goes over that part of the book which the book's own seals already cover. It runs some time after the orders,
 * which know nothing about it and do not wait for it.
 */
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { besideTheWay, bitsOf, digest, nodeOver, type Node, type Placed } from './trie.server.ts';

/** A database that is only read, or a proof's connection. */
export type Reading = Pick<Database, 'query'>;

/** What is mailed and shown: it covers the book's seal and every client's statement up to movement `lastMovement`. */
export type Head = { head: string; at: Date; lastMovement: bigint };

/** A head with what it was made of. */
type StatementSeal = Head & { previous: string; root: string; book: string };

/** The tree's levels above its 4,096 buckets: with a million clients some 250 are in each. */
export const depth = 12;

/** So many buckets are read at a time, so that memory stays small. */
export const bucketsAtOnce = 64;

/**
 * How many movements one transaction seals (it may take 30 seconds, also on a slow machine), and how long one call goes
 * on.
 */
const portion = 20_000;
const patienceMs = 5_000;

/** SQL: whether movement `m` is a line of a client's statement. */
export const ofWallet = `(m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')`;

/**
 * The newest head, for the daily mail to the admins and for whoever wants to compare; undefined before the first. One
 * round trip.
 */
export async function currentHead(db: Database): Promise<Head | undefined> {
  const [head] = await db.query<Head>(
    'ledger.statement_head',
    `select encode(head, 'hex') as head, at, last_movement as "lastMovement" from statement_seals
     order by last_movement desc limit 1`,
  );
  return head;
}

/** The seal with this head, or the newest; undefined where there is none. One round trip. */
export async function statementSeal(db: Database, head?: string): Promise<StatementSeal | undefined> {
  const [seal] = await db.query<StatementSeal>(
    'ledger.statement_seal',
    `select encode(s.head, 'hex') as head, encode(s.root, 'hex') as root, s.at, s.last_movement as "lastMovement",
     encode(b.head, 'hex') as book,
       coalesce((select encode(p.head, 'hex') from statement_seals p where p.last_movement < s.last_movement
       order by p.last_movement desc limit 1), '') as previous
     from statement_seals s join seals b on b.last_movement = s.last_movement
     where $1::text is null or s.head = decode($1, 'hex') order by s.last_movement desc limit 1`,
    [head ?? null],
  );
  return seal;
}

/**
 * How many of a client's lines a seal covers, and the hashes that are needed to compute its root from them; undefined
 * where it covers none.
 */
export async function placeInSeal(
  db: Database,
  client: bigint,
  { lastMovement }: Head,
): Promise<{ lines: number; path: string[] } | undefined> {
  const [own] = await db.query<{ key: Buffer; bucket: number; lines: number }>(
    'ledger.statement_place',
    `select k.key, k.bucket::int as bucket, h.lines::int as lines from statement_keys k
     join statement_heads h on h.client = k.client
     where k.client = $1 and h.seal <= $2 order by h.seal desc limit 1`,
    [client, lastMovement],
  );
  if (!own) return undefined;
  const [buckets, leaves] = await Promise.all([bucketsOf(db, lastMovement), leavesOf(db, [own.bucket], lastMovement)]);
  const bits = bitsOf(own.key);
  return {
    lines: own.lines,
    path: [...besideTheWay(buckets, bits), ...besideTheWay(leaves.get(own.bucket)!, bits, depth)],
  };
}

/** A client's lines as they were hashed, oldest first, as far as a seal goes; never more than a batch in memory. */
export async function* sealedLines(
  db: Database,
  client: bigint,
  { lastMovement }: Head,
  batch = 1_000,
): AsyncGenerator<string> {
  let [after, count] = [0n, 0];
  for (;;) {
    const lines = await db.query<{ id: bigint; line: string }>(
      'ledger.statement_lines',
      `select m.id, statement_line($5 + row_number() over (order by m.id), m, r.apply_id) as line
       from (select m.* from movements m where (m.client, m.id) > ($1, $2::bigint) and m.client <= $1
         and m.id <= $3 and ${ofWallet}
         order by m.client, m.id limit $4) m join requests r on r.id = m.request order by m.id`,
      [client, after, lastMovement, batch, count],
    );
    for (const { line } of lines) yield line;
    if (lines.length < batch) return;
    after = lines.at(-1)!.id;
    count += lines.length;
  }
}

/**
 * Seals movements that the book's seals cover and the statements' seals do not yet, at most about `most`; answers over
 * how many it went. Any number of nodes may call it at once: one seals, the others find nothing left.
 */
export function sealStatements(db: Database, most = portion): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('ledger.statement_lock', 'select pg_advisory_xact_lock($1)', [locks.sealStatements]);
    const [next] = await tx.query<{ before: bigint; upto: bigint | null; book: string; previous: string; at: Date }>(
      'ledger.statement_next',
      `select p.last_movement as before, b.last_movement as upto, encode(b.head, 'hex') as book,
       encode(p.head, 'hex') as previous,
         date_trunc('milliseconds', clock_timestamp()) as at
       from (select last_movement, head from statement_seals union all select 0, '' order by 1 desc limit 1) p
       left join lateral (
         (select s.last_movement, s.head from seals s where s.last_movement > p.last_movement
         and s.last_movement <= p.last_movement + $1
           order by s.last_movement desc limit 1)
         union all (select s.last_movement, s.head from seals s where s.last_movement > p.last_movement
           order by s.last_movement limit 1)
         order by 1 desc limit 1) b on true`,
      [most],
    );
    const { before, upto, book, previous, at } = next!;
    if (upto === null) return 0;
    await lengthenChains(tx, before, upto);
    await renewBuckets(tx, upto);
    const root = nodeOver(await bucketsOf(tx, upto))?.hash ?? '';
    await tx.query(
      'ledger.statement_sealed',
      `insert into statement_seals (last_movement, root, head, at)
       values ($1, decode($2, 'hex'), decode($3, 'hex'), $4)`,
      [upto, root, digest('seal', previous, at.toISOString(), root, book), at],
    );
    return Number(upto - before);
  });
}

/** Seals once an hour, and portion by portion while more than one waits; cheap enough to be called every minute. */
export async function keepStatementsSealed(db: Database): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until && (await isDue(db)) && (await sealStatements(db)) > 0);
}

async function isDue(db: Database): Promise<boolean> {
  const [row] = await db.query<{ due: boolean }>(
    'ledger.statement_due',
    `select coalesce((select s.at not between now() - interval '1 hour' and clock_timestamp()
     or s.last_movement + $1 < (select max(last_movement) from seals)
       from statement_seals s order by s.last_movement desc limit 1), true) as due`,
    [portion],
  );
  return row!.due;
}

/** Adds the new lines of these movements to their clients' chains. */
async function lengthenChains(tx: Database, before: bigint, upto: bigint): Promise<void> {
  await tx.query(
    'ledger.statement_keys',
    `insert into statement_keys (client, key, bucket)
     select u.id, k.key, (get_byte(k.key, 0) << 4) | (get_byte(k.key, 1) >> 4)
     from (select distinct m.client from movements m where m.id > $1 and m.id <= $2 and ${ofWallet}) c
     join clients u on u.id = c.client cross join lateral (select sha256(convert_to(u.public_id, 'UTF8')) as key) k
     on conflict do nothing`,
    [before, upto],
  );
  await tx.query(
    'ledger.statement_heads',
    `with changed as materialized (
       select k.client, coalesce(h.lines, 0) as lines, coalesce(h.head, k.key) as head
       from (select distinct m.client from movements m where m.id > $1 and m.id <= $2 and ${ofWallet}) c
       join statement_keys k on k.client = c.client
       left join lateral (select h.lines, h.head from statement_heads h where h.client = k.client
         order by h.seal desc limit 1) h on true)
     insert into statement_heads (client, seal, lines, head)
     select l.client, $2, max(l.n), statement_chain(l.head, l.line order by l.n)
     from (
       select c.client, c.head, m.n + c.lines as n, statement_line(m.n + c.lines, m.movement, r.apply_id) as line
       from (select m as movement, m.client, m.request, row_number() over (partition by m.client order by m.id) as n
         from movements m where m.id > $1 and m.id <= $2 and ${ofWallet}) m
       join changed c on c.client = m.client join requests r on r.id = m.request) l
     group by l.client`,
    [before, upto],
  );
}

/** Computes the buckets anew in which a client has new lines. */
async function renewBuckets(tx: Database, seal: bigint): Promise<void> {
  const changed = await tx.query<{ bucket: number }>(
    'ledger.statement_changed',
    `select distinct k.bucket::int as bucket from statement_heads h join statement_keys k on k.client = h.client
     where h.seal = $1`,
    [seal],
  );
  for (let at = 0; at < changed.length; at += bucketsAtOnce) {
    const some = changed.slice(at, at + bucketsAtOnce).map(({ bucket }) => bucket);
    const leaves = await leavesOf(tx, some, seal);
    const nodes = some.map((bucket) => nodeOver(leaves.get(bucket)!, depth)!);
    await tx.query(
      'ledger.statement_buckets',
      `insert into statement_buckets (bucket, seal, node, single)
       select b.bucket, $4, decode(b.node, 'hex'), b.single
         from unnest($1::smallint[], $2::text[], $3::boolean[]) b (bucket, node, single)`,
      [some, nodes.map((node) => node.hash), nodes.map((node) => node.single), seal],
    );
  }
}

/** The clients in these buckets, as they were at a seal. */
export async function leavesOf(db: Reading, buckets: readonly number[], seal: bigint): Promise<Map<number, Placed[]>> {
  const rows = await db.query<{ bucket: number; key: Buffer; lines: bigint; head: Buffer }>(
    'ledger.statement_leaves',
    `select k.bucket::int as bucket, k.key, h.lines, h.head from statement_keys k
     cross join lateral (select lines, head from statement_heads h where h.client = k.client and h.seal <= $2
       order by h.seal desc limit 1) h
     where k.bucket = any ($1::smallint[])`,
    [buckets, seal],
  );
  const leaves = new Map<number, Placed[]>();
  for (const { bucket, key, lines, head } of rows) {
    const node: Node = { hash: digest('leaf', key.toString('hex'), lines, head.toString('hex')), single: true };
    const there = leaves.get(bucket);
    const leaf = { node, bits: bitsOf(key) };
    if (there) there.push(leaf);
    else leaves.set(bucket, [leaf]);
  }
  return leaves;
}

/** The buckets that are not empty, as they were at a seal. */
export async function bucketsOf(db: Reading, seal: bigint): Promise<Placed[]> {
  const rows = await db.query<{ bucket: number; node: Buffer; single: boolean }>(
    'ledger.statement_tree',
    `select b.bucket::int as bucket, s.node, s.single from generate_series(0, 4095) b (bucket)
     cross join lateral (select node, single from statement_buckets s
       where s.bucket = b.bucket::smallint and s.seal <= $1 order by s.seal desc limit 1) s`,
    [seal],
  );
  return rows.map(({ bucket, node, single }) => ({
    node: { hash: node.toString('hex'), single },
    bits: bitsOfBucket(bucket),
  }));
}

export function bitsOfBucket(bucket: number): string {
  return bucket.toString(2).padStart(depth, '0');
}
