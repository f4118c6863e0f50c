/**
 * An unexpected error leads from the short reference that somebody was shown to who, when, which call and which
 * request.
 */
import { expect, test } from 'vitest';
import { sweepErrors } from '#server/errors.server.ts';
import { testPortal, type Answered, type Person } from '#portal.testing.server.ts';

const portal = await testPortal({ LOG_LEVEL: 'silent' });
const admin = await portal.admin();
const client = await portal.client({ dollars: 100 });
const trace = (as: Person, q: string) => portal.call('GET', '/kimi/get-trace', { as, query: { q } });

/** A call that fails in the middle, because the portal may suddenly not read or write a table. */
async function broken(privilege: string, table: string, ask: () => Promise<Answered>): Promise<Answered> {
  await portal.db.owner.pool.query(`revoke ${privilege} on ${table} from portal_app`);
  try {
    return await ask();
  } finally {
    await portal.db.owner.pool.query(`grant ${privilege} on ${table} to portal_app`);
  }
}

/** What was kept is written after the answer; it is there in a moment. */
async function kept(as: Person, reference: string) {
  await expect.poll(async () => (await trace(as, reference)).body.errors.length, { timeout: 5_000 }).toBe(1);
  return (await trace(as, reference)).body.errors[0];
}

async function pendingTopUp(): Promise<string> {
  const form = { chargeMoney: '25', transactionId: crypto.randomUUID().replaceAll('-', '').repeat(2), payway: 'USDT' };
  return (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId;
}

test('an admin finds by its reference who met an error, when, and in which call', async () => {
  const failed = await broken('select', 'notices', () => portal.call('GET', '/kimi/get-notices', { as: client }));
  expect([failed.status, failed.body.code]).toEqual([500, 'server.error']);
  const { reference } = failed.body as { reference: string };
  expect(failed.body.message).toContain(reference);
  const error = await kept(admin, reference);
  expect(error).toMatchObject({
    reference,
    method: 'GET',
    path: '/kimi/get-notices',
    person: { _id: client._id, username: client.username, typeOfUser: 'User' },
    applyId: null,
    kind: 'DatabaseError 42501',
  });
  expect(error.place).toMatch(/^src\/notices\/[\w.]+:\d+$/);
  expect(Date.now() - new Date(error.at).getTime()).toBeLessThan(60_000);
  // As somebody reads it out, or copies only its end.
  for (const typed of [reference.toUpperCase(), reference.slice(2), ` ${reference} `])
    expect((await trace(admin, typed)).body.errors).toHaveLength(1);
});

test('an error inside a transaction is kept although everything else was rolled back, with the request it was about', async () => {
  const applyId = await pendingTopUp();
  const approve = () =>
    portal.call('PUT', '/approve-transaction', { as: admin, query: { id: applyId, action: 'approve' } });
  const failed = await broken('insert', 'mails', approve);
  expect(failed.status).toBe(500);
  expect(await kept(admin, failed.body.reference)).toMatchObject({
    method: 'PUT',
    path: '/approve-transaction',
    applyId,
    person: { _id: admin._id, typeOfUser: 'Admin' },
  });
  const found = await trace(admin, applyId.toLowerCase());
  expect(found.body.requests).toMatchObject([
    { applyId, kind: 'topup', state: 'Pending', userId: { _id: client._id } },
  ]);
  expect(found.body.errors).toMatchObject([{ reference: failed.body.reference }]);
  expect((await approve()).status).toBe(200);
});

test('what was typed is not kept, and an answer never waits for the keeping', async () => {
  const secret = 'a-very-secret-name';
  const change = () =>
    portal.call('PUT', '/kimi/update-profile', { as: client, body: { username: secret, mobile: '+49 1234567' } });
  const failed = await broken('update', 'people', change);
  expect(failed.status).toBe(500);
  await kept(admin, failed.body.reference);
  const { rows } = await portal.db.owner.pool.query('select e::text as whole from errors e');
  expect(rows.map((row: { whole: string }) => row.whole).join('\n')).not.toContain(secret);
  // Nothing can be written there until this lets go, but it can be read.
  const late = await portal.db.owner.transaction(async (tx) => {
    await tx.query('test.hold', 'lock table errors in exclusive mode');
    const answer = await broken('update', 'people', change);
    expect((await trace(admin, answer.body.reference)).body.errors).toEqual([]);
    return answer;
  });
  await kept(admin, late.body.reference);
  const unkept = await broken('insert', 'errors', () => broken('update', 'people', change));
  expect([unkept.status, unkept.body.code]).toEqual([500, 'server.error']);
});

test('nobody else finds an error: not the client who met it, not a visitor', async () => {
  const { body } = await trace(admin, '');
  const [{ reference }] = body.errors;
  expect([
    (await trace(client, reference)).status,
    (await portal.call('GET', '/kimi/get-trace', { query: { q: reference } })).status,
  ]).toEqual([403, 401]);
});

test('the same box finds clients and requests by what people name', async () => {
  const applyId = await pendingTopUp();
  expect((await trace(admin, client.email)).body.users).toMatchObject([{ _id: client._id, emailId: client.email }]);
  expect((await trace(admin, applyId)).body.requests).toMatchObject([{ applyId }]);
  expect((await trace(admin, 'E-0000')).body).toMatchObject({ errors: [], requests: [], accounts: [], users: [] });
});

test('what is old is forgotten, and no more is kept than anybody reads', async () => {
  const count = async () =>
    (await portal.db.owner.pool.query('select count(*)::int as n from errors')).rows[0].n as number;
  const before = await count();
  const insert = `insert into errors (reference, node, method, path, kind, place, at)`;
  await portal.db.owner.pool.query(
    `${insert} select 'E-old', 'n', 'GET', '/', 'Error', '', now() - interval '91 days'`,
  );
  await sweepErrors(portal.app.db);
  expect(await count()).toBe(before);
  await portal.db.owner.pool.query(
    `${insert} select 'E-many', 'n', 'GET', '/', 'Error', '', now() from generate_series(1, 10500)`,
  );
  await sweepErrors(portal.app.db);
  expect(await count()).toBe(10_000);
});

test('an amount finds the requests of it, alone or behind a name', async () => {
  const [ana, ben] = [await portal.client({ dollars: 731 }), await portal.client({ dollars: 731 })];
  const requests = async (q: string) =>
    (await portal.call('GET', '/kimi/get-trace', { as: admin, query: { q } })).body.requests;
  for (const q of ['731', '$731', '731.00', '$ 731'])
    expect((await requests(q)).map(({ totalCost }: { totalCost: number }) => totalCost)).toEqual([731, 731]);
  for (const q of [`${ana.username} 731`, `${ana.email} $731`])
    expect((await requests(q)).map(({ userId }: { userId: { _id: string } }) => userId._id)).toEqual([ana._id]);
  expect(await requests(`${ben.username} 730`)).toEqual([]);
});

test('an admin finds the order behind an Ads ID, also the second of an order, and as somebody begins to type it', async () => {
  const buyer = await portal.client({ dollars: 300 });
  const one = { outlookMail: 'a@outlook.com', deposit: 15 };
  const body = { adNum: 2, adsDetails: ['a.example', 'b.example'].map((domain) => ({ domain, ...one })) };
  const { applyId } = (await portal.call('POST', '/create-bing-ads', { as: buyer, body })).body;
  const query = { id: applyId, action: 'approve' };
  await portal.call('PUT', '/approve-bingAd', { as: admin, query, body: { adsId: 'B7123-FIRST, B7123-SECOND' } });
  for (const typed of ['B7123-FIRST', 'b7123-second', 'B7123-S']) {
    const { body: found } = await trace(admin, typed);
    const [orders, accounts] = [found.requests, found.accounts] as { applyId: string }[][];
    expect([...new Set([...orders!, ...accounts!].map((row) => row.applyId))], typed).toEqual([applyId]);
  }
});

test('a client finds their own requests and accounts, by id, hash, amount, Ads ID and nickname, and nothing of others', async () => {
  const [mine, other] = [await portal.client({ dollars: 100 }), await portal.client({ dollars: 100 })];
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2);
  const form = { chargeMoney: '43.21', transactionId: hash, payway: 'USDT' };
  const { applyId } = (await portal.call('POST', '/add-money', { as: mine, form })).body.transaction;
  const body = { adNum: 1, adsDetails: [{ domain: 'a.example', outlookMail: 'a@outlook.com', deposit: 15 }] };
  const order = (await portal.call('POST', '/create-bing-ads', { as: mine, body })).body.applyId;
  const query = { id: order, action: 'approve' };
  await portal.call('PUT', '/approve-bingAd', { as: admin, query, body: { adsId: 'FIND-ME-7' } });
  const find = async (as: Person, q: string) => {
    const { body: found } = await portal.call('GET', '/kimi/find', { as, query: { q } });
    return [
      found.requests.map((row: { applyId: string }) => row.applyId),
      found.accounts.map((row: { adsId: string }) => row.adsId),
    ];
  };
  for (const q of [applyId, hash.slice(0, 20), '43.21', '$43.21'])
    expect(await find(mine, q), q).toEqual([[applyId], []]);
  expect(await find(mine, 'find-me')).toEqual([[order], ['FIND-ME-7']]);
  const { body: found } = await portal.call('GET', '/kimi/find', { as: mine, query: { q: applyId } });
  expect(found.requests[0].at).toContain(applyId);
  for (const q of [applyId, hash, '43.21', 'find-me', order, mine.username, mine.email])
    expect(await find(other, q), q).toEqual([[], []]);
  expect((await portal.call('GET', '/kimi/find', { as: admin, query: { q: applyId } })).status).toBe(403);
});

test('whose name begins as typed stands before who has the letters in the middle, however new they are', async () => {
  const named = async (name: string) => {
    const { _id, id } = await portal.client();
    await portal.db.owner.query('t.named', 'update clients set name = $2 where id = $1', [id, name]);
    return _id;
  };
  const [first, last] = [await named('Zqa Ruiz'), await named('Mei Zqaruiz')];
  const inside = await named('Mei Tzqaka');
  const { users } = (await trace(admin, 'zqa')).body;
  expect(users.map(({ _id }: { _id: string }) => _id)).toEqual([last, first, inside]);
});
