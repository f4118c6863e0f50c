/** Threads about requests and ad accounts, over the real portal. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { mailMessages } from './mails.server.ts';
import { carryOn, insertMessage } from './support.store.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
let ana: Person;
let ben: Person;
let admin: Person;
let applyId: string;

const topup = async (as: Person) =>
  (await portal.call('POST', '/add-money', { as, form: { chargeMoney: '10', transactionId: `T-${Math.random()}` } }))
    .body.transaction.applyId as string;
const write = (as: Person, body: object, key?: string) =>
  portal.call('POST', '/kimi/write-message', { as, body, ...(key ? { key } : {}) });
const read = (as: Person, query: Record<string, string>) => portal.call('GET', '/kimi/get-thread', { as, query });
const threads = async (as: Person, query = {}) =>
  (await portal.call('GET', '/kimi/get-threads', { as, query })).body.threads as Record<string, unknown>[];
const see = (as: Person, query: Record<string, string>) => portal.call('PUT', '/kimi/see-thread', { as, query });
const unread = async (as: Person) => (await read(as, { applyId })).body.thread.unread as number;
/** Nobody waits two minutes for a test. */
const mailNow = async () => {
  await owner.query(
    'test.due',
    `update threads set client_mail_at = case when client_mail_at is not null then now() end,
       agency_mail_at = case when agency_mail_at is not null then now() end`,
    [],
  );
  await mailMessages(portal.app);
};
const mailsAbout = async (to: string) => (await mailsTo(owner, to)).filter(({ subject }) => subject.includes(applyId));

beforeAll(async () => {
  [ana, ben, admin] = [await portal.client({ dollars: 200 }), await portal.client(), await portal.admin('Support')];
});
beforeEach(async () => {
  applyId = await topup(ana);
});

