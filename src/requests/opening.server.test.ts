/**
 * A kind may ask from one ad account and open another: what it takes from the old one is held, and an approval pays it
 * into the new one alone. No kind of the portal does so yet; this one stands in the database of this test only.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { KindName } from '#kinds/kinds.ts';
import type { Verdict } from '#kinds/life.ts';
import { testDatabase } from '#server/testing.server.ts';
import { makeChanges, type Outcome } from './change.server.ts';
import { ownerOf, story } from './testing.server.ts';

const db = await testDatabase({ breaks: 'the audit knows the kinds of the portal alone' });
const at = story(db);
const swap = 'swap' as KindName;

beforeAll(async () => {
  await db.owner.pool.query(
    `insert into kinds (name, opens, asked_by, decided_by, counts_as_active, sends_money)
       values ('swap', true, 'client', 'Operations', true, false);
     insert into postings (kind, event, n, step, src, dst, amount, rides) values
       ('swap', 'ask', 0, 0, 'ad account', 'held', 'amount', 'share'),
       ('swap', 'approve', 1, 1, 'held', 'new ad account', 'amount', 'fee'),
       ('swap', 'giveBack', 2, 1, 'held', 'ad account', 'amount', 'fee'),
       ('swap', 'reverse', 3, 2, 'new ad account', 'held', 'amount', 'fee'),
       ('swap', 'reverse', 4, 2, 'held', 'ad account', 'amount', 'fee')`,
  );
});

/** A client with an ad account of $100 and its $15 of fee, who asks for all of it in another one. */
async function asked() {
  const { client, adsId } = await at.account(100_00n);
  const line = { ads_id: adsId, key: adsId, amount_cents: 100_00n, fee_cents: 0n };
  const [made] = await makeChanges(db, [
    {
      client,
      by: ownerOf(client),
      kind: swap,
      attempt: randomUUID(),
      content: randomUUID(),
      requests: [
        {
          apply_id: `RP-${randomBytes(4).toString('hex')}`,
          platform: 'Google',
          amount_cents: 100_00n,
          fee_cents: 0n,
          opening_fee_cents: 0n,
          total_cents: 100_00n,
          details: {},
          lines: [line],
        },
      ],
    },
  ]);
  const [request] = made!.made;
  const fresh = randomBytes(6).toString('hex');
  const judge = async (verdict: Verdict): Promise<Outcome['outcome']> => {
    const ads = verdict === 'approve' ? [{ ads_id: fresh, key: fresh, public_id: `AA-${fresh}` }] : undefined;
    const by = await at.admin();
    const [outcome] = await makeChanges(db, [{ client, by, request: request!, verdict, said: {}, ads }]);
    return outcome!.outcome;
  };
  const shown = async () => [await at.inAccount(adsId), await at.held(client), await at.inAccount(fresh)];
  return { client, adsId, request: request!, fresh, judge, shown };
}

const full = { balance: 100_00n, feeLeft: 15_00n };
const empty = { balance: 0n, feeLeft: 0n };

test('asked, the money and its fee leave the old account and are held', async () => {
  const { shown } = await asked();
  expect(await shown()).toEqual([empty, 100_00n, undefined]);
});

test('rejected, both are back', async () => {
  const { judge, shown } = await asked();
  expect(await judge('reject')).toBe('done');
  expect(await shown()).toEqual([full, 0n, undefined]);
});

test('approved, both are in the new account and nowhere else, and the line still names the old one', async () => {
  const { adsId, request, fresh, judge, shown } = await asked();
  expect(await judge('approve')).toBe('done');
  expect(await shown()).toEqual([empty, 0n, full]);
  const names = await db.query<{ line: string; account: string; opened: string }>(
    't.lines',
    `select l.ads_id as line, (select ads_id from ad_accounts where id = l.ad_account) as account,
       (select ads_id from ad_accounts where request = l.request) as opened
     from request_lines l where l.request = $1`,
    [request],
  );
  expect(names).toEqual([{ line: adsId, account: adsId, opened: fresh }]);
});

test('reversed, both are back in the old account, and the new one is closed', async () => {
  const { fresh, judge, shown } = await asked();
  await judge('approve');
  expect(await judge('reverse')).toBe('done');
  expect(await shown()).toEqual([full, 0n, empty]);
  const [account] = await db.query<{ state: string }>('t.state', 'select state from ad_accounts where key = $1', [
    fresh,
  ]);
  expect(account!.state).toBe('Closed');
});

test('it is not reversed while something is asked of the new account', async () => {
  const { client, fresh, judge } = await asked();
  await judge('approve');
  await at.refund(client, fresh, 1_00n);
  expect(await judge('reverse')).toBe('busy');
});
