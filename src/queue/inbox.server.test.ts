/** One inbox of what waits for a second admin: whose it is to decide, what would change, and both ways on. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let [first, second, support, leaving]: Person[] = [];
let client: Person;
const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const get = async (path: string, as = first) => (await portal.call('GET', `/kimi/${path}`, { as })).body;
const put = (path: string, as: Person | undefined, query: Record<string, string>, body: object = {}) =>
  portal.call('PUT', `/kimi/${path}`, { as, query, body });
const inbox = async (as = first) => (await get('get-proposals', as)).proposals as Record<string, unknown>[];
const the = async (kind: string, as = first) => (await inbox(as)).find((one) => one['kind'] === kind)!;
const counts = async (as = first) => {
  const { total, proposals } = await get('get-queue-counts', as);
  return { queue: total.mine, inbox: proposals };
};
const correct = async () =>
  (
    await portal.call('POST', '/kimi/apply-correction', {
      as: first,
      body: { userId: client._id, kind: 'goodwill', amount: 5, reason: 'For the delay.' },
    })
  ).body.correction.applyId as string;
const topUp = async (dollars: number) => {
  const form = { chargeMoney: String(dollars), transactionId: randomBytes(32).toString('hex') };
  return (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId as string;
};
const approved = async () => {
  const applyId = await topUp(40);
  await put('decide-requests', first, {}, { action: 'approve', items: [{ applyId }] });
  return applyId;
};
const reverse = (applyId: string) => put('reverse-request', first, {}, { applyId, reason: 'It never arrived.' });

beforeAll(async () => {
  const admins: Person[] = [];
  for (let n = 0; n < 4; n++) await portal.admin().then((each) => admins.push(each));
  [first, second, support, leaving] = admins;
  client = await portal.client();
  await portal.db.owner.query('test.role', `update people set admin_role = 'Support' where id = $1`, [support!.person]);
  await portal.set(first, { secondPair: { on: true } });
  await new Promise((resolve) => setTimeout(resolve, 600));
});

test('all that waits stands there once, with who, why, and what it is and would be; only a colleague may confirm it', async () => {
  const applyId = await approved();
  const correction = await correct();
  await reverse(applyId);
  await put('update-settings', first, {}, { secondPair: { network: false } });
  const email = `wei-${applyId.toLowerCase()}@agency.example`;
  await portal.call('POST', '/kimi/create-admin', { as: first, body: { username: 'Wei', emailId: email } });

  const seen = await inbox(second);
  expect(
    seen.map(({ kind, summary, reason, own, mayConfirm, by }) => [kind, summary, reason, own, mayConfirm, by]),
  ).toEqual(
    [
      ['correction', `A Goodwill credit of $5.00 for ${client.username} would be made.`, 'For the delay.'],
      [
        'verdict',
        `The approval of Top-up ${applyId} of $40.00 for ${client.username} would be reversed.`,
        'It never arrived.',
      ],
      ['settings', 'The settings would be changed.', ''],
      ['invitation', `Wei (${email}) would become an admin, as Admin.`, ''],
    ].map((line) => [...line, false, true, first!.username]),
  );
  expect(seen[0]!['_id']).toBe(correction);
  expect(seen[1]).toMatchObject({ before: { state: 'Approved' }, after: { state: 'Reversed' } });
  expect(seen[2]).toMatchObject({
    before: { secondPair: { network: true } },
    after: { secondPair: { network: false } },
  });
  expect(seen[3]).toMatchObject({ before: null, after: { username: 'Wei', emailId: email } });

  const own = await inbox(first);
  expect(own.map((one) => [one['own'], one['mayConfirm'], one['mayDrop']])).toEqual(own.map(() => [true, false, true]));
  const helpless = await inbox(support);
  expect(helpless.map((one) => [one['mayConfirm'], one['mayDrop']])).toEqual(helpless.map(() => [false, false]));
  for (const [as, mine] of [
    [first, 0],
    [second, 4],
    [support, 0],
  ] as const)
    expect((await counts(as)).inbox).toEqual({ total: 4, mine });
  for (const each of await inbox(second))
    expect((await put('confirm-action', second, { id: each['_id'] as string })).status).toBe(200);
  expect(await inbox(second)).toEqual([]);
});

test('the queue counts what the caller can decide: not what waits for a colleague, nothing for who decides nothing', async () => {
  const before = await counts(first);
  await topUp(10);
  const correction = await correct();
  for (const as of [first, second]) expect((await counts(as)).queue).toBe(before.queue + 1);
  expect(await counts(support)).toEqual({ queue: 0, inbox: { total: 1, mine: 0 } });
  expect((await put('drop-proposal', first, { id: correction })).body.message).toBe('Taken back.');
  expect((await get('get-request?applyId=' + correction)).request.state).toBe('Rejected');
});

test('another admin refuses with a reason, which is mailed; whoever wants it takes it back without one', async () => {
  const applyId = await approved();
  await reverse(applyId);
  const id = (await the('verdict'))['_id'] as string;
  expect((await put('drop-proposal', support, { id })).status).toBe(403);
  const silent = await put('drop-proposal', second, { id });
  expect([silent.status, silent.body.code, silent.body.field]).toEqual([400, 'proposal.no_reason', 'reason']);
  expect((await put('drop-proposal', second, { id }, { reason: 'It did arrive.' })).body).toMatchObject({
    message: 'Refused.',
  });
  const [mail] = await mailsTo(portal.db.owner, first!.email);
  expect(mail).toMatchObject({ subject: 'What you proposed was refused', content: { quote: 'It did arrive.' } });
  const story = await get(`get-request?applyId=${applyId}`);
  expect(story.request).toMatchObject({ state: 'Approved', waits: null });
  expect(story.audit.at(-1)).toMatchObject({ action: 'topup.reverse.dropped', after: { reason: 'It did arrive.' } });
  const { entries } = await get('get-audit-log?limit=1');
  expect(entries[0]).toMatchObject({ action: 'topup.reverse.dropped', applyId, subjectId: client._id });
  for (const [call, as] of [
    ['confirm-action', second],
    ['drop-proposal', first],
  ] as const)
    expect((await put(call, as, { id })).status).toBe(409);

  await reverse(applyId);
  const again = (await the('verdict'))['_id'] as string;
  expect((await put('drop-proposal', first, { id: again })).body.message).toBe('Taken back.');
  expect(await the('verdict')).toBeUndefined();
});

test('what a second admin is asked for is what would be credited, whatever the client announced', async () => {
  const applyId = await topUp(10);
  const body = { receivedMoney: 900_000, remarks: 'More arrived.' };
  const asked = await put('approve-transaction', first, { id: applyId, action: 'approve' }, body);
  expect(asked.status).toBe(202);
  expect(await the('verdict', second)).toMatchObject({
    summary: `Top-up ${applyId} of $900,000.00 for ${client.username} would be approved.`,
    after: { state: 'Approved', receivedCents: '90000000' },
  });
  expect((await put('drop-proposal', first, { id: applyId })).status).toBe(200);
});

test('what somebody wanted who may no longer is not confirmed, only refused and wanted anew', async () => {
  const applyId = await approved();
  await put('reverse-request', leaving, {}, { applyId, reason: 'It never arrived.' });
  const form = { userId: client._id, kind: 'goodwill', amount: 7, reason: 'For the delay.' };
  const { correction } = (await portal.call('POST', '/kimi/apply-correction', { as: leaving, body: form })).body;
  const prices = { userId: client._id, openingFee: 1, topUpBasisPoints: null, reason: 'A friend.' };
  expect((await put('set-client-prices', leaving, {}, prices)).status).toBe(202);
  await portal.set(first, { secondPair: { network: true } });
  expect((await put('update-settings', leaving, {}, { secondPair: { corrections: false } })).status).toBe(202);
  const network = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
  const wish = { ...network, password: leaving!.password };
  await expect.poll(async () => (await put('update-network-details', leaving, {}, wish)).status).toBe(202);
  const others = ['prices', 'settings', 'network'].map(async (kind) => (await the(kind))['_id'] as string);
  const ids = [applyId, correction.applyId, ...(await Promise.all(others))];
  // One who decides no money proposes none either.
  const fewer = { userId: leaving!._id, role: 'Operations' };
  expect((await put('change-admin-role', first, {}, fewer)).status).toBe(200);
  for (const id of ids) expect((await put('confirm-action', second, { id })).body.code).toBe('proposal.author_gone');
  const approval = { applyId: correction.applyId, action: 'approve' };
  expect((await put('approve-correction', second, approval)).body.code).toBe('proposal.author_gone');
  // Nor do they decide what only those decide who may everything, be it their own.
  for (const call of ['confirm-action', 'drop-proposal'])
    for (const id of ids.slice(2)) expect((await put(call, leaving, { id })).status, call).toBe(403);
  expect((await put('remove-admin', first, {}, { userId: leaving!._id })).status).toBe(200);
  for (const id of ids) expect((await put('confirm-action', second, { id })).body.code).toBe('proposal.author_gone');
  for (const proposal of await inbox(second))
    if (proposal['byEmail'] === leaving!.email)
      expect((await put('drop-proposal', second, { id: proposal['_id'] as string }, { reason: 'Gone.' })).status).toBe(
        200,
      );
  // Whoever was removed may be why: their mailbox is told nothing of it.
  const told = (await mailsTo(portal.db.owner, leaving!.email)).map(({ subject }) => subject);
  expect(told).not.toContain('What you proposed was refused');
  await reverse(applyId);
  expect((await put('confirm-action', second, { id: applyId })).body.state).toBe('Reversed');
});

test('a yes or no to what was replaced meanwhile is none to what took its place', async () => {
  const applyId = await approved();
  await reverse(applyId);
  const old = (await the('verdict'))['_id'] as string;
  await reverse(applyId);
  expect((await put('drop-proposal', second, { id: old }, { reason: 'No.' })).body.code).toBe('proposal.not_waiting');
  const now = (await the('verdict'))['_id'] as string;
  expect(now).not.toBe(old);
  expect((await put('confirm-action', second, { id: old })).body.code).toBe('request.proposed_anew');
  expect((await get(`get-request?applyId=${applyId}`)).request.state).toBe('Approved');
  // One of two at once.
  const answers = await Promise.all([
    put('confirm-action', second, { id: now }),
    put('drop-proposal', first, { id: now }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await put('drop-proposal', second, { id: 'PR-0000-0000' })).status).toBe(404);
});

test('what another moment was looked at for is not confirmed, whatever it is about', async () => {
  const { network, refundsAbove } = (await get('get-settings')).settings.secondPair;
  const looser = { secondPair: { network: !network, refundsAbove: refundsAbove + 1 } };
  expect((await put('update-settings', first, {}, looser)).status).toBe(202);
  await put('set-client-prices', first, {}, { userId: client._id, openingFee: 3, reason: 'A friend.' });
  const wish = { networkName: 'TRC20', networkAddress: us, password: first!.password };
  expect((await put('update-network-details', first, {}, wish)).status).toBe(202);
  const invited = { username: 'Ida', emailId: 'ida@agency.example' };
  expect((await portal.call('POST', '/kimi/create-admin', { as: first, body: invited })).status).toBe(202);
  const role = { userId: support!._id, role: 'Finance' };
  expect((await put('change-admin-role', first, {}, role)).status).toBe(202);
  for (const kind of ['settings', 'prices', 'network', 'invitation', 'role']) {
    const { _id: id, at } = (await the(kind, second)) as { _id: string; at: string };
    const before = new Date(Date.parse(at) - 1).toISOString();
    const { status, body } = await put('confirm-action', second, { id, at: before });
    expect([status, body.code], kind).toEqual([409, 'request.proposed_anew']);
    expect(await the(kind, second), kind).toMatchObject({ at });
    expect((await put('confirm-action', second, { id, at })).status, kind).toBe(200);
  }
});

test('what makes one look twice is said to the second admin too, of what would be approved', async () => {
  const back = await approved();
  await reverse(back);
  const applyId = await topUp(150_000);
  const { results } = (await put('decide-requests', first, {}, { action: 'approve', items: [{ applyId }] })).body;
  expect(results).toMatchObject([{ waits: true }]);
  const correction = await correct();
  const why = { userId: client._id, reason: 'It looks stolen.' };
  expect((await put('disable-user', second, {}, why)).status).toBe(200);
  const seen = new Map((await inbox(second)).map((one) => [one['subject'], one['signals']]));
  const told = [{ code: 'disabled', text: 'Sign-in is disabled for this client.' }];
  expect(seen).toEqual(
    new Map<unknown, unknown>([
      [back, undefined],
      [applyId, told],
      [correction, told],
    ]),
  );
});

test('the oldest 200 are listed and all are counted, for the inbox as for the menu', async () => {
  await portal.db.owner.query(
    'test.none',
    `update proposals set state = 'Discarded', decided_at = now(), decided_by = $1 where state = 'Pending'`,
    [first!.person],
  );
  const before = await counts(second);
  await portal.db.owner.query(
    'test.many',
    `insert into proposals (public_id, kind, subject, payload, proposed_by, by_name, by_email, at)
     select 'PR-MANY-' || n, 'role', 'US-MANY-' || n,
       '{"name": "Ida", "email": "ida@agency.example", "was": "Support", "role": "Finance"}',
       $1, 'Ann', 'ann@agency.example', now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, 205) n`,
    [first!.person],
  );
  const correction = await correct();
  const { proposals, total, mine } = await get('get-proposals', second);
  const { total: all, mine: forHer } = (await counts(second)).inbox;
  expect([total, mine]).toEqual([all, forHer]);
  expect(all).toBe(before.inbox.total + 206);
  const ids = proposals.map((one: { _id: string }) => one._id);
  expect(ids).toHaveLength(200);
  expect([ids[0], ids.at(-1), ids.includes(correction)]).toEqual(['PR-MANY-1', 'PR-MANY-200', false]);
});