describe('a thread', () => {
  test('is read by both sides in the words that were written, newest first, under the names of that moment', async () => {
    const text = `<b>Hello</b>\n${'x'.repeat(3_000)}`;
    const { status, body } = await write(ana, { applyId, text });
    expect([status, body.written]).toMatchObject([200, { side: 'client', own: true, text }]);
    await owner.query('test.rename', `update people set name = 'Somebody Else' where id = $1`, [ana.person]);
    await write(admin, { applyId, text: 'Good morning.' });
    const [mine, theirs] = [(await read(ana, { applyId })).body, (await read(admin, { applyId })).body];
    expect(mine.messages).toMatchObject([
      { side: 'agency', by: 'Support', own: false, text: 'Good morning.' },
      { side: 'client', own: true, text },
    ]);
    expect(theirs.messages[0]).toMatchObject({ own: true, side: 'agency' });
    expect(theirs.messages[0].by).not.toBe('Support');
    expect(theirs.messages[1].by).toBe(mine.messages[1].by);
    expect(theirs.messages[1].by).not.toBe('Somebody Else');
  });

  test('stands about an ad account too, fifty messages at a time', async () => {
    const operations = await portal.admin();
    await openAccounts(portal, ana, operations, 'Google', [50]);
    const { accounts } = (await portal.call('GET', '/kimi/get-ad-accounts', { as: ana })).body;
    const id = accounts[0]._id as string;
    for (let n = 1; n <= 51; n++) await write(admin, { id, text: `Message ${n}` });
    const first = (await read(ana, { id })).body;
    expect([first.thread.about, first.messages.length, first.earlier]).toEqual(['ad account', 50, true]);
    const older = (await read(ana, { id, before: first.messages.at(-1)._id })).body;
    expect(older).toMatchObject({ messages: [{ text: 'Message 1' }], earlier: false });
  });

  test('about an ad account is named as people call the account, never by the id that the portal gave it', async () => {
    const operations = await portal.admin();
    const eva = await portal.client({ dollars: 100 });
    const [adsId] = await openAccounts(portal, eva, operations, 'Google', [50]);
    const { accounts } = (await portal.call('GET', '/kimi/get-ad-accounts', { as: eva })).body;
    const id = accounts[0]._id as string;
    const nickname = { as: eva, query: { id }, body: { nickname: 'Shoes' } };
    await portal.call('PUT', '/kimi/name-ad-account', nickname);
    await write(eva, { id, text: 'Is it alive?' });
    await mailNow();
    await write(admin, { id, text: 'It is.' });
    await mailNow();
    const name = `Google ad account ${adsId} (Shoes)`;
    expect((await read(eva, { id })).body.thread).toMatchObject({ _id: id, name });
    for (const q of ['', 'shoes', adsId!.replaceAll(/[\s-]/g, '')])
      expect(await threads(eva, { q })).toMatchObject([{ _id: id, name }]);
    expect(await threads(eva, { q: 'no such name' })).toEqual([]);
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: eva })).body;
    const told = `Support wrote to you about ${name}`;
    expect(notices.map(({ text }: { text: string }) => text)).toContain(`${told}.`);
    const [mail] = (await mailsTo(owner, eva.email)).filter(({ subject }) => subject.startsWith('Support wrote'));
    expect(mail!.subject).toBe(told);
    expect(mail!.content.lines[0]).toMatch(new RegExp(`^A message about ${name.replaceAll(/[()]/g, '\\$&')}\\.`));
    // What admins read holds no sentence of a client's outside of the quote.
    const subjects = (await mailsTo(owner, admin.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`New message about Google ad account ${adsId} from ${eva.email}`);
  });

  test('is nobody else’s: another client finds none to read, to write to or to tick', async () => {
    await write(ana, { applyId, text: 'A secret of Ana' });
    const unknown = await read(ben, { applyId: 'TU-0000-0000' });
    for (const answer of [
      await read(ben, { applyId }),
      await write(ben, { applyId, text: 'x' }),
      await see(ben, { applyId }),
    ])
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    expect(await threads(ben)).toEqual([]);
    expect((await portal.call('GET', '/kimi/export-my-data', { as: ben })).text).not.toContain('A secret of Ana');
    expect((await portal.call('GET', '/kimi/export-my-data', { as: ana })).text).toContain('A secret of Ana');
  });

  test('names one thing', async () => {
    for (const named of [{}, { applyId, id: 'AA-0000-0000' }])
      expect((await write(ana, { ...named, text: 'x' })).status).toBe(400);
    expect((await write(ana, { applyId, text: ' ' })).body.field).toBe('text');
    expect((await write(ana, { applyId, text: 'x'.repeat(4_001) })).status).toBe(400);
  });

  test('tells no client of a correction that another admin has to confirm', async () => {
    const { body } = await portal.call('POST', '/kimi/apply-correction', {
      as: await portal.admin(),
      body: { userId: ana._id, kind: 'goodwill', amount: 1, reason: 'For the delay' },
    });
    const its = body.correction.applyId as string;
    await owner.query('test.pending', `update requests set state = 'Pending' where apply_id = $1`, [its]);
    for (const as of [ana, admin]) expect((await read(as, { applyId: its })).status).toBe(404);
    await owner.query('test.approved', `update requests set state = 'Approved' where apply_id = $1`, [its]);
    expect((await read(ana, { applyId: its })).status).toBe(200);
  });

  test('takes a message once however often it is sent, and no other under its key', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => write(ana, { applyId, text: 'Once' }, `once-${applyId}`)));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect((await read(ana, { applyId })).body.messages).toHaveLength(1);
    expect(await unread(admin)).toBe(1);
    const other = await write(ana, { applyId, text: 'Twice' }, `once-${applyId}`);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused']);
  });

  test('is added to and never changed, also by the portal itself', async () => {
    await write(ana, { applyId, text: 'Kept' });
    for (const change of [`update messages set text = 'x'`, 'delete from messages'])
      await expect(portal.app.db.query('test.change', change, [])).rejects.toThrow(/permission denied|append-only/);
    await expect(owner.query('test.change_owner', `update messages set text = 'x'`, [])).rejects.toThrow('append-only');
  });

  test('a client writes at most sixty an hour, and to nobody who closed the account', async () => {
    const eva = await portal.client();
    const its = await topup(eva);
    const key = `message:${eva.person}`;
    await owner.query('test.spent', `insert into throttles values ($1, 60, now() + interval '1 hour')`, [key]);
    const { status, body } = await write(eva, { applyId: its, text: 'x' });
    expect([status, body.code]).toEqual([429, 'limit.reached']);
    await owner.query('test.closed', 'update clients set closed_at = now() where id = $1', [eva.id]);
    expect((await write(admin, { applyId: its, text: 'x' })).body.code).toBe('thread.closed');
  });
});

