/** The picture beside a top-up: who may see it, and that admins learn of one that was sent before. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testPortal, type Person } from '#testportal.server.ts';
import { screenshot, transfer } from './pictures.testing.ts';

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

test('what was kept as a proof stays as it is', async () => {
  await addMoney(await portal.client(), { photo: await picture() });
  await expect(portal.db.owner.query('test.update', `update proofs set image = ''`)).rejects.toThrow(/append-only/);
  await expect(portal.db.query('test.delete', 'delete from proofs')).rejects.toThrow(/permission denied/);
});
