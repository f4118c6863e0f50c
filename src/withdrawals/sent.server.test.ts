/** What an admin says has paid a withdrawal is looked at on the chain before it counts as paid. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chainsOf } from '#chain/chains.server.ts';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { lookAtPayout } from '#chain/payouts.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import type { App } from '#server/app.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url });
await payAtOnce(portal.db.owner);
afterAll(() => node.close());

const [us, payee, somebody] = ['a', 'b', 'c'].map((sign) => tronAddressOf(sign.repeat(40))) as [string, string, string];
let client: Person;
let admin: Person;
beforeAll(async () => {
  [client, admin] = await Promise.all([portal.client({ dollars: 5_000, verified: true }), portal.admin()]);
});

const known = { networkName: 'TRC20', networkAddress: payee };
async function withdraw(amount = 120, to: object = known, as: Person = client): Promise<string> {
  const body = { amount, ...to, password: as.password };
  const { body: answer, text } = await portal.call('POST', '/kimi/apply-withdrawal', { as, body });
  expect(answer.withdrawal, text).toBeDefined();
  return answer.withdrawal.applyId;
}

const send = (to: string, dollars: number, also: object = {}) =>
  chain.send([{ from: us, to, units: BigInt(dollars) * 1_000_000n }], also);

async function approve(applyId: string, transactionId: string, more: object = {}) {
  const { status, body } = await portal.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId, action: 'approve' },
    body: { transactionId, letPass: 'Known for years.', ...more },
  });
  return { status, code: body.code as string | undefined, message: body.message as string };
}

const looks = async (applyId: string) =>
  (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.looks as object[];

/** The next look is at once, and the last one. */
function becomeFinal() {
  chain.mine(100);
  return portal.db.owner.query('t.due', 'update looks set next_at = now()');
}

test('a transfer to the client, of the whole amount, pays it at once, and its evidence is in the story', async () => {
  const applyId = await withdraw();
  expect((await approve(applyId, send(payee, 120))).status).toBe(200);
  expect(await looks(applyId)).toMatchObject([{ verdict: 'Confirming', amount: '120', recipient: payee }]);
});

test.each([
  ['that is young', 'well'],
  ['of which no node told', '500'],
] as const)('one %s is looked at again after it was paid, until it is final', async (_, mood) => {
  const applyId = await withdraw();
  const hash = send(payee, 120);
  node.mood = mood;
  expect((await approve(applyId, hash, { acknowledged: true })).status).toBe(200);
  node.mood = 'well';
  await becomeFinal();
  const seen = { verdict: 'Verified', final: true };
  await expect.poll(() => looks(applyId), { timeout: 60_000 }).toMatchObject([seen, {}]);
});

test.each([
  ['to somebody else', () => send(somebody, 120), 'it went to T'],
  ['that failed', () => send(payee, 120, { failed: 'OUT_OF_ENERGY' }), 'nothing was moved'],
  ['of another token', () => chain.send([{ token: somebody, from: us, to: payee, units: 120_000_000n }]), 'Not USDT'],
])('one %s pays nothing, whatever the admin says', async (_, sent, told) => {
  const applyId = await withdraw();
  const answer = await approve(applyId, sent(), { acknowledged: true });
  expect(answer).toMatchObject({ status: 409, code: 'withdrawal.not_paid' });
  expect(answer.message).toContain(told);
  const { body } = await portal.call('GET', '/kimi/get-pending-withdrawals', { as: admin, query: { q: applyId } });
  expect(body.withdrawals).toMatchObject([{ state: 'Pending' }]);
});

test('one that took the place of a wrong one is looked at again all the same', async () => {
  const applyId = await withdraw();
  const wrong = send(somebody, 120);
  chain.mine(100);
  expect((await approve(applyId, wrong)).code).toBe('withdrawal.not_paid');
  expect((await approve(applyId, send(payee, 120))).status).toBe(200);
  const due = await portal.db.owner.query(
    't.looks',
    'select l.request from looks l join requests r on r.id = l.request where r.apply_id = $1',
    [applyId],
  );
  expect(due).toHaveLength(1);
});

test.each([
  ['of another amount', () => send(payee, 119), '$1.00 less'],
  ['that no node has', () => 'd'.repeat(64), 'Not seen yet'],
])('one %s asks once more, and pays when the admin says that it is right', async (_, sent, told) => {
  const applyId = await withdraw();
  const hash = sent();
  const first = await approve(applyId, hash);
  expect(first).toMatchObject({ status: 409, code: 'withdrawal.unproven' });
  expect(first.message).toContain(told);
  expect((await approve(applyId, hash, { acknowledged: true })).status).toBe(200);
});