describe('who has to answer', () => {
  const unanswered = async () => (await threads(admin, { state: 'unanswered', limit: 200 })).map(({ _id }) => _id);

  test('is the agency until it answers or says that nothing is to be answered', async () => {
    expect(await unanswered()).not.toContain(applyId);
    await write(ana, { applyId, text: 'Where is it?' });
    expect(await unanswered()).toContain(applyId);
    await write(admin, { applyId, text: 'On its way.' });
    expect(await unanswered()).not.toContain(applyId);
    await write(ana, { applyId, text: 'Thanks' });
    const settle = () => portal.call('PUT', '/kimi/settle-thread', { as: admin, query: { applyId } });
    expect((await settle()).status).toBe(200);
    expect(await unanswered()).not.toContain(applyId);
    expect((await settle()).body.code).toBe('thread.answered');
  });

  const settleAt = (lastRead: string) =>
    portal.call('PUT', '/kimi/settle-thread', { as: admin, query: { applyId, lastRead } });

  test('is the agency still where a message came that its admin had not read: neither a tick nor an answer covers it', async () => {
    const lastRead = (await write(ana, { applyId, text: 'Where is it?' })).body.written._id as string;
    await see(admin, { applyId });
    await write(ana, { applyId, text: 'I sent it twice!' });
    const refused = await settleAt(lastRead);
    expect([refused.status, refused.body.code]).toEqual([409, 'thread.newer']);
    await write(admin, { applyId, text: 'On its way.', lastRead });
    expect([await unanswered(), await unread(admin)]).toEqual([expect.arrayContaining([applyId]), 1]);
    // The client of the answer, then the agency.
    await mailNow();
    await mailNow();
    expect((await mailsAbout(admin.email)).map(({ content }) => content.quote)).toEqual(['I sent it twice!']);
    const newest = (await read(admin, { applyId })).body.messages[0]._id as string;
    expect((await settleAt(newest)).status).toBe(200);
    expect(await unanswered()).not.toContain(applyId);
  });

  test('is the agency still where a message is done only while its admin ticks that nothing is to be answered', async () => {
    const lastRead = (await write(ana, { applyId, text: 'Where is it?' })).body.written._id as string;
    const said = { publicId: `MS-${applyId}`, client: ana.id, subject: applyId, person: ana.person, key: null };
    const { ticked } = await portal.app.db.transaction(async (tx) => {
      const { id } = (await insertMessage(tx, { ...said, side: 'client', text: 'I sent it twice!' }))!;
      await carryOn(tx, { id, subject: applyId, client: ana.id, side: 'client' });
      const ticking = settleAt(lastRead);
      await portal.db.lockWaits(1);
      return { ticked: ticking };
    });
    expect((await ticked).body.code).toBe('thread.newer');
    expect(await unanswered()).toContain(applyId);
  });

  test('is counted for admins beside the queue', async () => {
    const counted = async () =>
      (await portal.call('GET', '/kimi/get-queue-counts', { as: admin })).body.unanswered as number;
    const before = await counted();
    await write(ana, { applyId, text: 'Where is it?' });
    expect(await counted()).toBe(before + 1);
  });

  test('each side sees how much it has not read, and reading says so', async () => {
    await write(ana, { applyId, text: 'one' });
    await write(ana, { applyId, text: 'two' });
    expect([await unread(admin), await unread(ana)]).toEqual([2, 0]);
    await see(admin, { applyId });
    expect(await unread(admin)).toBe(0);
    await write(admin, { applyId, text: 'three' });
    expect([await unread(admin), await unread(ana)]).toEqual([0, 1]);
    expect((await threads(ana))[0]).toMatchObject({ _id: applyId, unread: 1, text: 'three', by: 'Support' });
  });
});

