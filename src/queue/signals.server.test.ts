/** What makes whoever decides look twice stands beside the request, and nothing stands beside an honest one. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { someAdsId } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person, type TestPortal } from '#portal.testing.server.ts';

const portal = await testPortal();
const node = await fakeNode(fakeChain('TRC20'));
afterAll(() => node.close());
const withNodes = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
const admin = await portal.admin();
const own = (sql: string, ...values: unknown[]) => portal.db.owner.query('', sql, values);

const someHash = () => randomBytes(32).toString('hex');
async function topUp(as: Person, chargeMoney = '50', transactionId = someHash()): Promise<string> {
  const { body } = await portal.call('POST', '/add-money', { as, form: { chargeMoney, transactionId } });
  return body.transaction.applyId;
}
/** The lists of what waits, by kind: where they are, and how their rows are named. */
const lists: Readonly<Record<string, readonly [path: string, rows: string]>> = {
  topup: ['/get-transaction-details', 'transactions'],
  withdrawal: ['/kimi/get-pending-withdrawals', 'withdrawals'],
  application: ['/get-pending-google-ads', 'ads'],
  deposit: ['/kimi/get-pending-google-adDeposit', 'deposits'],
  refund: ['/kimi/refund-Details-for-admin', 'refundsDetails'],
};
async function signalsOf(applyId: string): Promise<string[]> {
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: applyId } });
  const [row] = body.requests;
  const { body: story } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  expect(story.request.signals).toEqual(row.signals);
  const [path, rows] = lists[row.kind] ?? [];
  if (path !== undefined && rows !== undefined) {
    const { body: list } = await portal.call('GET', path, { as: admin, query: { q: applyId } });
    const listed = list[rows].filter((one: { applyId: string }) => one.applyId === applyId);
    expect(listed.map((one: { signals?: object }) => one.signals)).toEqual([row.signals]);
  }
  return (row.signals ?? []).map(({ code }: { code: string }) => code);
}

test('an honest request carries none', async () => {
  expect(await signalsOf(await topUp(await portal.client({ dollars: 100 })))).toEqual([]);
});

test('a password or address that was changed lately', async () => {
  const client = await portal.client();
  await own(
    `update people set created_at = now() - interval '9 days', password_changed_at = now() - interval '1 hour',
    email_changed_at = now() - interval '1 hour' where id = $1`,
    client.person,
  );
  expect(await signalsOf(await topUp(client))).toEqual(['password', 'email']);
});

test('a new device and network, where there were others before', async () => {
  const client = await portal.client();
  await own(
    `update sessions set created_at = now() - interval '9 days', agent = 'Firefox/1 Windows', address = '203.0.113.7'
    where person = $1`,
    client.person,
  );
  expect(await signalsOf(await topUp(client))).toEqual([]);
  await portal.call('POST', '/login-account', { body: { emailId: client.email, password: client.password } });
  expect(await signalsOf(await topUp(client))).toEqual(['device', 'network']);
});

test('three rejections within 30 days', async () => {
  const client = await portal.client();
  for (let n = 0; n < 3; n += 1)
    await portal.call('PUT', '/approve-transaction', {
      as: admin,
      query: { id: await topUp(client), action: 'reject' },
      body: { remarks: 'No.' },
    });
  expect(await signalsOf(await topUp(client))).toEqual(['rejections']);
});

/** A client with an open ad account, and how the client (or an admin) asks for something about it. */
async function withAccount(at = portal, by = admin) {
  const client = await at.client({ dollars: 2_000 });
  const adsId = someAdsId();
  const id = await accountsOf(at).opened(by, client, adsId, 500);
  const made = async (as: Person, path: string, body: object) => {
    const { status, text, body: answer } = await at.call('POST', path, { as, body });
    expect(status, text).toBe(200);
    return answer;
  };
  const adsDetails = [{ gmail: 'ana@gmail.com', deposit: 50 }];
  const order = async () => (await made(client, '/create-google-ads', { adNum: 1, adsDetails })).applyId as string;
  const deposit = async () =>
    (await made(client, '/kimi/create-google-adDeposit', { adsId, money: 10 })).deposits[0].applyId as string;
  const refund = async (amount = 10) =>
    (await made(client, '/kimi/apply-refund', { adsId, amount, adType: 'Google' })).refund.applyId as string;
  const replace = async (as = client) => {
    await accountsOf(at).step(by, id, 'Suspended');
    const body = { id, reason: 'The appeal was declined.' };
    return (await made(as, '/kimi/apply-replacement', body)).replacement.applyId as string;
  };
  return { client, order, deposit, refund, replace };
}
type Asked = Awaited<ReturnType<typeof withAccount>>;
/** Whoever has the password now changed it, on a device and in a network that were never there before. */
async function takeOver({ client }: Asked) {
  await own(
    `update sessions set created_at = now() - interval '9 days', agent = 'Firefox/1 Windows', address = '203.0.113.7'
    where person = $1`,
    client.person,
  );
  await own(
    `update people set created_at = now() - interval '9 days', password_changed_at = now() - interval '1 hour',
    email_changed_at = now() - interval '1 hour' where id = $1`,
    client.person,
  );
  await portal.call('POST', '/login-account', { body: { emailId: client.email, password: client.password } });
}

