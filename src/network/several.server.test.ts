/**
 * Several networks at once: one is the default, others stand beside it, and what is paid is remembered with its
 * network.
 */
import { expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
const tron = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const other = { networkName: 'TRC20', networkAddress: 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS' };
const ether = { networkName: 'ERC20', networkAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const smart = { ...ether, networkName: 'BEP20' };
const admin = await portal.admin();
const client = await portal.client();

const update = (body: object) =>
  portal.call('PUT', '/kimi/update-network-details', { as: admin, body: { ...body, password: admin.password } });
const hide = (networkName: string) =>
  portal.call('PUT', '/kimi/hide-network', { as: admin, body: { networkName, password: admin.password } });
async function shown(): Promise<{ networkDetails: object; networks: object[] }> {
  const { body } = await portal.call('GET', '/get-network-details', { as: client });
  return { networkDetails: body.networkDetails, networks: body.networks };
}
let turn = 0;
async function topUp(form: object, as: Person = client) {
  const transactionId = (++turn).toString(16).padStart(64, '0');
  const { status, body } = await portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: '50', transactionId, ...form },
  });
  return { status, code: body.code, on: body.transaction?.networkName, to: body.transaction?.networkAddress };
}

test('a network is offered beside the default, its address is changed, and it is hidden again', async () => {
  await update(tron);
  expect((await update({ ...ether, beside: true })).status).toBe(200);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, ether] });
  await update({ ...smart, beside: true });
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, ether, smart] });
  expect((await update({ ...smart, networkName: 'bsc (BEP20)', beside: true })).status).toBe(200);
  expect((await shown()).networks).toHaveLength(3);
  expect((await hide('Binance Smart Chain')).status).toBe(200);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, ether] });
  expect((await hide('TRC20')).body.code).toBe('network.not_beside');
  const stolen = { as: admin, body: { networkName: 'Ethereum', password: 'a guess' } };
  expect((await portal.call('PUT', '/kimi/hide-network', stolen)).body.code).toBe('user.wrong_password');
  expect((await update({ ...ether, beside: true })).body.code).toBe('network.same');
});

test('every admin is mailed each address, what became of it, and what is no longer offered', async () => {
  const mailed = async () => (await mailsTo(portal.db.owner, admin.email))[0]!.content.lines.slice(1, -1);
  await update({ ...other, beside: true });
  expect(await mailed()).toEqual([
    `TRC20, the default: ${other.networkAddress}, instead of ${tron.networkAddress}.`,
    `ERC20: ${ether.networkAddress}, as before.`,
  ]);
  await update(tron);
  await update({ ...smart, beside: true });
  expect((await mailed()).at(-1)).toBe(`BEP20: ${smart.networkAddress}, not offered before.`);
  await update({ ...smart, networkAddress: `0x${'cd'.repeat(20)}`, beside: true });
  expect((await mailed()).at(-1)).toBe(`BEP20: 0x${'cd'.repeat(20)}, instead of ${smart.networkAddress}.`);
  await update({ networkName: 'bsc (BEP20)', networkAddress: `0x${'cd'.repeat(20)}`, beside: true });
  expect((await mailed()).at(-1)).toBe(`bsc (BEP20): 0x${'cd'.repeat(20)}, as before, and called BEP20 before.`);
  await update({ ...smart, networkAddress: `0x${'cd'.repeat(20)}`, beside: true });
  await update(ether);
  expect((await mailed())[0]).toBe(`ERC20, the default instead of TRC20: ${ether.networkAddress}, as before.`);
  await update(tron);
  await hide('BEP20');
  expect((await mailed()).at(-1)).toBe(`BEP20: 0x${'cd'.repeat(20)}, no longer offered.`);
});

test('another address for the default leaves the others, and never shows two addresses of one network', async () => {
  await update({ ...other, networkName: 'USDT-TRC20', beside: true });
  expect((await shown()).networks).toEqual([{ ...other, networkName: 'USDT-TRC20' }, ether]);
  await update(tron);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, ether] });
});

