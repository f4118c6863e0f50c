import { afterAll, describe, expect, test } from 'vitest';
import { kinds } from '#kinds/kinds.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { openDatabase } from '#server/database.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testDatabase, vouch } from '#server/database.testing.server.ts';
import { confirm, decide, pay } from './deciding.server.ts';
import { endings, findings, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
await payAtOnce(db.owner);
/** A second portal on the same database: it shares no batches with the first. */
const other = openDatabase(db.url, { max: 8, role: 'portal_app', vouch });
const at = story(db);
const there = story(db, other);
afterAll(() => other.close());

const count = (list: readonly string[], what: string) => list.filter((one) => one === what).length;

describe('one wallet', () => {
  test('fifty orders at once on money for seven: seven are made, 43 are refused, nothing is lost', async () => {
    const client = await at.client(7n * 41_50n + 41_49n);
    const ends = await endings(Array.from({ length: 50 }, (_, n) => (n % 2 ? at : there).order(client, [10_00n])));
    expect(count(ends, 'done')).toBe(7);
    expect(count(ends, '402 wallet.insufficient')).toBe(43);
    expect(await at.wallet(client)).toBe(41_49n);
    expect(await at.held(client)).toBe(7n * 41_50n);
  });

  test('a smaller order behind one that is too dear still goes through', async () => {
    const client = await at.client(50_00n);
    expect(await endings([at.order(client, [100_00n]), at.order(client, [15_00n])])).toEqual([
      '402 wallet.insufficient',
      'done',
    ]);
  });

  test('all deposits of a call are made or none', async () => {
    const { client, adsId } = await at.account(10_00n, 100_00n);
    expect(await refused(at.deposit(client, adsId, 50_00n, 30_00n, 50_00n))).toBe('402 wallet.insufficient');
    expect(await at.wallet(client)).toBe(100_00n);
    const { requests } = await at.deposit(client, adsId, 50_00n, 30_00n);
    expect(requests).toHaveLength(2);
    expect(await at.wallet(client)).toBe(8_00n);
  });

  test('refunds at once never take more than is in the account', async () => {
    const { client, adsId } = await at.account(100_00n);
    const ends = await endings(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? at : there).refund(client, adsId, 30_00n)),
    );
    expect(count(ends, 'done')).toBe(3);
    expect(count(ends, '409 refund.short')).toBe(7);
    expect(await at.inAccount(adsId)).toEqual({ balance: 10_00n, feeLeft: 1_50n });
  });
});

describe('one verdict', () => {
  test('two admins approve and reject at once: one is believed, the other is told who was', async () => {
    for (let round = 0; round < 8; round++) {
      const client = await at.client(100_00n);
      const { applyId } = (await at.order(client, [10_00n])).requests[0]!;
      const verdicts = [at.approve(applyId), round % 2 ? there.reject(applyId) : there.approve(applyId)];
      const ends = await endings(verdicts);
      expect(ends.toSorted()).toEqual(['409 application.already_decided', 'done']);
      expect((await at.held(client)) + (await at.wallet(client))).toBe(
        ends[1] === 'done' && round % 2 ? 100_00n : 58_50n,
      );
    }
  });

  test('a client cancels while an admin approves: one of the two', async () => {
    for (let round = 0; round < 6; round++) {
      const client = await at.client(100_00n);
      const { applyId } = (await at.withdrawal(client, 40_00n)).requests[0]!;
      const ends = await endings([there.cancel(applyId, client), at.approve(applyId)]);
      expect(ends.toSorted()).toEqual(['409 withdrawal.already_decided', 'done']);
    }
  });

  test('the refusal says what was decided, by whom and when', async () => {
    const client = await at.client(100_00n);
    const { applyId } = (await at.topup(client, 5_00n)).requests[0]!;
    await at.reject(applyId);
    await expect(at.approve(applyId)).rejects.toMatchObject({
      refusal: {
        status: 409,
        message: 'Transaction is already completed.',
        extra: { state: 'Rejected', decidedBy: expect.any(String), decidedAt: expect.stringMatching(/Z$/) },
      },
    });
  });

  test('with a second pair of eyes two admins are needed, and confirming twice at once counts once', async () => {
    const [first, second, third] = [await at.admin(), await at.admin(), await at.admin()];
    const client = await at.client(100_00n);
    const { applyId } = (await at.withdrawal(client, 40_00n)).requests[0]!;
    const proposed = await decide(db, {
      kinds,
      applyId,
      verdict: 'approve',
      admin: first,
      approvals: 2,
    });
    expect(proposed).toMatchObject({ waits: true, request: { state: 'Pending' } });
    expect(await at.held(client)).toBe(40_00n);
    expect(await refused(confirm(db, { kinds, applyId, admin: first }))).toBe('409 request.own');
    const ends = await endings([
      confirm(db, { kinds, applyId, admin: second }),
      confirm(other, { kinds, applyId, admin: third }),
    ]);
    expect(ends.toSorted()).toEqual(['409 withdrawal.already_decided', 'done']);
    expect(await at.held(client)).toBe(40_00n);
    // Paid and taken back at the same moment, by two nodes: only one of the two happens.
    const lasts = await endings([
      pay(db, { kinds, applyId, admin: first, fill: { transactionId: 'abc' } }),
      decide(other, { kinds, applyId, verdict: 'reject', admin: second, fill: { remarks: 'not now' } }),
    ]);
    expect(lasts.toSorted()).toEqual(['409 withdrawal.already_decided', 'done']);
    expect(await at.held(client)).toBe(0n);
    expect(await at.wallet(client)).toBe(lasts[0] === 'done' ? 60_00n : 100_00n);
  });
});