test.for(['order', 'deposit', 'refund', 'replace'] as const)(
  'a new device and network and a changed password stand beside what else a client asks for: %s',
  async (ask) => {
    const asked = await withAccount();
    expect(await signalsOf(await asked[ask]())).toEqual([]);
    const taken = await withAccount();
    await takeOver(taken);
    expect(await signalsOf(await taken[ask]())).toEqual(['device', 'network', 'password', 'email']);
  },
);

test('nothing about the person beside what an admin asks for', async () => {
  const asked = await withAccount();
  await takeOver(asked);
  await own(`update people set created_at = now() - interval '9 days' where id = $1`, admin.person);
  expect(await signalsOf(await asked.replace(admin))).toEqual([]);
});

test('three rejections within 30 days, of one kind on a platform', async () => {
  const { deposit, refund } = await withAccount();
  const asked = [await deposit(), await deposit(), await deposit(), await refund()];
  const reject = async (applyId: string) => {
    const { results } = (await portal.decide(admin, 'reject', { applyId, remarks: 'No.' })).body;
    expect(results).toMatchObject([{ done: true }]);
  };
  for (const applyId of asked.slice(1)) await reject(applyId);
  expect(await signalsOf(asked[0]!)).toEqual([]);
  await reject(asked[0]!);
  const [waiting, other] = [await deposit(), await refund()];
  expect([await signalsOf(waiting), await signalsOf(other)]).toEqual([['rejections'], []]);
  const move = (days: number) =>
    own('update requests set decided_at = decided_at + make_interval(days => $2) where apply_id = $1', asked[0], days);
  await move(-31);
  expect(await signalsOf(waiting)).toEqual([]);
  await move(31);
});

test('an amount that another client has declared', async () => {
  const [one, two] = [await portal.client(), await portal.client()];
  await own(
    `insert into declarations (public_id, client, person, network_name, network_address,
     wanted_cents, cents, expires_at)
    values ('DA-TEST-0001', $1, $2, 'TRC20', 'T', 7000, 7077, now() + interval '1 day')`,
    one.id,
    one.person,
  );
  expect(await signalsOf(await topUp(two, '70.77'))).toEqual(['declared']);
  expect(await signalsOf(await topUp(two, '70.78'))).toEqual([]);
});

test('a declared amount whose client declared others and sent none: any, or near it where as much came before', async () => {
  const declared = async (dollars: string, before = 0, wanted = Math.floor(Number(dollars))) => {
    const client = await portal.client({ dollars: before });
    for (const cents of [8_801, 9_102, 9_903])
      await own(
        `insert into declarations (public_id, client, person, network_name, network_address,
         wanted_cents, cents, expires_at)
        values ($3, $1, $2, 'TRC20', 'T', $4 / 100 * 100, $4, now() + interval '1 day')`,
        client.id,
        client.person,
        `DA-${dollars}-${before}-${cents}`,
        cents,
      );
    const applyId = await topUp(client, dollars);
    await own(
      `insert into declarations (public_id, client, person, network_name, network_address,
       wanted_cents, cents, expires_at, ended_at, request)
      select 'DA-' || $1, client, $2, 'TRC20', 'T', $3, amount_cents, now() + interval '1 day', now(), id
      from requests where apply_id = $1`,
      applyId,
      client.person,
      Math.round(wanted * 100),
    );
    await own(`update requests set details = details || '{"declaration": "DA-OWN"}' where apply_id = $1`, applyId);
    return signalsOf(applyId);
  };
  expect(await declared('95.11')).toEqual(['unsent']);
  expect(await declared('108.95')).toEqual(['unsent']);
  expect(await declared('108.96', 100)).toEqual(['unsent']);
  expect(await declared('95.12', 108)).toEqual(['unsent']);
  expect(await declared('108.97', 108)).toEqual([]);
  expect(await declared('508.95', 508, 508.5)).toEqual(['unsent']);
});