test('what was sent before it was asked for pays it only if an admin says so', async () => {
  const old = send(payee, 120, { at: new Date(Date.now() - 3_600_000) });
  const applyId = await withdraw();
  expect(await approve(applyId, old)).toMatchObject({
    status: 409,
    code: 'withdrawal.unproven',
    message: expect.stringContaining('Too old: 120.00 to T'),
  });
  expect((await approve(applyId, old)).message).toContain('sent before this was asked for');
  // Of several lines it names the one that fits, and says where none does.
  const lines = [13, 120].map((dollars) => ({ from: us, to: payee, units: BigInt(dollars) * 1_000_000n }));
  const at = new Date(Date.now() - 3_600_000);
  expect((await approve(applyId, chain.send(lines, { at }))).message).toContain('Too old: 120.00 to T');
  expect((await approve(applyId, send(payee, 13, { at }))).message).toContain('Too old: $107.00 less: 13.00 to T');
  expect((await approve(applyId, old, { acknowledged: true })).status).toBe(200);
});

test('what is said of a hash is said of that one, whichever others are named at the same moment', async () => {
  const applyId = await withdraw();
  const [mistaken, right] = [send(somebody, 120), send(payee, 120)];
  const db = Object.create(portal.app.db) as typeof portal.app.db;
  db.query = async (name: string, ...rest: [string, unknown[]?]) => {
    const rows = await portal.app.db.query(name, ...rest);
    if (name === 'chain.keep') await lookAt(portal.app, right);
    return rows as never;
  };
  const [found] = await portal.db.owner.query<{ request: bigint; askedAt: Date }>(
    't.asked',
    'select id as request, created_at as "askedAt" from requests where apply_id = $1',
    [applyId],
  );
  const lookAt = (app: App, hash: string) => lookAtPayout(app, { ...known, ...found!, amount: 12_000n }, hash);
  const app = { ...portal.app, db };
  const seen = await lookAt(app, mistaken);
  chainsOf(app).close();
  expect(await looks(applyId)).toMatchObject([{ hash: right }, { hash: mistaken }]);
  expect(seen).toMatchObject({ hash: mistaken, verdict: 'WrongRecipient' });
});

test('a node that does not answer is no proof either way: it asks', async () => {
  const applyId = await withdraw();
  node.mood = '500';
  expect(await approve(applyId, send(payee, 120))).toMatchObject({ status: 409, code: 'withdrawal.unproven' });
  node.mood = 'well';
});

test('many at once are looked at as well: one that pays somebody else stops no other', async () => {
  const [good, bad] = [await withdraw(50), await withdraw(60)];
  const { body } = await portal.decide(
    admin,
    'approve',
    { applyId: good, transactionId: send(payee, 50) },
    { applyId: bad, transactionId: send(somebody, 60) },
  );
  expect(body.results).toMatchObject([{ done: true }, { done: false, code: 'withdrawal.not_paid' }]);
});

test('what is no hash cannot be looked up: it asks where a node could say more, and nowhere else', async () => {
  const applyId = await withdraw();
  const first = await approve(applyId, 'Exchange, 44182');
  expect(first).toMatchObject({ status: 409, code: 'withdrawal.unproven' });
  expect(first.message).toContain('no transaction hash of TRC20');
  expect((await approve(applyId, 'Exchange, 44182', { acknowledged: true })).status).toBe(200);
  const unwatched = await withdraw(120, { networkName: 'BEP20', networkAddress: `0x${'e'.repeat(40)}` });
  expect((await approve(unwatched, 'Exchange, 44183')).status).toBe(200);
});

