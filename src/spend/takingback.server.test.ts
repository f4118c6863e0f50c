/**
 * Imports that are taken back in any order, beside settlements and their reversals, against a list of what each import
 * said: the last one that still stands is the word on a day, and a day of a settled month is nobody's to take back.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import type { ClientId } from '#kernel/ids.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const spent = spending(db, await at.admin());
const histories = Number(process.env['HISTORIES'] ?? (process.env['TESTS'] === 'long' ? 100 : 8));
const month = monthAgo(2);
const days = daysOfMonth(month);
/** Days that more than the first import speaks of. */
const few = days.slice(0, 3);

const steps = fc.array(
  fc.record({
    do: fc.constantFrom('import', 'import', 'import', 'import', 'undo', 'undo', 'undo', 'settle', 'reverse'),
    which: fc.nat(20),
    // So few values that many say again what is known.
    said: fc.array(
      fc.record({
        micros: fc.nat(2),
        counted: fc.constantFrom('whole', 'partial', 'final', 'final', 'final', 'final'),
        isLeftOut: fc.boolean(),
      }),
      { minLength: 2 * few.length, maxLength: 2 * few.length },
    ),
  }),
  { minLength: 8, maxLength: 30, size: '+1' },
);

type Word = { adsId: string; day: string; micros: bigint; final: boolean; partial: boolean };
type Import = { publicId: string; words: Word[]; isUndone: boolean };

/** What is said of days, and how it should go with what is asked. */
function model() {
  const imports: Import[] = [];
  const settled = new Set<string>();
  const isOf = (adsId: string, day: string) => (word: Word) => word.adsId === adsId && word.day === day;
  const standing = (among = imports) => among.filter(({ isUndone }) => !isUndone).flatMap(({ words }) => words);
  const known = ({ adsId, day }: Pick<Word, 'adsId' | 'day'>) => standing().findLast(isOf(adsId, day));
  const outcomeOf = (word: Word) => {
    const before = known(word);
    if (settled.has(word.adsId) && before?.micros !== word.micros) return 'settled';
    if (!before) return 'new';
    return before.micros === word.micros ? 'same' : 'changes';
  };
  return {
    imports,
    settled,
    known,
    /** How each of these goes, and which of them are kept. */
    take: (words: readonly Word[]) => {
      const outcomes = words.map(outcomeOf);
      const isSurer = (word: Word, before: Word) => (word.final && !before.final) || (before.partial && !word.partial);
      const isKept = (word: Word, n: number) =>
        ['new', 'changes'].includes(outcomes[n]!) || (outcomes[n] === 'same' && isSurer(word, known(word)!));
      return { outcomes, kept: words.filter(isKept) };
    },
    undo: (one: Import) => {
      const later = standing(imports.slice(imports.indexOf(one) + 1));
      if (one.words.some(({ adsId, day }) => settled.has(adsId) && !later.some(isOf(adsId, day))))
        return { outcome: 'settled' };
      if (one.isUndone) return { outcome: 'undone' };
      const before = one.words.map(known);
      one.isUndone = true;
      const changed = one.words.filter((word, n) => !isDeepStrictEqual(known(word), before[n]));
      return { outcome: 'done', changed: changed.length, unknown: changed.filter((word) => !known(word)).length };
    },
  };
}

/** What the database knows of an account's days, and what its totals say. */
async function knownOf(adsId: string) {
  const rows = await db.query<{ day: string; micros: bigint; final: boolean; partial: boolean }>(
    't.known',
    `select day::text, micros, final, early as partial from (
       select distinct on (d.day) d.* from spend_days d join ad_accounts a on a.id = d.ad_account
       where a.key = $1 order by d.day, d.id desc) d where micros is not null order by day`,
    [adsId],
  );
  return { words: rows, totals: await spent.totals(adsId) };
}

let client: ClientId;
beforeAll(async () => {
  client = await at.client(1_000_000_00n);
});

async function twoAccounts(): Promise<string[]> {
  const names = [0, 1].map((n) => `back${n}${Math.random().toString(36).slice(2)}`);
  for (const adsId of names) await at.approve((await at.order(client, [50_00n])).requests[0]!.applyId, { adsId });
  await spent.opened(120);
  return names;
}

test('over random histories what is known is what the last import says that stands', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const accounts = await twoAccounts();
      const { imports, settled, known, take, undo } = model();
      const settlements: { adsId: string; applyId: string }[] = [];
      const keep = async (words: Word[]) => {
        const { outcomes, kept } = take(words);
        const { publicId, outcomes: found } = await spent.keep(...words);
        // What is final now, or was taken back before, is the same kept once more.
        expect(found.map((each) => (each === 'again' ? 'same' : each))).toEqual(outcomes);
        imports.push({ publicId, words: kept, isUndone: false });
      };
      const acts = {
        import: ({ said }: (typeof history)[number]) =>
          keep(
            accounts.flatMap((adsId, account) =>
              few.flatMap((day, n) => {
                const { micros, counted, isLeftOut } = said[account * few.length + n]!;
                const [final, partial] = [counted === 'final', counted === 'partial'];
                return isLeftOut ? [] : [{ adsId, day, micros: BigInt(micros) * 10_000n, final, partial }];
              }),
            ),
          ),
        async undo({ which }: (typeof history)[number]) {
          const one = imports[which % imports.length]!;
          expect(await spent.undo(one.publicId)).toMatchObject(undo(one));
        },
        async settle({ which }: (typeof history)[number]) {
          const adsId = accounts[which % 2]!;
          const applyId = await spent.settle(client, adsId, month).catch(() => undefined);
          if (applyId === undefined) return;
          settled.add(adsId);
          settlements.push({ adsId, applyId });
        },
        async reverse({ which }: (typeof history)[number]) {
          const [one] = settlements.splice(which % Math.max(settlements.length, 1), 1);
          if (!one) return;
          await at.reverse(one.applyId);
          settled.delete(one.adsId);
        },
      };
      const whole = { micros: 0n, final: true, partial: false };
      await keep(accounts.flatMap((adsId) => days.map((day) => ({ adsId, day, ...whole }))));
      for (const step of history) {
        await acts[step.do](step);
        for (const adsId of accounts) {
          const expected = days.flatMap((day) => {
            const word = known({ adsId, day });
            return word ? [{ day, micros: word.micros, final: word.final, partial: word.partial }] : [];
          });
          const { words, totals } = await knownOf(adsId);
          expect(words).toEqual(expected);
          expect(totals?.[0] ?? 0n).toBe(expected.reduce((sum, { micros }) => sum + micros, 0n));
          expect(totals?.[2] ?? null).toBe(expected.at(-1)?.day ?? null);
        }
      }
    }),
    { numRuns: histories, endOnFailure: true },
  );
  expect(await findings(db.url)).toEqual([]);
});
