/**
 * Random histories of accounts that spend, are settled, refunded and replaced. No step but a settlement changes what
 * the client has in all, and a settlement takes exactly what was spent, rounded down once.
 */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { owedCents } from '#ledger/spending.ts';
import { endings, findings, story } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const admin: PersonId = await at.admin();
const spent = spending(db, admin);
const histories = Number(process.env['HISTORIES'] ?? (process.env['TESTS'] === 'long' ? 60 : 6));
const months = [monthAgo(4), monthAgo(3), monthAgo(2)];

const steps = fc.array(
  fc.record({
    do: fc.constantFrom(
      'spend',
      'spend',
      'settle',
      'settle',
      'refund',
      'suspend',
      'replace',
      'replaced',
      'approve',
      'reject',
      'reverse',
    ),
    which: fc.nat(50),
    month: fc.nat(2),
    micros: fc.integer({ min: 0, max: 40_000_000 }),
  }),
  { minLength: 6, maxLength: 25, size: '+1' },
);

/** All that a client has, what was settled of it, what its accounts spent, and what of that is still to be paid. */
async function everythingOf(client: ClientId) {
  const [row] = await db.query<{ has: bigint; fee: bigint; settled: bigint; spent: bigint; open: bigint }>(
    't.everything',
    `select (select sum(balance) from balances where client = $1)::bigint as has,
       (select coalesce(sum(case 'fee' when src then amount when dst then -amount else 0 end), 0)
         from movements where client = $1)::bigint as fee,
       (select coalesce(sum(case 'spent' when dst then amount when src then -amount else 0 end), 0)
         from movements where client = $1)::bigint as settled,
       (select coalesce(sum(t.micros), 0) from spend_totals t join ad_accounts a on a.id = t.ad_account
         where a.client = $1)::bigint as spent,
       (select coalesce(sum(t.open_micros), 0) from spend_totals t join ad_accounts a on a.id = t.ad_account
         where a.client = $1)::bigint as open`,
    [client],
  );
  return row!;
}

test('over random histories nothing is lost, doubled or settled twice', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { client, adsId } = await at.account(100_00n);
      await spent.opened(160);
      // Each begins with a month that is settled, so that this is often undone after whatever comes next.
      await spent.month(adsId, months[0]!, 12_345_678n);
      const [accounts, asks] = [[adsId], [await spent.settle(client, adsId, months[0]!)]];
      for (const step of history) {
        const account = accounts[step.which % accounts.length]!;
        const request = asks[step.which % Math.max(asks.length, 1)];
        const month = months[step.month]!;
        const before = await everythingOf(client);
        const fresh = randomBytes(6).toString('hex');
        const acts: Record<string, () => unknown> = {
          spend: () => spent.month(account, month, BigInt(step.micros)),
          settle: async () => void asks.push(await spent.settle(client, account, month)),
          refund: async () => void asks.push((await at.refund(client, account, 10_00n)).requests[0]!.applyId),
          suspend: () => at.suspended(account),
          replace: async () => void asks.push((await at.replacement(client, account)).requests[0]!.applyId),
          // At once: so that what was settled before is often reversed with another account in its place.
          replaced: async () => {
            await at.suspended(account);
            const { applyId } = (await at.replacement(client, account)).requests[0]!;
            asks.push(applyId);
            await at.approve(applyId, { adsId: fresh });
            accounts.push(fresh);
          },
          approve: async () => {
            if (!request) return;
            const { request: after } = await at.approve(request, { adsId: fresh });
            if (after.kind === 'replacement') accounts.push(fresh);
          },
          reject: () => request && at.reject(request),
          reverse: () => request && at.reverse(request),
        };
        const [end] = await endings([Promise.resolve(acts[step.do]!())]);
        const after = await everythingOf(client);
        // Fees that come back are the client's again; what was settled is gone. Nothing else is.
        expect(after.has + after.settled - after.fee, `${step.do}: ${end}`).toBe(
          before.has + before.settled - before.fee,
        );
        expect(after.spent, `${step.do}: ${end}`).toBe(after.open + 10_000n * after.settled);
        // No account of a history is closed, so that somebody has the money of each.
        if (step.do === 'reverse' && request?.startsWith('ST-')) expect(end).not.toMatch(/^404/);
        if (step.do === 'settle' || step.do === 'reverse')
          expect(after.has - owedCents(after.open) - after.fee).toBe(before.has - owedCents(before.open) - before.fee);
      }
    }),
    { numRuns: histories, endOnFailure: true },
  );
  expect(await findings(db.url)).toEqual([]);
});

test('two imports of one month that is being settled leave it settled once, as one of them said', async () => {
  const { client, adsId } = await at.account(100_00n);
  await spent.opened(160);
  const month = months[2]!;
  await spent.month(adsId, month, 5_000_000n);
  const [first] = daysOfMonth(month);
  await Promise.all([
    spent.settle(client, adsId, month).catch(() => ''),
    spent.keep({ adsId, day: first!, micros: 6_000_000n, final: true }),
    spent.settle(client, adsId, month).catch(() => ''),
    spent.keep({ adsId, day: first!, micros: 7_000_000n, final: true }),
  ]);
  await spent.settle(client, adsId, month).catch(() => '');
  const { settled, spent: known, open } = await everythingOf(client);
  expect([settled * 10_000n, open]).toEqual([known, 0n]);
  expect(await findings(db.url)).toEqual([]);
});