describe('one transfer pays one withdrawal of a recipient', () => {
  const unchecked = { networkName: 'BEP20', networkAddress: `0x${'d'.repeat(40)}` };

  test.each([
    ['where a node is asked', undefined, () => send(payee, 70)],
    ['where none is', unchecked, () => randomBytes(32).toString('hex')],
  ])('%s: named again it is refused, whatever the admin says', async (_, to, sent) => {
    const [one, two] = [await withdraw(70, to), await withdraw(70, to)];
    const hash = sent();
    expect((await approve(one, hash)).status).toBe(200);
    const again = await approve(two, `0x${hash.toUpperCase()}`, { acknowledged: true });
    expect(again).toMatchObject({ status: 409, code: 'withdrawal.not_paid' });
    // What was named by mistake can be undone, and pays the right one then.
    const reversed = await portal.call('PUT', '/kimi/reverse-request', {
      as: admin,
      body: { applyId: one, reason: 'The other one.' },
    });
    expect(reversed.status, reversed.text).toBe(200);
    expect((await approve(two, hash)).status).toBe(200);
  });

  test('named for another one before, which it did not pay, it is still seen to have paid this one', async () => {
    const [one, other] = [await withdraw(25), await withdraw(25, { networkName: 'TRC20', networkAddress: somebody })];
    const hash = send(payee, 25);
    expect(await approve(other, hash, { acknowledged: true })).toMatchObject({ code: 'withdrawal.not_paid' });
    for (const [applyId, id] of [
      [other, send(somebody, 25)],
      [one, hash],
    ] as const)
      expect((await approve(applyId, id)).status).toBe(200);
    await becomeFinal();
    const seen = { verdict: 'Verified', final: true, recipient: payee };
    await expect.poll(() => looks(one), { timeout: 60_000 }).toMatchObject([seen, {}]);
  });

  test('in a race of many admins, too', async () => {
    const [sent, hash] = [send(payee, 30), randomBytes(32).toString('hex')];
    for (const [to, id] of [
      [undefined, sent],
      [unchecked, hash],
      [unchecked, 'Internal 7782'],
    ] as const) {
      const all = await Promise.all(Array.from({ length: 4 }, () => withdraw(30, to)));
      const ends = await Promise.all(all.map((applyId) => approve(applyId, id, { acknowledged: true })));
      expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    }
  });

  test('nor does an id that is no hash pay a second one, of whichever client or recipient, until it is reversed', async () => {
    const other = await portal.client({ dollars: 500, verified: true });
    const [one, two, theirs] = [
      await withdraw(70),
      await withdraw(70, unchecked),
      await withdraw(70, unchecked, other),
    ];
    const paid = { acknowledged: true };
    expect((await approve(one, 'Off-chain transfer 201958372215', paid)).status).toBe(200);
    const again = await approve(two, ' off-chain TRANSFER 201958372215.', paid);
    expect(again).toMatchObject({ status: 409, code: 'withdrawal.not_paid' });
    expect(again.message).toContain(one);
    expect((await approve(theirs, '“Off-chain transfer ２０１９５８３７２２１５”', paid)).code).toBe(
      'withdrawal.not_paid',
    );
    const body = { applyId: one, reason: 'The other one.' };
    expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
    expect((await approve(theirs, 'Off-chain transfer 201958372215', paid)).status).toBe(200);
    expect((await approve(two, 'Off-chain transfer 201958372215', paid)).code).toBe('withdrawal.not_paid');
  });

  test('nor one by an id that is no hash which was credited as a top-up', async () => {
    const form = { chargeMoney: '120', transactionId: 'Internal 7781' };
    const { transaction } = (await portal.call('POST', '/add-money', { as: client, form })).body;
    const query = { id: transaction.applyId, action: 'approve' };
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} })).status).toBe(200);
    const answer = await approve(await withdraw(), 'internal 7781', { acknowledged: true });
    expect(answer).toMatchObject({ status: 409, code: 'withdrawal.not_paid' });
    expect(answer.message).toContain(transaction.applyId);
  });

  test('nor one that was credited as a top-up, though no node can say so', async () => {
    const hash = randomBytes(32).toString('hex');
    const form = { chargeMoney: '120', transactionId: hash };
    const { transaction } = (await portal.call('POST', '/add-money', { as: client, form })).body;
    const query = { id: transaction.applyId, action: 'approve' };
    node.mood = '500';
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} })).status).toBe(200);
    const answer = await approve(await withdraw(), hash, { acknowledged: true });
    node.mood = 'well';
    expect(answer).toMatchObject({ status: 409, code: 'withdrawal.not_paid' });
    expect(answer.message).toContain(transaction.applyId);
  });

  test('but each line of a batch pays one, also to the same recipient', async () => {
    const [one, two, three] = [await withdraw(40), await withdraw(40), await withdraw(40)];
    const line = { from: us, to: payee, units: 40_000_000n };
    const hash = chain.send([line, { ...line, to: somebody }, line]);
    expect((await approve(one, hash)).status).toBe(200);
    expect((await approve(two, hash)).status).toBe(200);
    expect(await approve(three, hash, { acknowledged: true })).toMatchObject({ code: 'withdrawal.not_paid' });
  });

  test('and none that was named while no node answered, as any line may be meant', async () => {
    const [one, two] = [await withdraw(20), await withdraw(20)];
    const line = { from: us, to: payee, units: 20_000_000n };
    const hash = chain.send([line, line]);
    node.mood = '500';
    expect((await approve(one, hash, { acknowledged: true })).status).toBe(200);
    node.mood = 'well';
    await vi.waitFor(async () => expect(await approve(two, hash)).toMatchObject({ code: 'withdrawal.not_paid' }), {
      timeout: 30_000,
      interval: 1_000,
    });
  }, 40_000);
});