test('another network whose name holds a known one takes no place, and its address is not checked', async () => {
  const arbitrum = { networkName: 'Arbitrum One (ERC20)', networkAddress: `0x${'ab'.repeat(20)}` };
  expect((await update({ ...arbitrum, beside: true })).status).toBe(200);
  expect((await shown()).networks).toEqual([tron, ether, arbitrum]);
  expect((await hide('Arbitrum One (ERC20)')).status).toBe(200);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, ether] });
});

test('a new default takes the place of the old one, which is gone; one that is shown already changes places with it', async () => {
  await update(ether);
  expect(await shown()).toEqual({ networkDetails: ether, networks: [ether, tron] });
  await update(smart);
  expect(await shown()).toEqual({ networkDetails: smart, networks: [smart, tron] });
  await update(tron);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron, smart] });
  await hide('BEP20');
});

test('a top-up remembers the network that was chosen, by its name where two share an address', async () => {
  await update({ ...ether, beside: true });
  await update({ ...smart, beside: true });
  expect(await topUp({})).toMatchObject({ status: 200, on: 'TRC20', to: tron.networkAddress });
  expect(await topUp({ networkAddress: ether.networkAddress })).toMatchObject({ status: 200, on: 'ERC20' });
  expect(await topUp(smart)).toMatchObject({ status: 200, on: 'BEP20', to: smart.networkAddress });
  expect(await topUp({ networkName: 'ERC20' })).toMatchObject({ on: 'ERC20', to: ether.networkAddress });
});

test('who saw a network or an address that is no longer shown is told so before anything is stored', async () => {
  await hide('BEP20');
  expect(await topUp(smart)).toMatchObject({ status: 409, code: 'network.changed' });
  expect(await topUp({ networkName: 'Solana' })).toMatchObject({ status: 409, code: 'network.changed' });
  expect(await topUp({ ...tron, networkName: 'ERC20' })).toMatchObject({ status: 409, code: 'network.changed' });
});

test('whoever pays through a link chooses too', async () => {
  const { body } = await portal.call('POST', '/kimi/create-paylink-individual', {
    as: client,
    body: { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'India', money: '75' },
  });
  const path = `/kimi/pay/${body.newPaylink.code}`;
  const page = await portal.call('GET', path, {});
  expect(page.body.paylink).toMatchObject({ networkDetails: tron, networks: [tron, ether] });
  const paid = await portal.call('POST', path, { form: { transactionId: 'f'.repeat(64), ...ether } });
  expect([paid.status, paid.body.paylink.networks]).toEqual([200, []]);
  const list = await portal.call('GET', '/get-transaction-details-of-user', { as: client });
  expect(list.body.transactions[0]).toMatchObject(ether);
});

test('no client is paid out to an address beside the default, nor to one that was hidden', async () => {
  const rich = await portal.client({ dollars: 100, verified: true });
  for (const network of [ether, smart]) {
    const { body } = await portal.call('POST', '/kimi/apply-withdrawal', {
      as: rich,
      body: { amount: 10, ...network, password: rich.password },
    });
    expect(body.code).toBe('withdrawal.own_address');
  }
});

test('where a second admin is asked, what stands beside is part of what is confirmed', async () => {
  const second = await portal.admin();
  const settings = { secondPair: { on: true, network: true, corrections: false } };
  await portal.db.owner.query('test.settings', 'insert into settings_versions (value) values ($1)', [
    JSON.stringify(settings),
  ]);
  const { status, body } = await hide('ERC20');
  expect([status, body.version.state]).toEqual([202, 'Waiting']);
  expect((await shown()).networks).toEqual([tron, ether]);
  const confirmed = await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: body.version._id } });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect(await shown()).toEqual({ networkDetails: tron, networks: [tron] });
});
