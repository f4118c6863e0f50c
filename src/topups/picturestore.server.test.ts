/** Pictures in an object store: what is promised of them, and what happens while the store is away or not as it was. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { locks } from '#server/locks.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { faultOfPictureStore, openPictureStore } from '#server/picturestore.server.ts';
import { openFakeStore, storeKeys } from '#server/picturestore.testing.server.ts';
import { cleanPicture } from './pictures.server.ts';
import { screenshot, transfer } from './pictures.testing.server.ts';
import { sayStored } from './storedpictures.server.ts';

const store = await openFakeStore();
afterAll(() => store.close());
afterEach(() => void (store.away = false));
const portal = await testPortal({ ...store.settings, LOG_LEVEL: 'silent' });

const hash = () => randomBytes(32).toString('hex');
const picture = () => screenshot(transfer('50.00', hash())).png().toBuffer();
const addMoney = async (as: Person, photo: Buffer, key = hash()) =>
  portal.call('POST', '/add-money', { as, form: { chargeMoney: '50', transactionId: key, photo }, key });
const proof = (as: Person, applyId: string, small = false) =>
  portal.call('GET', '/kimi/proof', { as, query: { applyId, ...(small ? { small } : {}) } });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const kept = () =>
  portal.db.owner.query<{ name: string | null; here: boolean }>(
    'test.kept',
    `select encode(stored, 'hex') as name, image is not null as here from proofs order by id`,
  );

/** A top-up with a picture that lies in the store under this name. */
async function stored(client: Person) {
  const { body } = await addMoney(client, await picture());
  return { applyId: body.transaction._id as string, name: (await kept()).at(-1)!.name! };
}

test('a picture lies in the store under its digest and nowhere else, and is shown to whom it was shown before', async () => {
  const [client, stranger, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const photo = await picture();
  const { body } = await addMoney(client, photo);
  const { _id } = body.transaction;
  const cleaned = (await cleanPicture(photo, 'test')).image;
  expect(await kept()).toEqual([{ name: sha256(cleaned), here: false }]);
  for (const as of [client, admin]) expect((await proof(as, _id)).bytes.equals(cleaned)).toBe(true);
  expect((await proof(stranger, _id)).status).toBe(404);
  // The same picture of somebody else is another proof, and the same object.
  const before = store.objects.size;
  await addMoney(stranger, photo);
  expect([store.objects.size, (await kept()).length]).toEqual([before, 2]);
});

test('a picture that is missing or was exchanged in the store is not shown', async () => {
  const client = await portal.client();
  const { applyId, name } = await stored(client);
  const bytes = store.objects.get(name)!;
  for (const other of [undefined, await picture(), bytes.subarray(0, -1)]) {
    if (other) store.objects.set(name, other);
    else store.objects.delete(name);
    const { status, body } = await proof(client, applyId);
    expect([status, body.code]).toEqual([503, 'proof.lost']);
  }
  store.objects.set(name, bytes);
  expect((await proof(client, applyId)).status).toBe(200);
});

test('while the store is away its pictures are 503 and nothing else is; new ones are kept in the database', async () => {
  const client = await portal.client();
  const { applyId } = await stored(client);
  store.away = true;
  const { status, body, headers } = await proof(client, applyId);
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'proof.away', '5']);
  expect((await proof(client, applyId, true)).status).toBe(200);
  for (const path of ['/kimi/me', '/kimi/get-statement', '/kimi/get-notices'])
    expect([path, (await portal.call('GET', path, { as: client })).status]).toEqual([path, 200]);
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  const added = await addMoney(client, await picture());
  expect(added.status).toBe(200);
  expect((await kept()).at(-1)).toEqual({ name: null, here: true });
  expect((await proof(client, added.body.transaction._id)).status).toBe(200);
  store.away = false;
  expect((await proof(client, applyId)).status).toBe(200);
});

test('a crash between the store and the database leaves a picture that nobody names; the same key then makes one proof', async () => {
  const client = await portal.client();
  const [photo, key, before] = [await picture(), hash(), store.objects.size];
  const rows = (await kept()).length;
  const holder = await portal.db.owner.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [locks.proofs]);
  const asked = addMoney(client, photo, key);
  await vi.waitFor(() => expect(store.objects.size).toBe(before + 1), { timeout: 20_000 });
  const dead = () =>
    holder.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`);
  await vi.waitFor(async () => expect((await dead()).rowCount).toBe(1), { timeout: 20_000 });
  const told = await asked;
  expect([told.status, (await kept()).length]).toEqual([503, rows]);
  await holder.query('select pg_advisory_unlock($1)', [locks.proofs]);
  holder.release();
  expect((await addMoney(client, photo, key)).status).toBe(200);
  expect([store.objects.size, (await kept()).length]).toEqual([before + 1, rows + 1]);
});

test('a store is tried before it is used: what it refuses is a sentence, and one that is away may come back', async () => {
  const right = { url: store.url, keyId: storeKeys.id, secret: storeKeys.secret, region: storeKeys.region };
  const fault = (wrong: Partial<typeof right>) => faultOfPictureStore(openPictureStore({ ...right, ...wrong }));
  expect(await fault({})).toBeUndefined();
  for (const wrong of [{ secret: 'guessed' }, { keyId: 'OTHER' }, { region: 'us-east-1' }])
    expect(await fault(wrong)).toMatch(/^The store at PICTURE_STORE_URL does not keep .+ answered with status 403\./);
  expect(await fault({ url: store.url.replace('pictures', 'nobodys') })).toContain('answered with status 404');
  store.away = true;
  await expect(fault({})).rejects.toThrow(NoAnswer);
});

test('npm run audit -- --pictures names each that is missing or another one, and says where it could not look', async () => {
  const client = await portal.client();
  const [one, two] = [await stored(client), await stored(client)];
  const audit = () =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, DATABASE_URL: portal.db.url, ...store.settings };
      const script = join(import.meta.dirname, '../../scripts/audit.ts');
      const child = execFile(process.execPath, [script, '--pictures'], { env }, (_error, out, wrong) =>
        resolve({ code: child.exitCode, said: out + wrong }),
      );
    });
  const count = new Set((await kept()).flatMap(({ name }) => name ?? [])).size;
  expect(await withConnection(portal.db.url, sayStored, 'test')).toContain(`${count} pictures lie in the object store`);
  expect(await audit()).toEqual({ code: 0, said: expect.stringContaining(`as it was sent (${count} pictures)`) });
  const [first, second] = [store.objects.get(one.name)!, store.objects.get(two.name)!];
  store.objects.delete(one.name);
  store.objects.set(two.name, first);
  const { code, said } = await audit();
  expect([code, said.match(/^WRONG picture .+$/gm)!.length]).toEqual([1, 2]);
  expect(said).toMatch(new RegExp(`^WRONG picture ${one.name}, first of proof \\d+, is not there$`, 'm'));
  expect(said).toMatch(new RegExp(`^WRONG picture ${two.name}, first of proof \\d+, is another one`, 'm'));
  store.objects.set(one.name, first).set(two.name, second);
  store.away = true;
  expect(await audit()).toEqual({ code: 2, said: expect.stringContaining('The audit could not be made: ') });
});