test('what was paid and is taken back while the chain has it alarms every admin, until another withdrawal names it', async () => {
  const shown = { networkName: 'TRC20', networkAddress: us, password: admin.password };
  await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
  const to = tronAddressOf('8'.repeat(40));
  const there = { networkName: 'TRC20', networkAddress: to };
  const applyId = await withdraw(33, there);
  const hash = send(to, 33);
  expect((await approve(applyId, hash)).status).toBe(200);
  const of = async () =>
    (await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } })).body.transfers[0];
  await vi.waitFor(async () => expect(await of()).toMatchObject({ applyId }), { timeout: 30_000 });
  await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'Not needed.' } });
  const told = (of: string) =>
    portal.db.owner.query(
      't.told',
      `select from mails where content::text like '%' || $1 || '%' and content::text like '%' || $2 || '%taken back%'`,
      [hash, of],
    );
  await vi.waitFor(async () => expect((await told(applyId)).length).toBeGreaterThan(0), { timeout: 30_000 });
  // It stays in sight where the mail leads, until it is named for another one.
  const free = async () => {
    const query = { direction: 'Out', nobodys: 'true', q: hash };
    return (await portal.call('GET', '/kimi/get-transfers', { as: admin, query })).body;
  };
  expect(await free()).toMatchObject({ transfers: [{ applyId, reversed: true, alarming: true }], total: 1 });
  expect((await free()).unknownOut).toBeGreaterThan(0);
  // Asked for after it was sent: somebody has to say that it was for this one.
  const other = await withdraw(33, there);
  expect((await approve(other, hash, { acknowledged: true })).status).toBe(200);
  await vi.waitFor(async () => expect(await of()).toMatchObject({ applyId: other }), { timeout: 30_000 });
  expect(await free()).toMatchObject({ transfers: [], total: 0 });
  // Named, and reversed as well: told once more, although it had been told before.
  const mails = (await told(applyId)).length;
  await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId: other, reason: 'Not needed.' } });
  await vi.waitFor(async () => expect((await told(other)).length).toBeGreaterThan(0), { timeout: 30_000 });
  expect(await told(applyId)).toHaveLength(mails);
}, 120_000);

test('what two agreed on is paid by a transfer that the chain has, too', async () => {
  const second = await portal.admin();
  await portal.set(admin, { payoutWaitHours: 24, secondPair: { on: true, withdrawalsAbove: 0 } });
  const applyId = await withdraw(60);
  expect((await approve(applyId, '')).status).toBe(202);
  const agreed = await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: applyId } });
  expect(agreed.body.state).toBe('To pay');
  const pay = async (transactionId: string) =>
    (await portal.call('PUT', '/kimi/pay-withdrawal', { as: admin, query: { applyId }, body: { transactionId } })).body;
  expect((await pay(send(somebody, 60))).code).toBe('withdrawal.not_paid');
  expect((await pay(send(payee, 59))).code).toBe('withdrawal.unproven');
  expect((await pay(send(payee, 60))).message).toBe('Withdrawal paid successfully!');

  // Paid all the same, and let pass, so that it takes the second admin once more: who is asked what the first one was.
  const other = await withdraw(70);
  await approve(other, '');
  const confirm = (more: object = {}, id = other) =>
    portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id, ...more } });
  expect((await confirm()).body.state).toBe('To pay');
  const waitAgain = () =>
    portal.db.owner.query('t.changed', 'update people set password_changed_at = clock_timestamp() where id = $1', [
      client.person,
    ]);
  await waitAgain();
  const said = { transactionId: send(payee, 69), letPass: 'She called.', acknowledged: true };
  const query = { applyId: other };
  expect((await portal.call('PUT', '/kimi/pay-withdrawal', { as: admin, query, body: said })).status).toBe(202);
  const asked = await confirm();
  expect([asked.status, asked.body.code]).toEqual([409, 'withdrawal.unproven']);
  expect(asked.body.message).toContain('$1.00 less');
  expect((await confirm({ acknowledged: true })).body.state).toBe('Approved');

  // What nobody had seen yet when the first one let it pass turns out to have gone to somebody else.
  const third = await withdraw(80);
  await approve(third, '');
  expect((await confirm({}, third)).body.state).toBe('To pay');
  await waitAgain();
  const hash = randomBytes(32).toString('hex');
  const unseen = { as: admin, query: { applyId: third }, body: { ...said, transactionId: hash } };
  expect((await portal.call('PUT', '/kimi/pay-withdrawal', unseen)).status).toBe(202);
  send(somebody, 80, { hash });
  const refused = await confirm({ acknowledged: true }, third);
  expect([refused.status, refused.body.code]).toEqual([409, 'withdrawal.not_paid']);
  const shown = (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId: third } })).body.request;
  expect(shown.state).toBe('To pay');
});
