import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { priceOrder, application } from '#kinds/application.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { goodwill } from '#kinds/goodwill.ts';
import type { Kind } from '#kinds/kinds.ts';
import { penalty } from '#kinds/penalty.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { countTrips } from '#server/trips.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { ask } from './requests.server.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { endings, findings, openingFee, ownerOf, rate, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);

const price = priceOrder([10_00n], openingFee, rate);
const order = (client: ClientId, key: string, content: unknown = 'same') =>
  ask(db, {
    kind: application,
    client,
    askedBy: ownerOf(client),
    key,
    content,
    rows: [{ platform: 'Bing', price, lines: [{ depositCents: 10_00n }], details: { rate: String(rate) } }],
  });

describe('an attempt', () => {
  test('sent twenty times at once is made once, and all twenty get the same answer', async () => {
    const client = await at.client(500_00n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(client, 'k')));
    expect(new Set(answers.map((answer) => answer.requests[0]!.applyId)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.wallet))).toEqual(new Set([500_00n - 41_50n]));
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await at.wallet(client)).toBe(500_00n - 41_50n);
  });

  test('sent again later gets its first answer, whatever happened since', async () => {
    const client = await at.client(500_00n);
    const first = await order(client, 'k');
    await order(client, 'another');
    await at.reject(first.requests[0]!.applyId);
    const again = await order(client, 'k');
    expect(again).toMatchObject({ replayed: true, wallet: first.wallet });
    expect(again.requests[0]).toMatchObject({
      applyId: first.requests[0]!.applyId,
      totalCents: first.requests[0]!.totalCents,
      createdAt: first.requests[0]!.createdAt,
    });
  });

  test('sent again in one batch with new ones of others moves nothing of theirs', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => at.client(500_00n)));
    await order(people[0]!, 'made before');
    // All four share a batch. The first is a replay that moves nothing; the others move money.
    const answers = await Promise.all(people.map((client, n) => order(client, n === 0 ? 'made before' : 'new')));
    expect(answers.map((answer) => answer.replayed)).toEqual([true, false, false, false]);
    expect(await Promise.all(people.map((client) => at.wallet(client)))).toEqual(people.map(() => 500_00n - 41_50n));
    expect(await findings(db.url)).toEqual([]);
  });

  test('with other content is refused, and the same key of another client is another attempt', async () => {
    const [client, stranger] = [await at.client(500_00n), await at.client(500_00n)];
    await order(client, 'k', { a: 1, b: 2n });
    expect((await order(client, 'k', { b: 2n, a: 1 })).replayed).toBe(true);
    expect(await refused(order(client, 'k', { a: 1, b: 3n }))).toBe('422 idempotency.key_reused');
    expect((await order(stranger, 'k', { a: 1, b: 2n })).replayed).toBe(false);
  });

  test('that was refused for want of money can be sent again once there is some', async () => {
    const client = await at.client(1_00n);
    expect(await refused(order(client, 'k'))).toBe('402 wallet.insufficient');
    await at.approve((await at.topup(client, 100_00n)).requests[0]!.applyId);
    expect((await order(client, 'k')).replayed).toBe(false);
  });

  test('costs one round trip', async () => {
    const client = await at.client(500_00n);
    const { trips } = await countTrips(() => order(client, 'k'));
    expect(trips).toBe(1);
  });

  test('of several rows is answered again as a whole', async () => {
    const { client, adsId } = await at.account(10_00n);
    const rows = [10_00n, 20_00n].map((amount) => ({
      platform: 'Google' as const,
      adsId,
      price: priceDeposit(amount, rate),
      details: { topupBasisPoints: String(rate) },
    }));
    const first = await at.ask(client, deposit, rows, 'two', 'two');
    const again = await at.ask(client, deposit, rows, 'two', 'two');
    expect(again.requests.map((request) => request.applyId)).toEqual(first.requests.map((request) => request.applyId));
    expect(again.wallet).toBe(first.wallet);
  });
});

