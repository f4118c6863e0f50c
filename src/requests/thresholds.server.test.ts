/** Thresholds count 24 hours: what one client got, what one admin approved, money in as well as out, also in a race. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
let admins: Person[] = [];
let first: Person;

const approve = (applyId: string, as: Person) => portal.decide(as, 'approve', { applyId, transactionId: 'sent' });
/** Approves; answers whether that was done at once, or waits for a second admin. */
const done = async (applyId: string, as: Person) => {
  const [result] = (await approve(applyId, as)).body.results;
  expect(result.done).toBe(!result.waits);
  return result.done as boolean;
};
const topUp = async (client: Person, dollars: number) => {
  const form = { chargeMoney: String(dollars), transactionId: randomBytes(32).toString('hex') };
  return (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId as string;
};
const give = (client: Person, as: Person, amount: number) =>
  portal.call('POST', '/kimi/apply-correction', {
    as,
    body: { userId: client._id, kind: 'goodwill', amount, reason: 'For the delay.' },
  });

beforeAll(async () => {
  first = await portal.admin();
  const secondPair = {
    on: true,
    network: true,
    corrections: false,
    refundsAbove: 100,
    withdrawalsAbove: 100,
    moneyInAbove: 100,
  };
  admins = [];
  for (let n = 0; n < 20; n += 1) admins.push(await portal.admin());
  await portal.set(first, { secondPair });
});
/** An admin who has approved nothing yet; each test takes its own. */
const fresh = () => admins.pop()!;

test('several top-ups below the amount add up for their client, whoever approves them, and goodwill counts too', async () => {
  const client = await portal.client();
  expect(await done(await topUp(client, 60), fresh())).toBe(true);
  expect(await done(await topUp(client, 40), fresh())).toBe(true);
  const over = await topUp(client, 0.01);
  const admin = fresh();
  const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: over } })).body;
  const why = 'With this it is $100.01 in 24 hours for this client. Above $100.00 a second admin confirms.';
  expect(requests[0].secondAdmin).toBe(why);
  expect(await done(over, admin)).toBe(false);
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: first })).body;
  expect(proposals.find(({ subject }: { subject: string }) => subject === over)).toMatchObject({ reason: why });
  expect((await give(client, fresh(), 1)).status).toBe(202);
  expect(await portal.wallet(client)).toBe(100);
  // Those of yesterday count no longer.
  await portal.db.owner.query(
    'test.yesterday',
    `update requests set decided_at = decided_at - interval '1 day' where client = $1`,
    [client.id],
  );
  const other = await portal.client();
  expect(await done(await topUp(other, 100), fresh())).toBe(true);
  const later = (await portal.call('GET', '/kimi/get-queue', { as: first, query: { q: over } })).body.requests[0];
  expect(later.secondAdmin).toBeNull();
  await portal.db.owner.query(
    'test.today',
    `update requests set decided_at = decided_at + interval '1 day' where client = $1 and decided_at is not null`,
    [client.id],
  );
});

test('what one admin approves adds up over all clients', async () => {
  const admin = fresh();
  expect(await done(await topUp(await portal.client(), 99), admin)).toBe(true);
  expect((await give(await portal.client(), admin, 1)).status).toBe(200);
  const last = await topUp(await portal.client(), 1);
  const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: last } })).body;
  expect(requests[0].secondAdmin).toContain('approved by you');
  expect(await done(last, admin)).toBe(false);
  // Whoever confirms it reads the same sentence, and did not approve those.
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: fresh() })).body;
  const { reason } = proposals.find(({ subject }: { subject: string }) => subject === last);
  expect(reason).toMatch(/^With this it is \$101\.00 in 24 hours approved by one admin\. Above \$100\.00/);
});

test.for(['one client', 'one admin'] as const)(
  'verdicts at the same moment do not slip below it together: %s',
  async (of) => {
    const [one, other] = [await portal.client(), await portal.client()];
    const [admin, colleague] = [fresh(), fresh()];
    const sent = of === 'one client' ? [one, one] : [one, other];
    const ids = await Promise.all(sent.map((client) => topUp(client, 60)));
    const by = of === 'one client' ? [admin, colleague] : [admin, admin];
    const answers = await Promise.all(ids.map((id, n) => done(id, by[n]!)));
    expect(answers.toSorted()).toEqual([false, true]);
    expect((await portal.wallet(one)) + (of === 'one client' ? 0 : await portal.wallet(other))).toBe(60);
  },
);

test('refunds add up as well', async () => {
  const client = await portal.client({ dollars: 90 });
  const [adsId] = await openAccounts(portal, client, first, 'Google', [50]).catch(() => []);
  expect(adsId).toBeDefined();
  const ask = async (amount: number) =>
    (await portal.call('POST', '/kimi/apply-refund', { as: client, body: { adsId, amount, adType: 'Google' } })).body
      .refund.applyId as string;
  await portal.set(first, { secondPair: { refundsAbove: 30 } });
  const [admin, colleague] = [fresh(), fresh()];
  expect(await done(await ask(20), admin)).toBe(true);
  expect(await done(await ask(11), colleague)).toBe(false);
});

test('what two admins agreed to pay counts before it is paid', async () => {
  const client = await portal.client({ dollars: 10 });
  await portal.set(first, { secondPair: { withdrawalsAbove: 5 } });
  const to = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
  const ask = async (amount: number) => {
    const body = { amount, ...to, password: client.password };
    return (await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal
      .applyId as string;
  };
  const agree = async (applyId: string) =>
    (
      await portal.call('PUT', '/kimi/approve-withdrawal', {
        as: fresh(),
        query: { applyId, action: 'approve' },
        body: {},
      })
    ).status;
  const [large, small] = [await ask(6), await ask(2)];
  // Where one admin is enough, the transaction ID has to come with the approval: 400 without it. Above the amount it is
  // named later: 202.
  expect(await agree(small)).toBe(400);
  expect(await agree(large)).toBe(202);
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: first })).body;
  const { _id: id } = proposals.find(({ subject }: { subject: string }) => subject === large);
  expect((await portal.call('PUT', '/kimi/confirm-action', { as: first, query: { id } })).status).toBe(200);
  expect(await agree(small)).toBe(202);
});

test('money that was sent counts, also where the withdrawal was reversed afterwards', async () => {
  await portal.set(first, { secondPair: { withdrawalsAbove: 5 } });
  const to = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
  const send = async (client: Person, as: Person) => {
    const body = { amount: 5, ...to, password: client.password };
    const { withdrawal } = (await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body;
    const approved = await approve(withdrawal.applyId, as);
    const reversal = { applyId: withdrawal.applyId, reason: 'It came back.' };
    await portal.call('PUT', '/kimi/reverse-request', { as, body: reversal });
    // Where two have to agree no transfer may be named yet.
    return approved.body.results[0].done as boolean;
  };
  const [one, two] = [await portal.client({ verified: true }), await portal.client({ verified: true })];
  for (const client of [one, two]) expect((await give(client, fresh(), 10)).status).toBe(200);
  const [admin, colleague] = [fresh(), fresh()];
  expect(await send(one, admin)).toBe(true);
  expect(await portal.wallet(one)).toBe(10);
  expect(await send(one, colleague)).toBe(false);
  expect(await send(two, admin)).toBe(false);
});
