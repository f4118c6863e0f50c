/** Whatever leaves the portal as a file or a picture is in the audit log, where somebody of the agency took it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sealStatements } from '#ledger/statements.server.ts';
import { audienceOf } from '#kernel/access.ts';
import { screenshot } from '#topups/pictures.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import { inputOf, oneOfEach, send, those, type Ids } from './walk.testing.server.ts';

const portal = await testPortal();

let admin: Person;
let client: Person;
let ids: Ids;
let visiting: { token: string };
let proofs: string[];

beforeAll(async () => {
  admin = await portal.admin();
  ({ person: client, ids } = await oneOfEach(portal, admin));
  proofs = [await topUp(), await topUp(), await topUp()];
  const body = { userId: client._id, reason: 'Looking for a lost deposit.' };
  await portal.db.owner.pool.query(`select seal_book(2000, now() + interval '1 hour')`);
  await sealStatements(portal.db);
  visiting = (await portal.call('POST', '/kimi/login-as-user', { as: admin, body })).body;
});

async function topUp(): Promise<string> {
  const transactionId = crypto.randomUUID();
  const photo = await screenshot(['PAID', transactionId]).png().toBuffer();
  const form = { chargeMoney: '20', transactionId, payway: 'USDT', photo };
  return (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId;
}

type Row = { action: string; actor: bigint; subject: bigint | null; applyId: string | null; after: unknown };

/** What the log has of these actions since `work` began. */
async function rowsOf(work: () => Promise<unknown>, actions = 'read.'): Promise<Row[]> {
  const [last] = await portal.db.owner.query<{ id: bigint }>(
    'test.last',
    'select coalesce(max(id), 0) as id from audit_log',
  );
  await work();
  return portal.db.owner.query<Row>(
    'test.rows',
    `select action, actor, subject, request_apply_id as "applyId", after from audit_log
     where id > $1 and action ^@ $2 order by id`,
    [last!.id, actions],
  );
}

const files = those(
  ({ access, media = [] }) => access !== 'public' && media.length > 0 && !media.includes('text/event-stream'),
);

describe('an admin who takes a file or a picture', () => {
  test.each(files)('leaves an entry by $name', async ({ endpoint }) => {
    const input = inputOf(endpoint, { ...ids, request: proofs });
    if (endpoint.query && audienceOf(endpoint.access) === 'signed in' && !('applyId' in input.query))
      input.query['userId'] = client._id;
    const as = audienceOf(endpoint.access) === 'client' ? visiting : admin;
    const rows = await rowsOf(async () => {
      const { status, text } = await send(portal, endpoint, input, as);
      expect(status, text.slice(0, 200)).toBe(200);
    }, '');
    expect(rows).toMatchObject([{ actor: admin.id }]);
  });
});

test('the entry says whose statement, which days and which form', async () => {
  const query = { userId: client._id, from: '2026-01-01', format: 'pdf' };
  const rows = await rowsOf(() => portal.call('GET', '/kimi/export-statement', { as: admin, query }));
  const after = { from: '2026-01-01', format: 'pdf' };
  expect(rows).toEqual([{ action: 'read.statement', actor: admin.id, subject: client.id, applyId: null, after }]);
});

test('a proof that is looked at names its request and its client', async () => {
  const applyId = proofs[0]!;
  const rows = await rowsOf(() => portal.call('GET', '/kimi/proof', { as: admin, query: { applyId } }));
  expect(rows).toMatchObject([{ action: 'read.proof', actor: admin.id, subject: client.id, applyId }]);
});

test('a page of thumbnails is one entry that names all of them', async () => {
  const rows = await rowsOf(async () => {
    await Promise.all(
      proofs.map((applyId) => portal.call('GET', '/kimi/proof', { as: admin, query: { applyId, small: true } })),
    );
    await new Promise((resolve) => setTimeout(resolve, 6_000));
  });
  expect(rows).toMatchObject([{ action: 'read.proof', actor: admin.id }]);
  expect((rows[0]!.after as { applyIds: string[] }).applyIds.toSorted()).toEqual(proofs.toSorted());
});

test('clients who read what is their own leave none, nor does what was refused', async () => {
  const rows = await rowsOf(async () => {
    await portal.call('GET', '/kimi/export-statement', { as: client });
    await portal.call('GET', '/kimi/proof', { as: client, query: { applyId: proofs[0]! } });
    await portal.call('GET', '/kimi/proof', { as: admin, query: { applyId: 'TU-0000-0000' } });
    await portal.call('GET', '/kimi/export-users', { as: client });
  });
  expect(rows).toEqual([]);
});
