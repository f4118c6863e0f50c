/** The picture beside a top-up: who may see it, and that admins learn of one that was sent before. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { screenshot, transfer } from './pictures.testing.server.ts';

const portal = await testPortal();
const hash = () => randomBytes(32).toString('hex');
const picture = () => screenshot(transfer('50.00', hash())).png().toBuffer();
const addMoney = (as: Person, form: Record<string, string | Uint8Array>, key?: string) =>
  portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: '50', transactionId: hash(), ...form },
    ...(key ? { key } : {}),
  });
const proof = (as: Person | undefined, applyId: string) =>
  portal.call('GET', '/kimi/proof', { as, query: { applyId } });
const duplicatesOf = async (admin: Person, applyId: string) =>
  (await portal.call('GET', '/get-transaction-details', { as: admin, query: { q: applyId } })).body.transactions[0]
    .duplicates;

test('a proof is served cleaned and harmless to its client and to admins; to others it is not there', async () => {
  const [client, stranger, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const { body } = await addMoney(client, { photo: await picture() });
  const { _id, image } = body.transaction;
  expect(image).toBe(`/kimi/proof?applyId=${_id}`);
  for (const as of [client, admin]) {
    const { status, headers, bytes } = await proof(as, _id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 1280 });
  }
  const small = await portal.call('GET', '/kimi/proof', { as: client, query: { applyId: _id, small: true } });
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 90, height: 160 });
  expect((await proof(stranger, _id)).status).toBe(404);
  expect((await proof(undefined, _id)).status).toBe(401);
  expect((await proof(admin, 'TU-0000-0000')).status).toBe(404);
  const without = (await addMoney(client, {})).body.transaction;
  expect([without.image, (await proof(client, without._id)).status]).toEqual([null, 404]);
});

test('the file belongs to the attempt: the same again is the same answer, another one is 422', async () => {
  const client = await portal.client();
  const form = { transactionId: hash(), photo: await picture() };
  const first = await addMoney(client, form, 'with-photo');
  expect((await addMoney(client, form, 'with-photo')).body).toEqual(first.body);
  expect((await addMoney(client, { ...form, photo: await picture() }, 'with-photo')).status).toBe(422);
  const { photo: _, ...bare } = form;
  expect((await addMoney(client, bare, 'with-photo')).status).toBe(422);
});

test('the same file and the same picture are recognised across clients and told to the admin', async () => {
  const [ana, ben, eva, admin] = [
    await portal.client(),
    await portal.client(),
    await portal.client(),
    await portal.admin(),
  ];
  const photo = await picture();
  const first = (await addMoney(ana, { photo })).body.transaction;
  expect(await duplicatesOf(admin, first._id)).toEqual([]);
  const second = (await addMoney(ben, { photo })).body.transaction;
  const third = (await addMoney(eva, { photo: await sharp(photo).resize(500).jpeg({ quality: 70 }).toBuffer() })).body
    .transaction;
  const fourth = (await addMoney(eva, { photo: await picture() })).body.transaction;
  expect(await duplicatesOf(admin, fourth._id)).toEqual([]);
  expect(await duplicatesOf(admin, second._id)).toEqual([
    {
      applyId: third._id,
      username: eva.username,
      state: 'Pending',
      createdAt: third.createdAt,
      same: 'picture',
      sameClient: false,
    },
    {
      applyId: first._id,
      username: ana.username,
      state: 'Pending',
      createdAt: first.createdAt,
      same: 'file',
      sameClient: false,
    },
  ]);
  expect((await duplicatesOf(admin, third._id)).map((one: { same: string }) => one.same)).toEqual([
    'picture',
    'picture',
  ]);
});

test('two accounts that send one picture at the same moment do not miss each other', async () => {
  const [admin, ...clients] = [
    await portal.admin(),
    await portal.client(),
    await portal.client(),
    await portal.client(),
    await portal.client(),
  ];
  const source = await picture();
  const versions = await Promise.all(
    clients.map((_client, n) =>
      sharp(source)
        .jpeg({ quality: 60 + n * 10 })
        .toBuffer(),
    ),
  );
  const answers = await Promise.all(clients.map((client, n) => addMoney(client, { photo: versions[n]! })));
  for (const { body } of answers) expect(await duplicatesOf(admin, body.transaction._id)).toHaveLength(3);
});

test('the one that was credited stays in sight, however often its picture is sent and taken back', async () => {
  const [ana, ben, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const photo = await picture();
  const credited = (await addMoney(ana, { photo })).body.transaction._id;
  await portal.call('PUT', '/approve-transaction', { as: admin, query: { id: credited, action: 'approve' }, body: {} });
  const others = (await addMoney(ben, { photo })).body.transaction._id;
  for (let n = 0; n < 6; n++) {
    const { _id } = (await addMoney(ana, { photo })).body.transaction;
    await portal.call('PUT', '/kimi/cancel-request', { as: ana, query: { applyId: _id } });
  }
  const { _id } = (await addMoney(ana, { photo })).body.transaction;
  const told = (await duplicatesOf(admin, _id)).map((one: { applyId: string }) => one.applyId);
  expect([told.length, ...told.slice(0, 2)]).toEqual([5, credited, others]);
});

test('a rejected top-up is sent again with the proof it had, but never with somebody else’s', async () => {
  const [client, stranger, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const { _id } = (await addMoney(client, { photo: await picture() })).body.transaction;
  await portal.call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: _id, action: 'reject' },
    body: { remarks: 'Wrong amount.' },
  });
  const again = (await addMoney(client, { proofOf: _id })).body.transaction;
  expect((await proof(client, again._id)).bytes).toEqual((await proof(client, _id)).bytes);
  expect((await addMoney(stranger, { proofOf: _id })).status).toBe(404);
});

describe('what is typed of a top-up and not sent', () => {
  const asDraft = { step: '3', chargeMoney: '250.5', transactionId: '6f1e', remarks: 'From Binance' };
  const shown = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const keep = (as: Person, form: Record<string, string | Uint8Array>) =>
    portal.call('PUT', '/kimi/keep-topup-draft', { as, form });
  const kept = async (as: Person) => (await portal.call('GET', '/kimi/get-topup-draft', { as })).body.draft;
  const signedInAgain = async ({ email, password }: Person) => {
    const { body } = await portal.call('POST', '/login-account', { body: { emailId: email, password } });
    return body.token as string;
  };

  test('is there on another device of the same person with its picture, and nowhere else', async () => {
    const [client, stranger] = [await portal.client(), await portal.client()];
    expect(await kept(client)).toBeNull();
    const photo = await picture();
    const { body } = await keep(client, { ...asDraft, ...shown, photo });
    const draft = { ...asDraft, ...shown, picture: createHash('sha256').update(photo).digest('hex') };
    expect(body).toEqual({ draft, message: 'The draft was kept.' });
    const phone = { ...client, token: await signedInAgain(client) };
    expect(await kept(phone)).toEqual(draft);
    expect(await kept(stranger)).toBeNull();
    const exported = await portal.call('GET', '/kimi/export-my-data', { as: client });
    expect(JSON.parse(exported.text).topupDraft).toEqual([draft]);

    // What was kept is sent without its file; the same attempt with the file is the same.
    const form = { transactionId: hash() };
    const sent = await addMoney(phone, { ...form, picture: draft.picture }, 'from-draft');
    expect((await proof(client, sent.body.transaction._id)).status).toBe(200);
    expect((await addMoney(client, { ...form, photo }, 'from-draft')).body).toEqual(sent.body);
    expect((await addMoney(stranger, { picture: draft.picture })).status).toBe(404);
  });

  test('takes the place of what was kept before, and is forgotten where nothing is left of it', async () => {
    const client = await portal.client();
    await keep(client, asDraft);
    await keep(client, { ...asDraft, step: '2', transactionId: '' });
    expect(await kept(client)).toMatchObject({ step: '2', transactionId: '', chargeMoney: '250.5' });
    expect((await keep(client, { step: '1', ...shown })).body.draft).toBeNull();
    expect(await kept(client)).toBeNull();
    expect((await keep(client, { remarks: 'x'.repeat(501) })).status).toBe(400);
    expect((await keep(client, { photo: Buffer.from('no picture') })).status).toBe(400);
    expect((await keep(client, { picture: '../etc' })).status).toBe(400);
  });

  test('is not offered after a week', async () => {
    const client = await portal.client();
    await keep(client, asDraft);
    await portal.db.owner.query(
      'test.week',
      "update topup_drafts set kept_at = now() - interval '7 days' where client = $1",
      [client.id],
    );
    expect(await kept(client)).toBeNull();
  });
});

test('what was kept as a proof stays as it is', async () => {
  await addMoney(await portal.client(), { photo: await picture() });
  await expect(portal.db.owner.query('test.update', `update proofs set image = ''`)).rejects.toThrow(/append-only/);
  await expect(portal.db.query('test.delete', 'delete from proofs')).rejects.toThrow(/permission denied/);
});