test('another amount, an old transfer, and a sender who paid for another client', async () => {
  const [one, two] = [await portal.client({ dollars: 10 }), await portal.client()];
  const hash = someHash();
  const applyId = await topUp(two);
  await own(
    `insert into evidence (request, verdict, network, hash, line, amount, needed, final, at)
    select id, 'Different', 'TRC20', $2, 0, 45, 19, true, now() - interval '2 days' from requests where apply_id = $1`,
    applyId,
    hash,
  );
  expect(await signalsOf(applyId)).toEqual(['older', 'amount']);
  await own(
    `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
      confirmations, state, request)
    values ('TR-TEST-0001', 'TRC20', $1, 0, 45, 'sender', 'us', 'In', 1, now(), 20, 'Final', null),
      ('TR-TEST-0002', 'TRC20', 'other', 0, 45, 'sender', 'us', 'In', 1, now(), 20, 'Final',
        (select id from requests where client = $2 limit 1))`,
    hash,
    one.id,
  );
  expect(await signalsOf(applyId)).toEqual(['sender', 'older', 'amount']);
});

test('a transaction that another client named before, though that was rejected or taken back', async () => {
  const [one, two] = [await portal.client(), await portal.client()];
  const named = async (as: Person, hash: string, isFinal = true) => {
    const applyId = await topUp(as, '50', hash);
    await own(
      `insert into evidence (request, verdict, network, hash, line, amount, block, needed, final, at)
      select id, $4, 'TRC20', $2, 0, 50, 1, 19, $3::boolean, now() from requests where apply_id = $1`,
      applyId,
      hash,
      isFinal,
      isFinal ? 'Verified' : 'Confirming',
    );
    return applyId;
  };
  const [rejected, early, takenBack] = [someHash(), someHash(), someHash()];
  await portal.decide(admin, 'reject', { applyId: await named(one, rejected), remarks: 'No.' });
  const query = { applyId: await named(one, takenBack) };
  expect((await portal.call('PUT', '/kimi/cancel-request', { as: one, query })).status).toBe(200);
  // Also before it was final.
  const soon = { applyId: await named(one, early, false) };
  expect((await portal.call('PUT', '/kimi/cancel-request', { as: one, query: soon })).status).toBe(200);
  for (const hash of [rejected, early, takenBack]) expect(await signalsOf(await named(two, hash))).toEqual(['claimed']);
  // Its own client may name it again.
  const again = someHash();
  await portal.decide(admin, 'reject', { applyId: await named(one, again), remarks: 'No.' });
  expect(await signalsOf(await named(one, again))).toEqual([]);
});

async function withdraw(as: Person, networkAddress: string): Promise<string> {
  const body = { amount: 1, networkName: 'ERC20', networkAddress, password: as.password };
  const answer = await portal.call('POST', '/kimi/apply-withdrawal', { as, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.withdrawal.applyId;
}
/** A client who was to be paid at an address long ago. */
async function settled(): Promise<{ client: Person; known: string }> {
  const client = await portal.client({ dollars: 1_000 });
  const known = `0x${randomBytes(20).toString('hex')}`;
  await withdraw(client, known);
  await own(`update payout_addresses set added_at = now() - interval '9 days' where client = $1`, client.id);
  return { client, known };
}

test('a withdrawal soon after the first money came in, to an address that is known or new', async () => {
  const { client, known } = await settled();
  expect(await signalsOf(await withdraw(client, known))).toEqual(['quick']);
  const young = await portal.client({ dollars: 100 });
  expect(await signalsOf(await withdraw(young, `0x${randomBytes(20).toString('hex')}`))).toEqual([
    'quick',
    'newAddress',
  ]);
});

test('a payout address that is new, another client’s, ours, or only looks like a known one', async () => {
  const [ana, eve] = [await settled(), await settled()];
  const ours = await withdraw(ana.client, ana.known);
  expect(await signalsOf(await withdraw(ana.client, eve.known))).toEqual(['quick', 'newAddress', 'sharedAddress']);
  const like = `${ana.known.slice(0, 6)}${'0'.repeat(32)}${ana.known.slice(-4)}`;
  expect(await signalsOf(await withdraw(ana.client, like))).toEqual(['quick', 'newAddress', 'lookAlike']);
  const shown = { networkName: 'ERC20', networkAddress: ana.known, password: admin.password };
  const changed = await portal.call('PUT', '/kimi/update-network-details', { as: admin, body: shown });
  expect(changed.status, changed.text).toBe(200);
  expect(await signalsOf(ours)).toEqual(['quick', 'ownAddress']);
});

test('sign-in that is disabled, beside every kind of request, and nothing else', async () => {
  const { client, known } = await settled();
  const body = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 50 }] };
  const ordered = await portal.call('POST', '/create-google-ads', { as: client, body });
  expect(ordered.status, ordered.text).toBe(200);
  const order = ordered.body.applyId as string;
  const waiting = [await topUp(client), await withdraw(client, known), order];
  const before = await Promise.all(waiting.map(signalsOf));
  expect(before).toEqual([[], ['quick'], []]);
  const turn = async (path: string) => {
    const why = { userId: client._id, reason: 'It looks stolen.' };
    expect((await portal.call('PUT', path, { as: admin, body: why })).status).toBe(200);
  };
  await turn('/kimi/disable-user');
  expect(await Promise.all(waiting.map(signalsOf))).toEqual(before.map((codes) => ['disabled', ...codes]));
  // The client's page says it above all requests.
  const about = { as: admin, query: { userId: client._id } };
  const { signals } = (await portal.call('GET', '/kimi/get-user-figures', about)).body;
  const quick = 'The first money came in less than 72 hours before.';
  expect(signals.map(({ text }: { text: string }) => text)).toEqual([quick, quick]);
  expect((await portal.call('GET', '/kimi/get-user', about)).body.user.disabledAt).not.toBe(null);
  await turn('/kimi/enable-user');
  expect(await Promise.all(waiting.map(signalsOf))).toEqual(before);
});