describe('one bad call of a batch', () => {
  test('a client who does not exist fails alone; the others of the batch have their orders', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => at.client(100_00n)));
    const calls = [...clients.slice(0, 6), 999_999_999n as ClientId, ...clients.slice(6)].map((client) =>
      ask(db, {
        kind: topup,
        client,
        askedBy: ownerOf(client),
        content: client,
        rows: [{ price: flatPrice(1n), transactionId: `poison-${client}` }],
      }),
    );
    const settled = await Promise.allSettled(calls);
    expect(settled.map((one) => one.status)).toEqual([
      ...Array(6).fill('fulfilled'),
      'rejected',
      ...Array(6).fill('fulfilled'),
    ]);
  });

  test('a batch that loses a deadlock is made one by one, and every order in it once', async () => {
    const clients = (await Promise.all(Array.from({ length: 5 }, () => at.client(100_00n)))).toSorted((a, b) =>
      `wallet:${a}` < `wallet:${b}` ? -1 : 1,
    );
    const [first, last] = [clients[0]!, clients.at(-1)!];
    const stranger = new pg.Client({ connectionString: db.url });
    await stranger.connect();
    await stranger.query('begin');
    const lock = (client: ClientId) =>
      stranger.query('select from balances where account = $1 for no key update', [`wallet:${client}`]);
    await lock(last);
    const orders = Promise.all(clients.map((client) => order(client, 'deadlock')));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await lock(first);
    await stranger.query('commit');
    await stranger.end();
    expect((await orders).every((answer) => !answer.replayed)).toBe(true);
    for (const client of clients) expect(await at.held(client)).toBe(41_50n);
  });
});

describe('corrections', () => {
  const correct = (kind: Kind, client: ClientId, askedBy: PersonId, cents: bigint, key: string) =>
    ask(db, { kind, client, askedBy, key, content: cents, rows: [{ price: flatPrice(cents) }], atOnce: true });

  test('are made at once where no second admin is asked for, once, and with a decision on record', async () => {
    const [client, admin] = [await at.client(50_00n), await at.admin()];
    const made = await correct(goodwill, client, admin, 5_00n, 'g');
    expect(made.requests[0]).toMatchObject({ state: 'Approved', decidedBy: admin });
    expect((await correct(goodwill, client, admin, 5_00n, 'g')).replayed).toBe(true);
    await correct(penalty, client, admin, 15_00n, 'p');
    expect(await at.wallet(client)).toBe(40_00n);
    expect(await refused(correct(penalty, client, admin, 40_01n, 'q'))).toBe('402 wallet.insufficient');
  });

  test('that wait are decided by another admin than the one who asked', async () => {
    const [client, admin] = [await at.client(50_00n), await at.admin()];
    const asked = await ask(db, {
      kind: penalty,
      client,
      askedBy: admin,
      content: 1,
      rows: [{ price: flatPrice(20_00n) }],
    });
    expect(await refused(at.approve(asked.requests[0]!.applyId, {}, admin))).toBe('409 request.own');
    expect(await endings([at.approve(asked.requests[0]!.applyId)])).toEqual(['done']);
    expect(await at.wallet(client)).toBe(30_00n);
  });
});

describe('what belongs to an asking', () => {
  test('is written with it or not at all', async () => {
    const client = await at.client();
    const asking = (transactionId: string, fails: boolean) =>
      ask(db, {
        kind: topup,
        client,
        askedBy: ownerOf(client),
        content: transactionId,
        rows: [{ price: flatPrice(1_00n), transactionId }],
        also: async (tx, requests) => {
          await tx.query(
            't.notice',
            'insert into notices (public_id, person, topic, text, request_apply_id) values ($1, $2, $3, $3, $1)',
            [requests[0]!.applyId, ownerOf(client), 'decision'],
          );
          if (fails) throw new Error('the image could not be kept');
        },
      });
    await expect(asking('also-1', true)).rejects.toThrow('image');
    const made = await asking('also-1', false);
    const rows = await db.query('t.count', 'select from notices where person = $1', [ownerOf(client)]);
    expect(rows).toHaveLength(1);
    expect(made.requests[0]!.state).toBe('Pending');
  });
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
