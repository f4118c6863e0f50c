/** Money does not go in a circle: an address at which clients pay us, now or ever, is no client's to be paid at. */
import { expect, test } from 'vitest';
import { comparedAddress } from '#network/addresses.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const admin = await portal.admin();
const earlier = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const today = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const later = '0x52908400098527886E0F7030069857D2E4169EE7';
const theirs = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const show = async (networkName: string, networkAddress: string) => {
  const body = { networkName, networkAddress, password: admin.password };
  const answer = await portal.call('PUT', '/kimi/update-network-details', { as: admin, body });
  expect(answer.status, answer.text).toBe(200);
};
const client = await portal.client({ dollars: 100 });
const apply = (networkName: string, networkAddress: string, key?: string) =>
  portal.call('POST', '/kimi/apply-withdrawal', {
    as: client,
    key,
    body: { amount: 1, networkName, networkAddress, password: client.password },
  });
const decide = (applyId: string, action: 'approve' | 'reject', body: object) =>
  portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query: { applyId, action }, body });
const waiting = async () => (await portal.call('GET', '/kimi/get-pending-withdrawals', { as: admin })).body.withdrawals;

test('an address is one however it is written', () => {
  expect(comparedAddress(` ${earlier.toUpperCase().replace('0X', '0x')}\u200b`)).toBe(comparedAddress(earlier));
  expect(comparedAddress('0X52908400098527886E0F7030069857D2E4169EE7')).toBe(
    '0x52908400098527886e0f7030069857d2e4169ee7',
  );
  expect(comparedAddress('TJRabPrwbZy\u09ea\uff15sbavfcjinPJC18kjpRTv8')).toBe(today);
  // On Tron small and capital letters are different letters.
  expect(comparedAddress(today.toLowerCase())).not.toBe(today);
});

test('every address that clients were ever shown is refused, on each network that shares it', async () => {
  await show('ERC20', earlier);
  await show('TRC20', today);
  for (const [network, address] of [
    ['TRC20', today],
    ['ERC20', earlier],
    ['BEP20', earlier],
    ['ERC20', earlier.toLowerCase()],
    ['BEP20', `0x${earlier.slice(2).toUpperCase()}`],
  ] as const) {
    const { status, body } = await apply(network, address);
    expect([status, body.code, body.field], `${network} ${address}`).toEqual([
      400,
      'withdrawal.own_address',
      'networkAddress',
    ]);
    expect(body.message).toBe(
      'This is an address of ours, to which clients pay us. Please enter an address of your own.',
    );
  }
  expect(await waiting()).toEqual([]);
  const kept = { label: 'Ours', networkName: 'TRC20', networkAddress: today, password: client.password };
  const added = await portal.call('POST', '/kimi/add-withdrawal-address', { as: client, body: kept });
  expect(added.body.code).toBe('withdrawal.own_address');
});

test('what was asked for before the address became ours warns whoever decides, who can only reject it', async () => {
  const { applyId } = (await apply('TRC20', theirs)).body.withdrawal;
  expect(await waiting()).toMatchObject([{ applyId, destination: { own: false } }]);
  await show('TRC20', theirs);
  expect(await waiting()).toMatchObject([{ applyId, destination: { own: true } }]);
  const queue = await portal.call('GET', '/kimi/get-queue', { as: admin });
  expect(queue.body.requests).toMatchObject([{ applyId, destination: { own: true } }]);
  const story = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  expect(story.body.request.destination).toMatchObject({ own: true });
  const own = await portal.call('GET', '/kimi/get-withdrawals', { as: client });
  expect(own.body.withdrawals[0]).not.toHaveProperty('destination');

  const refused = {
    code: 'withdrawal.own_address',
    message: 'This is an address of ours. Nobody is paid there: reject it.',
  };
  const said = { transactionId: 'cd'.repeat(32) };
  const alone = await decide(applyId, 'approve', said);
  expect([alone.status, alone.body]).toMatchObject([409, refused]);
  const many = await portal.decide(admin, 'approve', { applyId, ...said });
  expect(many.body.results).toMatchObject([{ done: false, waits: false, ...refused }]);
  expect((await decide(applyId, 'reject', { remarks: 'This is ours.' })).status).toBe(200);
});

test('what paid it out is exactly a hash, or plainly none', async () => {
  const { applyId } = (await apply('TRC20', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7')).body.withdrawal;
  const hash = 'ab'.repeat(32);
  const approve = (transactionId: string) => decide(applyId, 'approve', { transactionId });
  for (const nearly of [`${hash}0`, hash.slice(1), `o${hash.slice(1)}`]) {
    expect((await approve(nearly)).body).toMatchObject({
      field: 'transactionId',
      message: 'This looks like a transaction hash with a missing, extra or wrong character. Please copy it again.',
    });
    const many = await portal.decide(admin, 'approve', { applyId, transactionId: nearly });
    expect(many.body.results).toMatchObject([{ done: false, code: 'input.invalid' }]);
  }
  // Typed on a keyboard with wide digits it is the same transfer, and told again as a top-up it is found.
  const typed = hash.replaceAll('b', 'ｂ');
  expect((await approve(typed)).body).toMatchObject({ withdrawal: { state: 'Approved', transactionId: hash } });
  const told = await portal.call('POST', '/add-money', { as: client, form: { chargeMoney: '1', transactionId: hash } });
  expect([told.status, told.body.code]).toEqual([409, 'topup.taken']);
});

test('no second admin confirms it either; what two agreed on before is marked as paid, as it may have left', async () => {
  const second = await portal.admin();
  await portal.set(admin, { payoutWaitHours: 0, secondPair: { on: true, withdrawalsAbove: 0, network: false } });
  const confirm = (id: string) => portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id } });
  const asked = async () => {
    const { applyId } = (await apply('ERC20', later)).body.withdrawal;
    expect((await decide(applyId, 'approve', {})).status).toBe(202);
    return applyId as string;
  };
  const [proposed, agreed] = [await asked(), await asked()];
  expect((await confirm(agreed)).body.state).toBe('To pay');
  await show('ERC20', later);
  const answer = await confirm(proposed);
  expect([answer.status, answer.body.code]).toEqual([409, 'withdrawal.own_address']);
  expect((await decide(proposed, 'approve', {})).body.code).toBe('withdrawal.own_address');
  expect((await decide(proposed, 'reject', { remarks: 'This is ours.' })).status).toBe(200);
  const paid = { as: admin, query: { applyId: agreed }, body: { transactionId: 'ef'.repeat(32) } };
  expect((await portal.call('PUT', '/kimi/pay-withdrawal', paid)).status).toBe(200);
});