/** Round trips of the pages that show what waits, and of those that show the same when it was decided. */
async function tripsOf(at: TestPortal, verdict?: string) {
  const [admin, client] = [await at.admin(), await at.client({ dollars: 100 })];
  const shown = {
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: admin.password,
  };
  await at.call('PUT', '/kimi/update-network-details', { as: admin, body: shown });
  const form = { chargeMoney: '50', transactionId: randomBytes(32).toString('hex') };
  const { applyId } = (await at.call('POST', '/add-money', { as: client, form })).body.transaction;
  const read = async (path: string, query: Record<string, string> = {}, as = admin) => {
    const { status, text, body } = await at.call('GET', path, { as, query });
    expect(status, text).toBe(200);
    return { body, trips: at.trips(path) };
  };
  await vi.waitFor(
    async () => {
      const { body } = await read('/kimi/get-queue', { q: applyId });
      expect(body.requests[0].evidence?.verdict).toBe(verdict);
    },
    { timeout: 30_000, interval: 50 },
  );
  const to = { networkName: 'ERC20', networkAddress: `0x${randomBytes(20).toString('hex')}` };
  const sent = async () => {
    const body = { amount: 1, ...to, password: client.password };
    return (await at.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal.applyId as string;
  };
  const refused = await at.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId: await sent(), action: 'reject' },
    body: { remarks: 'No.' },
  });
  expect(refused.status, refused.text).toBe(200);
  await sent();
  const { order, deposit, refund } = await withAccount(at, admin);
  for (const ask of [order, deposit, refund]) {
    const rejected = await at.decide(admin, 'reject', { applyId: await ask(), remarks: 'No.' });
    expect(rejected.body.results[0].done).toBe(true);
    await ask();
  }
  const pairs = {
    ads: [lists['application']![0], {}, { state: 'Rejected' }],
    deposits: [lists['deposit']![0], {}, { state: 'Rejected' }],
    refunds: [lists['refund']![0], {}, { state: 'Rejected' }],
    topups: ['/get-transaction-details', {}, { state: 'Approved' }],
    queue: ['/kimi/get-queue', { kind: 'topup' }, { kind: 'topup', state: 'Approved' }],
    withdrawals: ['/kimi/get-pending-withdrawals', {}, { state: 'Rejected' }],
  } as const;
  const made: Record<string, { waiting: number; decided: number }> = {};
  for (const [name, [path, waiting, decided]] of Object.entries(pairs))
    made[name] = { waiting: (await read(path, waiting)).trips, decided: (await read(path, decided)).trips };
  const own = (await read('/get-transaction-details-of-user', {}, client)).trips;
  return { pages: made, own };
}

test('signals cost a page one round trip, and nodes none', async () => {
  const [without, asked] = [await tripsOf(portal), await tripsOf(withNodes, 'NotFound')];
  expect(asked).toEqual(without);
  const more = Object.entries(without.pages).map(([name, { waiting, decided }]) => [name, waiting - decided]);
  // The queue also asks who looks after what waits.
  expect(Object.fromEntries(more)).toEqual({
    ads: 1,
    deposits: 1,
    refunds: 1,
    topups: 1,
    queue: 2,
    withdrawals: 1,
  });
});

test('a refund just below the amount above which a second admin is asked', async () => {
  await portal.set(admin, { secondPair: { on: true, refundsAbove: 100 } });
  const { deposit, refund } = await withAccount();
  const lit = [await refund(94), await refund(96), await deposit()].map(signalsOf);
  expect(await Promise.all(lit)).toEqual([[], ['below'], []]);
});
