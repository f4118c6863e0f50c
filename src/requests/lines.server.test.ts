/**
 * A statement of some days is found by halving the history. Here it is compared with a plain search, at every kind of
 * moment.
 */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { countOfStatement, statementOf, walletAt, type StatementRange } from './statement.server.ts';
import { newClient, story } from './story.testing.server.ts';

const db = await testDatabase({ breaks: 'rows without their money, written by hand' });
const at = story(db);
const [client, other, nobody] = [await newClient(db.owner), await newClient(db.owner), await newClient(db.owner)];
const [made] = (await at.topup(client, 1_00n)).requests;

const hour = 3_600_000;
const began = Date.parse('2026-01-01T00:00:00Z');

/** Lines of two clients, minutes to days apart. Some transactions that began earlier got the later number. */
const lines = Array.from({ length: 600 }, (_, n) => ({
  id: BigInt(1_000 + n * 7),
  client: n % 3 === 0 ? other : client,
  at: new Date(
    began +
      Math.floor(n / 40) * 55 * hour +
      (n % 40) * 120_000 +
      (n % 5 === 0 ? 29_000 : 0) -
      (n % 7 === 0 ? 200_000 : 0),
  ),
}));
await db.owner.pool.query(
  `insert into movements (id, request, client, step, leg, src, dst, amount, fee, src_balance,
   at) overriding system value
   select id, $1, client, 0, id, 'wallet:' || client, 'held:' || client, 1, 0, id, at
     from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) l (id, client, at)`,
  [made!.id, lines.map((line) => line.id), lines.map((line) => line.client), lines.map((line) => line.at)],
);

const moments = [
  undefined,
  ...[-9e9, 0, 60_000, 55 * hour, 55 * hour + 61_000, 300 * hour, 301 * hour, 400 * hour, 9e9].map(
    (ms) => new Date(began + ms),
  ),
  // Between two lines of which the second has the earlier time.
  ...[98, 287].map((n) => new Date(lines[n]!.at.getTime() + 1)),
];
const ranges = moments.flatMap((from) => moments.map((to) => ({ client, from, to })));

const ids = lines.filter((line) => line.client === client).map(({ id }) => id);
const placeOf = (moment: Date) => lines.filter((line) => line.client === client && line.at < moment).at(-1)?.id ?? 0n;

test('every range has the lines after the last one before it, up to its own last, in both orders, counted alike, with the wallet before and after it', async () => {
  for (const range of ranges) {
    // What came into the book after the last line before the range, up to its own last one.
    const [after, upto] = [range.from ? placeOf(range.from) : 0n, range.to ? placeOf(range.to) : 9_999n];
    const expected = ids.filter((id) => id > after && id <= upto);
    const shown = async (more: Partial<StatementRange> = {}) =>
      (await statementOf(db, { ...range, limit: 1_000, ...more })).map((line) => line.line);
    expect(await shown()).toEqual(expected.toReversed());
    expect(await shown({ oldestFirst: true })).toEqual(expected);
    expect(await shown({ kinds: ['topup'] })).toEqual(expected.toReversed());
    expect(await shown({ kinds: ['goodwill'] })).toEqual([]);
    expect(await countOfStatement(db, range, 10_001)).toBe(expected.length);
    expect(await countOfStatement(db, { ...range, kinds: ['topup'] }, 10_001)).toBe(expected.length);
    expect(await walletAt(db, client, range.to)).toBe(range.to ? upto : ids.at(-1));
  }
});

test('pages go on beside a line, and who has no lines has none', async () => {
  const range = { client, from: new Date(began + 55 * hour), to: new Date(began + 400 * hour) };
  const all = await statementOf(db, { ...range, limit: 1_000 });
  const [middle] = all.slice(40, 41);
  const idsOf = (part: typeof all) => part.map((line) => line.line);
  expect(idsOf(await statementOf(db, { ...range, before: middle!.line, limit: 5 }))).toEqual(idsOf(all.slice(41, 46)));
  expect(idsOf(await statementOf(db, { ...range, after: middle!.line, oldestFirst: true, limit: 5 }))).toEqual(
    idsOf(all.slice(35, 40).toReversed()),
  );
  expect(idsOf(await statementOf(db, { ...range, skip: 10, limit: 5 }))).toEqual(idsOf(all.slice(10, 15)));
  expect(await statementOf(db, { client: nobody, from: range.from, to: range.to, limit: 5 })).toEqual([]);
  expect(await walletAt(db, nobody, range.to)).toBe(0n);
});
