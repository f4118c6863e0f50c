/** Internal notes, over the real portal: admins see them, and clients never do. */
import { inflateSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething } from '#kernel/endpoint.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { harmless, inputOf, oneOfEach, inEachFormat, send, those, type Ids } from '#walk.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let ana: { person: Person; ids: Ids };

const planted = 'PlantedForAdminsAlone';
const write = (body: object, key?: string) =>
  portal.call('POST', '/kimi/write-note', { as: admin, body, ...(key ? { key } : {}) });
const read = async (query: Record<string, string>) =>
  (await portal.call('GET', '/kimi/get-notes', { as: admin, query })).body;

beforeAll(async () => {
  admin = await portal.admin();
  ana = await oneOfEach(portal, admin);
});

test('a note about a request or an account stands there and at its client, newest first, under the writer’s name', async () => {
  const [applyId, id, userId] = [ana.ids.request[0]!, ana.ids['ad account'][0]!, ana.person._id];
  for (const [about, text] of [
    [{ userId }, 'Of the client'],
    [{ applyId }, 'Of the request'],
    [{ id }, 'Of the account'],
  ] as const)
    expect((await write({ ...about, text })).body.note).toMatchObject({ text, by: expect.any(String) });
  const texts = ({ notes }: { notes: { text: string }[] }) => notes.map(({ text }) => text);
  expect(texts(await read({ userId }))).toEqual(['Of the account', 'Of the request', 'Of the client']);
  expect(texts(await read({ applyId }))).toEqual(['Of the request']);
  expect(texts(await read({ id }))).toEqual(['Of the account']);
});

test('a note is written once under its key, about one thing that is there, and never changed', async () => {
  const body = { userId: ana.person._id, text: 'Once' };
  const [first, again] = [await write(body, 'note-once'), await write(body, 'note-once')];
  expect(again.text).toBe(first.text);
  expect((await write({ ...body, text: 'Other' }, 'note-once')).body.code).toBe('idempotency.key_reused');
  expect((await write({ text: 'x' })).status).toBe(400);
  expect((await write({ userId: 'US-0000-0000', text: 'x' })).status).toBe(404);
  await expect(portal.db.owner.query('test.note', 'delete from notes', [])).rejects.toThrow('append-only');
});

/** What a reader of this answer could read: also what is packed in it. */
async function readable(bytes: Buffer, type: string): Promise<string> {
  const plain = bytes.toString('latin1');
  if (type.includes('sheet')) {
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    return JSON.stringify(sheets.map(({ cells }) => [...(cells?.values() ?? [])].map(({ value }) => String(value))));
  }
  if (!type.includes('pdf')) return plain;
  const streams = [...plain.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const open = (text: string) => {
    try {
      return inflateSync(Buffer.from(text, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  };
  return plain + streams.map(([, text]) => open(text!)).join('');
}

test('no call that a client can make answers a word of a note, no mail and no notice tells of one', async () => {
  const { person, ids } = ana;
  await write({ userId: person._id, text: planted });
  for (const applyId of ids.request) expect((await write({ applyId, text: planted })).status).toBe(200);
  for (const id of ids['ad account']) expect((await write({ id, text: planted })).status).toBe(200);
  const visit = await portal.call('POST', '/kimi/login-as-user', {
    as: admin,
    body: { userId: person._id, reason: 'a test' },
  });
  const calls = those((endpoint) => harmless(endpoint) && audienceOf(endpoint.access) !== 'admin');
  expect(calls.length).toBeGreaterThan(60);
  let answered = 0;
  for (const as of [{ token: visit.body.token as string }, person])
    for (const { name, endpoint } of calls) {
      if (as !== person && changesSomething(endpoint)) continue;
      for (const input of inEachFormat(endpoint, inputOf(endpoint, ids))) {
        const answer = await send(portal, endpoint, input, as);
        if (answer.status === 200) answered += 1;
        const text = await readable(Buffer.from(answer.bytes), answer.headers.get('content-type') ?? '');
        expect(text.includes(planted), name).toBe(false);
      }
    }
  expect(answered).toBeGreaterThan(60);
  const mails = await mailsTo(portal.db.owner, person.email);
  expect(JSON.stringify(mails.map(({ content, subject }) => [content, subject]))).not.toContain(planted);
  const wire = await portal.call('GET', '/kimi/get-notes', { as: person, query: { userId: person._id } });
  expect([wire.status, wire.text.includes(planted)]).toEqual([403, false]);
});

test('an admin writes at most 600 in an hour', async () => {
  await portal.db.owner.query(
    'test.written',
    `insert into throttles (key, guesses, ends_at) values ('note:' || $1::bigint, 600, now() + interval '1 hour')
     on conflict (key) do update set guesses = excluded.guesses, ends_at = excluded.ends_at`,
    [admin.person],
  );
  expect((await write({ userId: ana.person._id, text: 'One too many' })).body.code).toBe('limit.reached');
});
