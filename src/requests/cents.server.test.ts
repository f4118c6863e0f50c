/** What the lock decides to the cent: who can pay, and how much of the fee leaves with the money. */
import { describe, expect, test } from 'vitest';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import type { Refused } from '#kernel/refusal.ts';
import { findings, rate, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);

describe('an account pays', () => {
  test('all that is in it and not a cent more', async () => {
    const client = await at.client(20_00n);
    expect(await refused(at.withdrawal(client, 20_01n))).toBe('402 wallet.insufficient');
    await at.withdrawal(client, 20_00n);
    expect([await at.wallet(client), await at.held(client)]).toEqual([0n, 20_00n]);
    expect(await refused(at.withdrawal(client, 1n))).toBe('402 wallet.insufficient');
    const { client: other, adsId } = await at.account(10_00n);
    expect(await refused(at.refund(other, adsId, 10_01n))).toBe('409 refund.short');
    await at.refund(other, adsId, 10_00n);
    expect(await at.inAccount(adsId)).toEqual({ balance: 0n, feeLeft: 0n });
  });
});

test('an ad account takes and gives money for its own client alone', async () => {
  const { adsId } = await at.account(10_00n);
  const client = await at.client(100_00n);
  expect(await refused(at.deposit(client, adsId, 1_00n))).toBe('404 not_found');
  expect(await refused(at.refund(client, adsId, 1_00n))).toBe('404 not_found');
  expect(await at.wallet(client)).toBe(100_00n);
});

describe('of the fee in an account leaves', () => {
  test('the share of the money, half a cent and more left behind', async () => {
    const { client, adsId } = await at.account(10_01n);
    // The account holds 1.50 of fee: a refund of 3.33 takes 0.499 of it along, then 3.34 takes 0.505 of what is left.
    const first = (await at.refund(client, adsId, 3_33n)).requests[0]!;
    expect([first.feeCents, first.totalCents]).toEqual([49n, 3_82n]);
    expect(await at.inAccount(adsId)).toEqual({ balance: 6_68n, feeLeft: 1_01n });
    expect((await at.refund(client, adsId, 3_34n)).requests[0]!.feeCents).toBe(50n);
    expect((await at.refund(client, adsId, 3_34n)).requests[0]!.feeCents).toBe(51n);
    expect(await at.inAccount(adsId)).toEqual({ balance: 0n, feeLeft: 0n });
  });
});

test('an amount that arrived is noted with a top-up and with nothing else', async () => {
  const { client, adsId } = await at.account(10_00n);
  const fill = { receivedCents: 1_00n, remarks: 'less than was said' };
  const topup = await at.approve((await at.topup(client, 9_00n)).requests[0]!.applyId, fill);
  const put = await at.approve((await at.deposit(client, adsId, 9_00n)).requests[0]!.applyId, fill);
  expect([topup.request.receivedCents, put.request.receivedCents]).toEqual([1_00n, null]);
  expect((await at.inAccount(adsId)).balance).toBe(19_00n);
});

describe('a deposit is not reversed', () => {
  const made = async (client: ClientId, adsId: string, cents: bigint, points: bigint) => {
    const details = { topupBasisPoints: String(points) };
    const price = priceDeposit(cents, points);
    const asked = await at.ask(client, deposit, [{ platform: 'Google', adsId, price, details }]);
    await at.approve(asked.requests[0]!.applyId);
    return asked.requests[0]!.applyId;
  };
  // The money is there: nobody is told that it is not.
  const byItsFee = async (applyId: string) =>
    expect(await at.reverse(applyId).catch((error: Refused) => error.refusal)).toMatchObject({
      code: 'deposit.short',
      message: expect.stringContaining('The fee left in the ad account is no longer the fee that came'),
    });

  test('where its money is there, but its fee no longer is', async () => {
    const { client, adsId } = await at.account(0n);
    await made(client, adsId, 10_00n, 0n);
    const dear = await made(client, adsId, 10_00n, rate);
    await at.approve((await at.refund(client, adsId, 5_00n)).requests[0]!.applyId);
    expect(await at.inAccount(adsId)).toEqual({ balance: 15_00n, feeLeft: 1_13n });
    await byItsFee(dear);
  });

  test('where it would leave a fee in an empty account', async () => {
    const { client, adsId } = await at.account(10_00n);
    const applyId = await made(client, adsId, 10_01n, rate);
    await at.approve((await at.refund(client, adsId, 10_00n)).requests[0]!.applyId);
    expect(await at.inAccount(adsId)).toEqual({ balance: 10_01n, feeLeft: 1_51n });
    await byItsFee(applyId);
  });
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