describe('what may exist once', () => {
  test('twenty clients claim one USDT transaction at once, however written: one has it, and a rejection frees it', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => at.client()));
    const ends = await endings(
      clients.map((client, n) => (n % 2 ? at : there).topup(client, 5_00n, n % 3 ? '0xAB cd12' : 'abCD12 ')),
    );
    expect(count(ends, 'done')).toBe(1);
    expect(count(ends, '409 topup.taken')).toBe(19);
    const winner = await db.query<{ apply_id: string }>(
      't',
      `select r.apply_id from claims c join requests r on r.id = c.request where key = 'usdt:abcd12'`,
    );
    await at.reject(winner[0]!.apply_id);
    expect(await endings([at.topup(clients[0]!, 5_00n, 'abcd12')])).toEqual(['done']);
  });

  test('two portals give overlapping Ads IDs in opposite order: one order has them all, the other none', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = [await at.client(500_00n), await at.client(500_00n)];
      const [one, two] = [
        (await at.order(a, [15_00n, 30_00n])).requests[0]!,
        (await at.order(b, [15_00n, 30_00n])).requests[0]!,
      ];
      const ends = await endings([
        at.approve(one.applyId, { adsId: `X-${round}, Y ${round}` }),
        there.approve(two.applyId, { adsId: `y${round}, x${round}` }),
      ]);
      expect(ends.toSorted()).toEqual(['409 application.taken', 'done']);
    }
  });

  test('an approval that is refused for one Ads ID leaves the others free', async () => {
    const client = await at.client(500_00n);
    const [one, two] = [
      (await at.order(client, [15_00n, 30_00n])).requests[0]!,
      (await at.order(client, [15_00n, 30_00n])).requests[0]!,
    ];
    await at.approve(one.applyId, { adsId: 'Free-1, Free-2' });
    expect(await refused(at.approve(two.applyId, { adsId: 'Free-3, Free-1' }))).toBe('409 application.taken');
    await at.approve(two.applyId, { adsId: 'Free-3, Free-4' });
  });

  test('a call that is refused for one transaction leaves its others free', async () => {
    const client = await at.client();
    await at.topup(client, 1_00n, 'free-taken');
    const both = ['free-fresh', 'free-taken'].map((transactionId) => ({ price: flatPrice(1_00n), transactionId }));
    expect(await refused(at.ask(client, topup, both))).toBe('409 topup.taken');
    await at.topup(client, 1_00n, 'free-fresh');
  });

  test('contested transactions across batches of strangers: exactly one of each pair, and nobody else is disturbed', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => at.client()));
    const ids = Array.from({ length: 40 }, (_, n) => `contested-${n}`);
    const mine = ids.map((id, n) => at.topup(clients[n % 8]!, 1_00n, id));
    const theirs = ids.toReversed().map((id, n) => there.topup(clients[8 + (n % 8)]!, 1_00n, id));
    const ends = await endings([...mine, ...theirs]);
    expect(count(ends, 'done')).toBe(40);
    expect(count(ends, '409 topup.taken')).toBe(40);
  });
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
