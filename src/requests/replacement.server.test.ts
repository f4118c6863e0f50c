/**
 * A replacement moves all that one ad account has into another one. The money is held, and an approval pays it into the
 * new account only; whatever happens, both accounts, held money and wallet together hold the same.
 */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ClientId } from '#kernel/ids.ts';
import { priceReplacement, replacement } from '#kinds/replacement.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { endings, findings, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const long = process.env['TESTS'] === 'long';
/**
 * `HISTORIES=1000 RACES=1000 SEED=1 npx vitest run src/requests/replacement.server.test.ts` plays more of them; another
 * SEED plays others.
 */
const histories = Number(process.env['HISTORIES'] ?? (long ? 150 : 12));
const races = Number(process.env['RACES'] ?? (long ? 100 : 5));
const seed = Number(process.env['SEED'] ?? randomBytes(4).readInt32LE());
const timeout = 4 * 60 * 60 * 1000;

/** A client with a suspended ad account of $100 and its $15 of fee, who asks for another one. */
async function asked() {
  const { client, adsId } = await at.account(100_00n);
  await at.suspended(adsId);
  const { applyId, id } = (await at.replacement(client, adsId)).requests[0]!;
  const fresh = randomBytes(6).toString('hex');
  const approve = () => at.approve(applyId, { adsId: fresh });
  const shown = async () => [await at.inAccount(adsId), await at.held(client), await at.inAccount(fresh)];
  return { client, adsId, applyId, id, fresh, approve, shown };
}

const full = { balance: 100_00n, feeLeft: 15_00n };
const empty = { balance: 0n, feeLeft: 0n };

async function stateOf(key: string) {
  const [row] = await db.query<{ state: string; open: boolean }>(
    't.state',
    'select state, closed_at is null as open from ad_accounts where key = $1',
    [key],
  );
  return row && `${row.state}${row.open ? '' : ', ended'}`;
}

async function totals(client: ClientId) {
  return db.query<{ accounts: number; cents: bigint }>(
    't.totals',
    'select accounts, cents from ad_totals where client = $1',
    [client],
  );
}

test('asked, the money and its fee leave the old account and are held', async () => {
  const { shown } = await asked();
  expect(await shown()).toEqual([empty, 100_00n, undefined]);
});

test('rejected, both are back', async () => {
  const { applyId, adsId, shown } = await asked();
  await at.reject(applyId);
  expect(await shown()).toEqual([full, 0n, undefined]);
  expect(await stateOf(adsId)).toBe('Suspended');
});

test('approved, both are in the new account without another fee, and the old one has ended as Replaced', async () => {
  const { client, adsId, id, fresh, approve, shown } = await asked();
  const before = await at.wallet(client);
  await approve();
  expect(await shown()).toEqual([empty, 0n, full]);
  expect(await at.wallet(client)).toBe(before);
  expect([await stateOf(adsId), await stateOf(fresh)]).toEqual(['Replaced, ended', 'Active']);
  expect(await totals(client)).toEqual([{ accounts: 1, cents: 100_00n }]);
  const names = await db.query<{ line: string; account: string; opened: string }>(
    't.lines',
    `select l.ads_id as line, (select ads_id from ad_accounts where id = l.ad_account) as account,
       (select ads_id from ad_accounts where request = l.request) as opened
     from request_lines l where l.request = $1`,
    [id],
  );
  expect(names).toEqual([{ line: adsId, account: adsId, opened: fresh }]);
});

test('reversed, both are back in the old account, which is what it was, and the new one is closed', async () => {
  const { client, adsId, applyId, fresh, approve, shown } = await asked();
  await approve();
  await at.reverse(applyId);
  expect(await shown()).toEqual([full, 0n, empty]);
  expect([await stateOf(adsId), await stateOf(fresh)]).toEqual(['Suspended', 'Closed, ended']);
  expect(await totals(client)).toEqual([{ accounts: 1, cents: 100_00n }]);
  // The replacement can be asked for again, and its Ads ID is free again.
  const { requests } = await at.replacement(client, adsId);
  await at.approve(requests[0]!.applyId, { adsId: fresh });
  expect(await totals(client)).toEqual([{ accounts: 1, cents: 100_00n }]);
});

test('it is not reversed while something is asked of the new account, or that one was replaced', async () => {
  const { client, applyId, fresh, approve } = await asked();
  await approve();
  const refund = (await at.refund(client, fresh, 1_00n)).requests[0]!;
  expect(await refused(at.reverse(applyId))).toBe('409 replacement.busy');
  await at.reject(refund.applyId);
  await at.suspended(fresh);
  const second = (await at.replacement(client, fresh)).requests[0]!;
  expect(await refused(at.reverse(applyId))).toBe('409 replacement.busy');
  await at.approve(second.applyId);
  expect(await refused(at.reverse(applyId))).toBe('409 replacement.busy');
  await at.reverse(second.applyId);
  await at.reverse(applyId);
});

test('the order of a replaced account is not reversed before the replacement is', async () => {
  const { adsId, applyId, approve } = await asked();
  await approve();
  const [order] = await db.query<{ id: string }>(
    't.order',
    'select r.apply_id as id from requests r join ad_accounts a on a.request = r.id where a.key = $1',
    [adsId],
  );
  expect(await refused(at.reverse(order!.id))).toBe('409 application.busy');
  await at.reverse(applyId);
  await at.reverse(order!.id);
  expect(await stateOf(adsId)).toBe('Closed, ended');
});

