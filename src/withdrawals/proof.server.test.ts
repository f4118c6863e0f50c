/** The proof of the book compares each withdrawal with what the sealed log says of it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { runChecks } from '#requests/book.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const tron = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const [client, admin, other] = [await portal.client({ dollars: 1_000 }), await portal.admin(), await portal.admin()];
const ids = {
  paid: '',
  reversed: '',
  rejected: '',
  cancelled: '',
  pending: '',
  toPay: '',
  paidLater: '',
  takenBack: '',
};
/** Those on which two admins agree before they are paid. */
const byTwo: readonly string[] = ['toPay', 'paidLater', 'takenBack'];
let answers: number[] = [];

beforeAll(async () => {
  for (const each of Object.keys(ids) as (keyof typeof ids)[]) {
    const asked = await portal.call('POST', '/kimi/apply-withdrawal', {
      as: client,
      body: { password: client.password, amount: byTwo.includes(each) ? 60 : 20, ...tron },
    });
    ids[each] = asked.body.withdrawal.applyId;
  }
  const decide = (applyId: string, action: string, body: object) =>
    portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query: { applyId, action }, body });
  const reverse = { as: other, body: { applyId: ids.reversed, reason: 'It came back.' } };
  const done = [
    await decide(ids.paid, 'approve', { transactionId: 'f00d' }),
    await decide(ids.reversed, 'approve', { transactionId: 'f11d' }),
    await portal.call('PUT', '/kimi/reverse-request', reverse),
    await decide(ids.rejected, 'reject', { remarks: 'The network is down.' }),
    await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: ids.cancelled } }),
  ];
  const body = { secondPair: { on: true, withdrawalsAbove: 50 } };
  done.push(await portal.call('PUT', '/kimi/update-settings', { as: admin, body }));
  for (const id of [ids.toPay, ids.paidLater, ids.takenBack]) {
    done.push(await decide(id, 'approve', {}));
    done.push(await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id } }));
  }
  const pay = { as: admin, query: { applyId: ids.paidLater }, body: { transactionId: 'f33d' } };
  done.push(await portal.call('PUT', '/kimi/pay-withdrawal', pay));
  done.push(await decide(ids.takenBack, 'reject', { remarks: 'The address is gone.' }));
  answers = done.map(({ status }) => status);
});

/** What the proof finds where the owner of the database has changed something, which is taken back. */
async function found(change?: string, of?: keyof typeof ids): Promise<string[]> {
  const owner = await portal.db.owner.pool.connect();
  try {
    await owner.query('begin; set local session_replication_role = replica');
    const sql = change?.startsWith('update') ? change : `update requests set ${change} where apply_id = $1`;
    if (change && of) await owner.query(sql, [ids[of]]);
    const checked = await runChecks(owner);
    const own = checked.find(({ check }) => check.startsWith('every payout'))!;
    expect(own.counted).toBe(18);
    return own.shown;
  } finally {
    await owner.query('rollback');
    owner.release();
  }
}

test('withdrawals in every state are as the log says', async () => {
  expect(answers.filter((status) => status !== 202)).toEqual(Array(11).fill(200));
  expect(await found()).toEqual([]);
});

describe('is found in the proof:', () => {
  const person = (named: { person: bigint }) => String(named.person);
  const release = (by: { person: bigint }) => `update decisions set person = ${person(by)} where verdict = 'release'
    and request = (select id from requests where apply_id = $1)`;
  const address = `details = details || '{"networkAddress": "TThief"}'`;
  test.each([
    ['another address, before it is paid', address, 'pending', /is to send 2000 to TThief on TRC20, the log says/],
    ['another address, after it was paid', address, 'paid', /to TThief/],
    ['another network', `details = details || '{"networkName": "BEP20"}'`, 'pending', /on BEP20, the log/],
    ['another amount', 'amount_cents = 2100', 'pending', /to send 2100 .* the log says 2000/],
    ['another transfer', `transaction_id = 'f22d'`, 'paid', /names the transfer f22d, the log says f00d/],
    ['a transfer that is gone', 'transaction_id = null', 'reversed', /names the transfer none, the log says f11d/],
    ['another asker', `asked_by = ${person(other)}`, 'pending', /somebody else did withdrawal.asked/],
    ['another decider', `decided_by = ${person(other)}`, 'paid', /somebody else did withdrawal.approved/],
    ['another who refused', `decided_by = ${person(other)}`, 'rejected', /somebody else did withdrawal.rejected/],
    ['another who took back', `decided_by = ${person(other)}`, 'cancelled', /somebody else did withdrawal.cancelled/],
    ['another who released it', release(admin), 'toPay', /somebody else did withdrawal.to_pay/],
    ['another who had released it', release(admin), 'paidLater', /somebody else did withdrawal.to_pay/],
    ['another who paid', `decided_by = ${person(other)}`, 'paidLater', /somebody else did withdrawal.paid/],
    ['another transfer of two', `transaction_id = 'f22d'`, 'paidLater', /names the transfer f22d, the log says f33d/],
    ['another who took it back', `decided_by = ${person(other)}`, 'takenBack', /else did withdrawal.taken_back/],
    ['another who reversed', `reversed_by = ${person(admin)}`, 'reversed', /somebody else did withdrawal.reversed/],
    ['another id', `apply_id = 'WD-0000-0000'`, 'paid', /of WD-\S+, which is not there/],
  ] as const)('%s', async (_, change, of, says) => {
    const shown = await found(change, of);
    expect(shown.join('\n')).toMatch(says);
    if (!change.startsWith('apply_id')) expect(shown.join('\n')).toContain(ids[of]);
  });
});
