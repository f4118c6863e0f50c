/** A client reads why an approval was undone where the request stands, and nobody reads it before. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();

const why = 'It was meant for another account.';

test('the reason of a reversal stands in the lists of its client and in their files', async () => {
  const [client, admin] = [await portal.client({ dollars: 200 }), await portal.admin()];
  const adsId = `${client.id} undone`;
  await accountsOf(portal).opened(admin, client, adsId);
  const body = { adsId, money: 10, adType: 'Google' };
  const asked = await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body });
  const { applyId } = asked.body.deposits[0];
  const approve = { applyId, transactionId: 'LOADED-1', remarks: '' };
  await portal.decide(admin, 'approve', approve);
  const own = async () =>
    (await portal.call('GET', '/kimi/get-Google-adDeposit', { as: client, query: { adType: 'Google' } })).body.deposits;
  expect(await own()).toMatchObject([{ applyId, state: 'Completed', reversalReason: '' }]);
  const undone = await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: why } });
  expect(undone.status, undone.text).toBe(200);
  expect(await own()).toMatchObject([{ applyId, state: 'Reversed', remarks: '', reversalReason: why }]);
  for (const [path, query] of [
    ['/kimi/export-googlead-deposit', {}],
    ['/kimi/export-own-requests', { kind: 'deposit' }],
  ] as const) {
    const { bytes } = await portal.call('GET', path, { as: client, query });
    const [head, row] = (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
    expect(row![head!.indexOf('Remarks')], path).toBe(why);
  }
});