test('an account that runs, waits for something, or was replaced has no replacement', async () => {
  const { client, adsId } = await at.account(100_00n);
  expect(await refused(at.replacement(client, adsId))).toBe('409 replacement.running');
  await at.suspended(adsId);
  const refund = (await at.refund(client, adsId, 10_00n)).requests[0]!;
  expect(await refused(at.replacement(client, adsId))).toBe('409 replacement.busy');
  await at.reject(refund.applyId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  expect(await refused(at.replacement(client, adsId))).toBe('409 replacement.busy');
  await at.approve(applyId);
  expect(await refused(at.replacement(client, adsId))).toBe('404 not_found');
});

test('an empty account is replaced by an empty one', async () => {
  const client = await at.client(100_00n);
  await at.approve((await at.order(client, [0n])).requests[0]!.applyId, { adsId: 'nothing-in-it' });
  await at.suspended('nothinginit');
  const ends = await endings([at.replacement(client, 'nothinginit'), at.replacement(client, 'nothinginit')]);
  expect(ends.toSorted()).toEqual(['409 replacement.busy', 'done']);
});

test('either side begins it, the admin who did may decide it, and one Ads ID is asked for', async () => {
  const { client, adsId } = await at.account(20_00n);
  await at.suspended(adsId);
  const admin = await at.admin();
  const { applyId, askedBy } = (await at.replacement(client, adsId, admin)).requests[0]!;
  expect(askedBy).toBe(admin);
  expect(await refused(at.approve(applyId, { adsId: 'two, ids' }, admin))).toBe('400 replacement.ads_ids');
  await at.approve(applyId, {}, admin);
});

test('two admins who approve at once make one account, in each race', { timeout }, async () => {
  for (let race = 0; race < races; race++) {
    const { client, applyId } = await asked();
    const ends = await endings([at.approve(applyId), at.approve(applyId)]);
    expect(ends.toSorted()).toEqual(['409 replacement.already_decided', 'done']);
    expect(await totals(client)).toEqual([{ accounts: 1, cents: 100_00n }]);
  }
});

/** The steps of one history. `which` chooses one of the accounts or requests that there are. */
const steps = fc.array(
  fc.record({
    do: fc.constantFrom(
      'deposit',
      'refund',
      'suspend',
      'replace',
      'replace',
      'approve',
      'approve',
      'reject',
      'reverse',
    ),
    which: fc.nat(100),
    cents: fc.integer({ min: 1, max: 60_00 }),
  }),
  { minLength: 5, maxLength: 25, size: '+1' },
);

test(
  'over random histories both accounts, the wallet and what is held lose and gain no cent, fee share included',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 200_00 }), async (history, first) => {
        const { client, adsId } = await at.account(BigInt(first), 300_00n);
        const accounts = [adsId];
        const asks: string[] = [];
        for (const step of history) {
          const account = accounts[step.which % accounts.length]!;
          const request = asks[step.which % Math.max(asks.length, 1)];
          const before = await everythingOf(client);
          const fresh = randomBytes(6).toString('hex');
          const act = {
            deposit: async () =>
              void asks.push((await at.deposit(client, account, BigInt(step.cents))).requests[0]!.applyId),
            refund: async () =>
              void asks.push((await at.refund(client, account, BigInt(step.cents))).requests[0]!.applyId),
            suspend: () => at.suspended(account),
            replace: async () => void asks.push((await at.replacement(client, account)).requests[0]!.applyId),
            approve: () => request && at.approve(request, { adsId: fresh }).then(() => accounts.push(fresh)),
            reject: () => request && at.reject(request),
            reverse: () => request && at.reverse(request),
          }[step.do as 'deposit'];
          const [end] = await endings([Promise.resolve(act())]);
          const after = await everythingOf(client);
          // Only fees leave the client, or come back; what replacements move stays the client's.
          expect(after.client - before.client, `${step.do}: ${end}`).toBe(before.fee - after.fee);
          expect(after.wrong).toEqual([]);
        }
      }),
      { numRuns: histories, seed, endOnFailure: true },
    );
  },
);

async function everythingOf(client: ClientId) {
  const [row] = await db.owner.query<{ client: bigint; fee: bigint; wrong: string[] }>(
    't.everything',
    `select (select sum(balance) from balances where client = $1)::bigint as client,
       (select coalesce(sum(case when dst in ('fee', 'opening') then amount
           when src in ('fee', 'opening') then -amount else 0 end), 0)
         from movements where client = $1)::bigint as fee,
       array(select account::text from balances where client = $1
         and (balance < 0 or fee_left < 0 or (balance = 0 and fee_left > 0))) as wrong`,
    [client],
  );
  return row!;
}

test('all of the account is replaced or nothing: a part of what is in it is refused under the lock', async () => {
  const { client, adsId } = await at.account(100_00n);
  await at.suspended(adsId);
  for (const part of [0n, 99_99n, 100_01n]) {
    const rows = [{ platform: 'Google', adsId, price: priceReplacement(part) } as const];
    expect(await refused(at.ask(client, replacement, rows))).toBe('409 replacement.short');
  }
  expect(await at.inAccount(adsId)).toEqual(full);
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
