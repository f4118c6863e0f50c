/** An admin asks for a look instead of waiting for the next one, and can't have the nodes asked without end. */
import { afterAll, expect, test, vi } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#portal.testing.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const admin = await portal.admin();
const network = (networkName: string, networkAddress: string) =>
  portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName, networkAddress, password: admin.password },
  });
await network('TRC20', us);
const client = await portal.client();

async function topUp(transactionId: string): Promise<string> {
  const { body } = await portal.call('POST', '/add-money', {
    as: client,
    form: { chargeMoney: '50', transactionId },
  });
  return body.transaction.applyId;
}

const again = async (applyId: string) => {
  const { status, body } = await portal.call('PUT', '/kimi/look-again', { as: admin, query: { applyId } });
  return { status, code: body.code as string | undefined };
};
const verdicts = async (applyId: string): Promise<string[]> => {
  const { body } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  return body.looks.map(({ verdict }: { verdict: string }) => verdict);
};

test('a look that would come in an hour comes at once when an admin asks for it', async () => {
  const hash = 'a'.repeat(64);
  const applyId = await topUp(hash);
  await vi.waitFor(async () => expect(await verdicts(applyId)).toContain('NotFound'), { timeout: 20_000 });
  await portal.db.owner.query('test.later', `update looks set next_at = now() + interval '1 hour'`, []);
  chain.send([{ from: tronAddressOf('b'.repeat(40)), to: us, units: 50_000_000n }], { hash });
  expect(await again(applyId)).toEqual({ status: 200, code: undefined });
  await vi.waitFor(async () => expect((await verdicts(applyId))[0]).toBe('Confirming'), { timeout: 20_000 });
});

test('what has waited for months is looked at once a day all the same', async () => {
  const applyId = await topUp('f'.repeat(64));
  await vi.waitFor(async () => expect(await verdicts(applyId)).toContain('NotFound'), { timeout: 20_000 });
  const made = `update requests set created_at = now() - interval '100 days' where apply_id = $1`;
  await portal.db.owner.query('test.old', made, [applyId]);
  const seen = (await verdicts(applyId)).length;
  await portal.db.owner.query('test.now', 'update looks set next_at = now()');
  await vi.waitFor(async () => {
    expect((await verdicts(applyId)).length).toBeGreaterThan(seen);
    const [next] = await portal.db.owner.query<{ hours: number }>(
      'test.next',
      `select (extract(epoch from l.next_at - now()) / 3600)::float8 as hours from looks l
       join requests r on r.id = l.request where r.apply_id = $1`,
      [applyId],
    );
    expect(Math.round(next!.hours)).toBe(24);
  }, 20_000);
});

test('what was decided, what is no hash and what is on a network without nodes is not looked up again', async () => {
  const decided = await topUp('c'.repeat(64));
  await portal.call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: decided, action: 'reject' },
    body: { remarks: 'No.' },
  });
  expect(await again(decided)).toEqual({ status: 409, code: 'chain.not_waiting' });
  expect(await again(await topUp('Inside of the exchange, 7741'))).toEqual({ status: 409, code: 'chain.not_checked' });
  expect(await again('TU-0000-0000')).toEqual({ status: 404, code: 'not_found' });
  await network('ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect(await again(await topUp('d'.repeat(64)))).toEqual({ status: 409, code: 'chain.not_checked' });
  await network('TRC20', us);
});

test('the nodes are not asked without end', async () => {
  const applyId = await topUp('e'.repeat(64));
  const answers = [];
  for (let turn = 0; turn < 62; turn++) answers.push((await again(applyId)).status);
  expect(answers.filter((status) => status === 200).length).toBe(59);
  expect(answers.at(-1)).toBe(429);
});