describe('the other side is told', () => {
  test('of several messages within minutes in one mail and one notice', async () => {
    for (const text of ['First', 'Second', 'Third']) await write(admin, { applyId, text });
    await mailNow();
    await mailNow();
    const mails = await mailsAbout(ana.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Support wrote to you about ${applyId}`]);
    expect(mails[0]!.content.quote).toBe('First\n\nSecond\n\nThird');
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
    expect(notices.filter(({ link }: { link: string }) => link === `/messages/${applyId}`)).toHaveLength(1);
    await write(admin, { applyId, text: 'Fourth' });
    await mailNow();
    expect((await mailsAbout(ana.email)).map(({ content }) => content.quote)).toEqual([
      'Fourth',
      'First\n\nSecond\n\nThird',
    ]);
  });

  test('of a message too that was begun before one which was mailed, and done after it', async () => {
    const client = ana.id;
    const said = { publicId: `MS-${applyId}`, client, subject: applyId, person: ana.person, key: null };
    await portal.app.db.transaction(async (tx) => {
      const { id } = (await insertMessage(tx, { ...said, side: 'client', text: 'The slow one' }))!;
      await write(ana, { applyId, text: 'The quick one' });
      await mailNow();
      await carryOn(tx, { id, subject: applyId, client, side: 'client' });
    });
    await mailNow();
    const quotes = (await mailsAbout(admin.email)).map(({ content }) => content.quote as string);
    expect(quotes).toEqual(['The slow one\n\nThe quick one', 'The quick one']);
  });

  test('of an answer that came while the client wrote the next message', async () => {
    const lastRead = (await write(ana, { applyId, text: 'Where is it?' })).body.written._id as string;
    await write(admin, { applyId, text: 'Please send the hash.' });
    await write(ana, { applyId, text: 'Hello?', lastRead });
    expect(await unread(ana)).toBe(1);
    await mailNow();
    expect((await mailsAbout(ana.email)).map(({ content }) => content.quote)).toEqual(['Please send the hash.']);
  });

  test('every admin who wants it, and not of what somebody has answered meanwhile', async () => {
    const quiet = await portal.admin();
    const choice = { topic: 'message', mail: false };
    await portal.call('PUT', '/kimi/update-notice-choices', { as: quiet, body: choice });
    await write(ana, { applyId, text: 'Answered at once' });
    await write(admin, { applyId, text: 'Yes' });
    await write(ana, { applyId, text: 'And this?' });
    await mailNow();
    const mails = await mailsAbout(admin.email);
    expect(mails.map(({ content }) => content.quote)).toEqual(['And this?']);
    expect(mails[0]!.subject).toBe(`New message about ${applyId} from ${ana.email}`);
    expect(await mailsAbout(quiet.email)).toEqual([]);
  });
});

test('an address whose end is cut off within a character is mailed about, and a thread that is not holds up no other', async () => {
  const [one, other] = [await portal.client(), await portal.client()];
  const address = `${'a'.repeat(213)}\u{1f600}@x.com`;
  await owner.query('test.address', 'update people set email = $2 where id = $1', [one.person, address]);
  const [first, second] = [await topup(one), await topup(other)];
  const mailed = async () => (await mailsTo(owner, admin.email)).map(({ subject }) => subject);
  await write(one, { applyId: first, text: 'Hello' });
  await mailNow();
  expect((await mailed())[0]).toMatch(new RegExp(`^New message about ${first} from a{213}`));
  await owner.pool.query(`alter table mails add constraint no_mail check (request_apply_id <> '${first}') not valid`);
  await write(one, { applyId: first, text: 'Nobody can be mailed about this.' });
  await write(other, { applyId: second, text: 'About this one can.' });
  await expect(mailNow()).rejects.toThrow(first);
  expect((await mailed())[0]).toBe(`New message about ${second} from ${other.email}`);
  await owner.pool.query('alter table mails drop constraint no_mail');
  await mailNow();
  expect((await mailed())[0]).toContain(first);
});

test('threads of a client who is not there are not found', async () => {
  const query = { userId: 'US-0000-0000' };
  const { status, body } = await portal.call('GET', '/kimi/get-threads', { as: await portal.admin(), query });
  expect([status, body.code, body.field]).toEqual([404, 'not_found', 'userId']);
});
