/** A pay link over the real portal: made, paid by a stranger, decided, reopened, revoked, expired. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { screenshot } from '#topups/pictures.testing.server.ts';

const portal = await testPortal();
const hash = () => randomBytes(32).toString('hex');
const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'Brazil', money: '120.50' };
const company = { ...payer, companyName: 'Lima Shoes', website: 'lima.example' };

const make = (as: Person, body: object = payer, key?: string) =>
  portal.call('POST', '/kimi/create-paylink-individual', { as, body, ...(key ? { key } : {}) });
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await portal.call('GET', '/kimi/get-paylinks', { as, query })).body;
const look = (code: string) => portal.call('GET', `/kimi/pay/${code}`);
const pay = (code: string, form: Record<string, string | Uint8Array>) =>
  portal.call('POST', `/kimi/pay/${code}`, { form });
const decide = (as: Person, id: string, action: string, remarks = '') =>
  portal.call('PUT', '/approve-transaction', { as, query: { id, action }, body: { remarks } });
const topups = async (as: Person) =>
  (await portal.call('GET', '/get-transaction-details-of-user', { as })).body.transactions;

describe('making a pay link', () => {
  test('answers it field by field, for a person and for a company', async () => {
    const client = await portal.client();
    const { status, body } = await make(client);
    expect(status).toBe(200);
    const { code } = body.newPaylink;
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(body).toEqual({
      message: 'Paylink created successfully!',
      newPaylink: {
        _id: expect.stringMatching(/^PL-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        code,
        url: `${portal.app.config.publicUrl}/pay/${code}`,
        paylinkType: 'Individual',
        ...payer,
        money: 120.5,
        companyName: '',
        website: '',
        state: 'Open',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        transaction: null,
      },
    });
    const { createdAt, expiresAt } = body.newPaylink;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 60 * 60 * 1000);
    const made = await portal.call('POST', '/create-paylink-company', { as: client, body: company });
    expect(made.body.newPaylink).toMatchObject({
      paylinkType: 'Company',
      companyName: 'Lima Shoes',
      website: 'lima.example',
    });
    const all = await list(client);
    expect(all).toMatchObject({ message: 'paylinks fetched successfully', total: 2, page: 1, limit: 50 });
    expect(all.paylinks.map((link: { _id: string }) => link._id)).toEqual([
      made.body.newPaylink._id,
      body.newPaylink._id,
    ]);
    expect((await list(client, { q: 'shoes' })).total).toBe(1);
    expect((await list(client, { state: 'paid' })).paylinks).toEqual([]);
  });

  test.each([
    ['firstName', { ...payer, firstName: ' ' }],
    ['emailId', { ...payer, emailId: 'ana' }],
    ['country', { ...payer, country: '' }],
    ['money', { ...payer, money: '0' }],
  ])('refuses a wrong %s', async (field, body) => {
    const answer = await make(await portal.client(), body);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
  });

  test('needs company name and website for a company', async () => {
    const client = await portal.client();
    for (const [field, body] of [
      ['companyName', { ...company, companyName: '' }],
      ['website', { ...company, website: 'no site' }],
    ] as const) {
      const answer = await portal.call('POST', '/kimi/create-paylink-company', { as: client, body });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
  });

  test('with one key makes one link, and refuses the key for another', async () => {
    const client = await portal.client();
    const first = await make(client, payer, 'key-1');
    expect((await make(client, payer, 'key-1')).body).toEqual(first.body);
    expect((await make(client, { ...payer, money: '7' }, 'key-1')).status).toBe(422);
    expect((await list(client)).total).toBe(1);
  });
});

describe('paying through a link', () => {
  test('shows a stranger who asks, how much and where to, and nothing else of the payer', async () => {
    const client = await portal.client();
    const { newPaylink } = (await make(client)).body;
    const { status, body } = await look(newPaylink.code);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Paylink fetched successfully',
      paylink: {
        code: newPaylink.code,
        requestedBy: client.username,
        paylinkType: 'Individual',
        firstName: 'Ana',
        lastName: 'Lima',
        companyName: '',
        money: 120.5,
        state: 'Open',
        expiresAt: newPaylink.expiresAt,
        networkDetails: null,
        networks: [],
        declarable: [],
        declared: [],
        rejected: null,
        submittedAt: null,
      },
    });
    for (const code of ['no-such-code', '%00', 'x'.repeat(22), '%F0%9F%92%B8'])
      expect((await look(code)).status).toBe(404);
    expect((await pay('no-such-code', { transactionId: hash() })).status).toBe(404);
  });

  test('becomes a top-up of the owner, marked with the link, and credits the wallet when approved', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const { newPaylink } = (await make(client)).body;
    const transactionId = hash();
    const paid = await pay(newPaylink.code, { transactionId });
    expect([paid.status, paid.body.message, paid.body.paylink.state]).toEqual([
      200,
      'Payment submitted successfully!',
      'Processing',
    ]);
    const [topup] = await topups(client);
    expect(topup).toMatchObject({ paylink: newPaylink._id, chargeMoney: 120.5, state: 'Pending', transactionId });
    const notices = await portal.call('GET', '/kimi/get-notices', { as: client });
    expect(notices.body.notices[0].text).toBe(
      `A payment of $120.50 was submitted through your paylink ${newPaylink._id}.`,
    );
    expect((await decide(admin, topup._id, 'approve')).status).toBe(200);
    expect((await look(newPaylink.code)).body.paylink).toMatchObject({
      state: 'Paid',
      networkDetails: null,
      submittedAt: topup.createdAt,
    });
    expect(await portal.wallet(client)).toBe(120.5);
    const again = await pay(newPaylink.code, { transactionId: hash() });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'paylink.paid',
      'This link has been paid. Please do not pay again.',
    ]);
  });

  test('takes one payment at a time: of ten at once one wins, and who sends the same again gets the same answer', async () => {
    const client = await portal.client();
    const { code } = (await make(client)).body.newPaylink;
    const hashes = Array.from({ length: 10 }, hash);
    const answers = await Promise.all(hashes.map((transactionId) => pay(code, { transactionId })));
    const won = answers.flatMap(({ status }, place) => (status === 200 ? [hashes[place]!] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'paylink.processing')).toHaveLength(9);
    expect((await pay(code, { transactionId: won[0]! })).status).toBe(200);
    expect(await topups(client)).toHaveLength(1);
  });

  test('is open again after a rejection, and says why', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const { code } = (await make(client)).body.newPaylink;
    const transactionId = hash();
    await pay(code, { transactionId });
    const [first] = await topups(client);
    await decide(admin, first._id, 'reject', 'Nothing arrived.');
    expect((await look(code)).body.paylink).toMatchObject({ state: 'Open', rejected: 'Nothing arrived.' });
    expect((await pay(code, { transactionId })).status).toBe(200);
    expect(await topups(client)).toHaveLength(2);
  });

  test('cannot be cancelled by the owner, refuses a used hash and a stale address, and makes no request of them', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    const { code } = (await make(client)).body.newPaylink;
    const transactionId = hash();
    await portal.call('POST', '/add-money', { as: other, form: { chargeMoney: '5', transactionId } });
    const taken = await pay(code, { transactionId: `0x${transactionId.toUpperCase()}` });
    expect([taken.status, taken.body.code]).toEqual([409, 'topup.taken']);
    const stale = await pay(code, { transactionId: hash(), networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
    expect([stale.status, stale.body.code]).toEqual([409, 'network.changed']);
    expect((await pay(code, { transactionId: hash(), photo: Buffer.from('<svg/>') })).status).toBe(400);
    expect((await pay(code, { transactionId: '' })).status).toBe(400);
    expect(await topups(client)).toEqual([]);
  });
});

describe('ending a link', () => {
  test('its owner revokes it while it is open, nobody else, and never a payment on its way', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    const link = (await make(client)).body.newPaylink;
    const revoke = (as: Person, id: string) => portal.call('PUT', '/kimi/revoke-paylink', { as, query: { id } });
    expect((await revoke(other, link._id)).status).toBe(404);
    const revoked = await revoke(client, link._id);
    expect([revoked.status, revoked.body.message, revoked.body.paylink.state]).toEqual([
      200,
      'Paylink revoked successfully!',
      'Revoked',
    ]);
    expect((await revoke(client, link._id)).status).toBe(409);
    expect((await pay(link.code, { transactionId: hash() })).body.code).toBe('paylink.revoked');
    const busy = (await make(client)).body.newPaylink;
    await pay(busy.code, { transactionId: hash() });
    expect([(await revoke(client, busy._id)).status, (await revoke(client, busy._id)).body.state]).toEqual([
      409,
      'Processing',
    ]);
  });

  test('a client downloads the own links as they are searched, everything that stands on the screen a column', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    await make(client);
    await portal.call('POST', '/create-paylink-company', { as: client, body: company });
    await make(other);
    const file = async (query = {}) => {
      const { bytes } = await portal.call('GET', '/kimi/export-paylinks', { as: client, query });
      return (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
    };
    const [head, ...rows] = await file();
    expect([head!.length, rows.length]).toEqual([11, 2]);
    expect((await file({ q: 'lima shoes', state: 'open' }))[1]!.slice(1, 8)).toEqual([
      'Company',
      'Ana Lima',
      'Lima Shoes',
      payer.emailId,
      payer.country,
      120.5,
      'Open',
    ]);
    expect(await file({ state: 'Paid' })).toHaveLength(1);
  });

  test('a client who was disabled is paid no more, and is not said to have withdrawn the link', async () => {
    const client = await portal.client();
    const link = (await make(client)).body.newPaylink;
    await portal.db.owner.query('test.disable', 'update clients set disabled_at = now() where id = $1', [client.id]);
    expect((await look(link.code)).body.paylink).toMatchObject({ state: 'Revoked', networkDetails: null });
    const { code, message } = (await pay(link.code, { transactionId: hash() })).body;
    expect([code, message]).toEqual(['paylink.revoked', expect.stringMatching(/^This link takes no payments now\./)]);
  });

  test('it expires after seven days', async () => {
    const client = await portal.client();
    const link = (await make(client)).body.newPaylink;
    await portal.db.owner.query(
      'test.expire',
      `update paylinks set expires_at = now() - interval '1 second' where code = $1`,
      [link.code],
    );
    expect((await look(link.code)).body.paylink.state).toBe('Expired');
    expect((await pay(link.code, { transactionId: hash() })).body.code).toBe('paylink.expired');
    expect((await list(client, { state: 'expired' })).total).toBe(1);
  });
});

test('a payment and its owner’s notice are written together or not at all', async () => {
  const client = await portal.client();
  const { code } = (await make(client)).body.newPaylink;
  const owner = portal.db.owner;
  await owner.pool
    .query(`create function lost() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
    create trigger lost before insert on notices for each row when (new.person = ${client.person}) execute function lost()`);
  const form = { transactionId: hash() };
  expect((await pay(code, form)).status).toBe(500);
  expect(await topups(client)).toEqual([]);
  await owner.pool.query('drop trigger lost on notices');
  for (let turn = 0; turn < 2; turn++) expect((await pay(code, form)).status).toBe(200);
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
  expect(notices.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(/^A payment of \$120\.50 was submitted/),
  ]);
});

test('strangers who pay with pictures leave the owner room for as many', async () => {
  const client = await portal.client();
  const { code } = (await make(client)).body.newPaylink;
  expect(
    (await pay(code, { transactionId: hash(), photo: await screenshot(['USDT', hash()]).png().toBuffer() })).status,
  ).toBe(200);
  const spent = await portal.db.owner.query<{ key: string }>('test.spent', 'select key from throttles where key = $1', [
    `proofs:${client.id}`,
  ]);
  expect(spent).toEqual([]);
});
