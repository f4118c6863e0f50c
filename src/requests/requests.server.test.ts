import { describe, expect, test } from 'vitest';
import { application, priceOrder } from '#kinds/application.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { kinds } from '#kinds/kinds.ts';
import { flatPrice } from '#kinds/postings.ts';
import { priceRefund, refund } from '#kinds/refund.ts';
import { topup } from '#kinds/topup.ts';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { cancel, confirm, decide, reverse } from './deciding.server.ts';
import { listRequests } from './list.server.ts';
import { ask } from './requests.server.ts';
import { statementOf } from './statement.server.ts';
import { balance, findings, newAdmin, newClient, ownerOf } from './story.testing.server.ts';

const db = await testDatabase();

describe('the main job', () => {
  test('a top-up, an order for two accounts, a deposit and a refund leave every cent where it belongs', async () => {
    const client = await newClient(db.owner);
    const admin = await newAdmin(db.owner);
    const top = await ask(db, {
      kind: topup,
      client,
      askedBy: ownerOf(client),
      content: 1,
      rows: [{ price: flatPrice(100_000n), transactionId: `0xA${client}` }],
    });
    expect(top.wallet).toBe(0n);
    await decide(db, { kinds, applyId: top.requests[0]!.applyId, verdict: 'approve', admin });
    expect(await balance(db, `wallet:${client}`)).toBe(100_000n);

    const order = await ask(db, {
      kind: application,
      client,
      askedBy: ownerOf(client),
      content: 2,
      rows: [
        {
          platform: 'Google',
          price: priceOrder([10_000n, 5_000n], 3_000n, 1_500n),
          lines: [{ depositCents: 10_000n }, { depositCents: 5_000n }],
          details: { rate: '1500' },
        },
      ],
    });
    expect(order.wallet).toBe(100_000n - 20_250n);
    const approved = await decide(db, {
      kinds,
      applyId: order.requests[0]!.applyId,
      verdict: 'approve',
      admin,
      fill: { adsId: '111-1, 222-2' },
    });
    expect(approved.request).toMatchObject({ state: 'Approved', adsId: '111-1, 222-2', decidedBy: admin });
    expect((await adAccountsOf(db, client, 'Google')).map((a) => [a.adsId, a.balanceCents, a.feeLeftCents])).toEqual([
      ['111-1', 10_000n, 1_500n],
      ['222-2', 5_000n, 750n],
    ]);

    const put = await ask(db, {
      kind: deposit,
      client,
      askedBy: ownerOf(client),
      content: 3,
      rows: [
        {
          platform: 'Google',
          adsId: '11 11',
          price: priceDeposit(3_000n, 1_500n),
          details: { topupBasisPoints: '1500' },
        },
      ],
    });
    await decide(db, {
      kinds,
      applyId: put.requests[0]!.applyId,
      platform: 'Google',
      adsId: '1111',
      verdict: 'approve',
      admin,
      fill: { transactionId: 't' },
    });
    const back = await ask(db, {
      kind: refund,
      client,
      askedBy: ownerOf(client),
      content: 4,
      rows: [{ platform: 'Google', adsId: '1111', price: priceRefund(6_500n, true) }],
    });
    expect(back.requests[0]).toMatchObject({ feeCents: 975n, totalCents: 7_475n });
    await decide(db, {
      kinds,
      applyId: back.requests[0]!.applyId,
      verdict: 'approve',
      admin,
      fill: { transactionId: 't' },
    });
    expect(await balance(db, `wallet:${client}`)).toBe(100_000n - 20_250n - 3_450n + 7_475n);
    expect(await balance(db, `held:${client}`)).toBe(0n);
    expect((await adAccountsOf(db, client, 'Google')).map((a) => [a.balanceCents, a.feeLeftCents])).toEqual([
      [6_500n, 975n],
      [5_000n, 750n],
    ]);

    const lines = await statementOf(db, { client, limit: 10 });
    expect(lines.map((line) => [line.kind, line.amountCents, line.balanceCents]).slice(-3)).toEqual([
      ['deposit', -3_450n, 76_300n],
      ['application', -20_250n, 79_750n],
      ['topup', 100_000n, 100_000n],
    ]);
    const listed = await listRequests(db, { kinds: ['application', 'deposit'], client });
    expect(listed.rows.map((row) => row.kind)).toEqual(['deposit', 'application']);
    expect(listed).toMatchObject({ total: 2, rows: [{ person: { walletCents: 83_775n } }, {}] });
    expect((await listRequests(db, { kinds: ['deposit'], q: '11' })).total).toBe(1);
    await expect(reverse(db, { kinds, applyId: order.requests[0]!.applyId, admin, reason: 'x' })).rejects.toMatchObject(
      {
        refusal: { status: 409 },
      },
    );
    await expect(
      cancel(db, { kinds, applyId: put.requests[0]!.applyId, client, person: ownerOf(client) }),
    ).rejects.toMatchObject({
      refusal: { code: 'deposit.already_decided' },
    });
    await expect(confirm(db, { kinds, applyId: top.requests[0]!.applyId, admin })).rejects.toMatchObject({
      refusal: { message: 'Transaction is already completed.' },
    });

    expect(await findings(db.url)).toEqual([]);
  });
});
