/** One admin alone is one pair of eyes, whomever they invite, remove or invite again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInWith, withPasskey } from '#passkeys/device.testing.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let [first, second, third, leaving, gone]: Person[] = [];
let turn = 0;
let wish: { username: string; emailId: string };

const settings = async () => (await portal.call('GET', '/kimi/get-settings', { as: first })).body.settings;
const save = (on: boolean) => portal.call('PUT', '/kimi/update-settings', { as: first, body: { secondPair: { on } } });
const invite = (as: Person | undefined, body = wish) =>
  portal.call('POST', '/kimi/create-admin', { as, body: { ...body, currentPassword: as!.password } });
const confirm = (as: Person | undefined, id: string) =>
  portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });
const remove = (as: Person | undefined, userId: string) =>
  portal.call('PUT', '/kimi/remove-admin', { as, body: { userId } });
const listed = async (as: Person | undefined, id: string) =>
  (await portal.call('GET', '/kimi/get-admins', { as })).body.admins.find(({ _id }: { _id: string }) => _id === id);
const subjects = async (email: string) => (await mailsTo(portal.db.owner, email)).map(({ subject }) => subject);

beforeAll(async () => {
  [first, second, third] = [await portal.admin(), await portal.admin(), await portal.admin()];
  [leaving, gone] = [await portal.admin(), await portal.admin()];
  await save(true);
});
beforeEach(() => {
  turn += 1;
  wish = { username: `Wei ${turn}`, emailId: `wei${turn}@agency.example` };
});

test('what waits for the mailbox of an admin who was removed is not sent', async () => {
  const mail = { to: leaving!.email, lines: ['Ana asks for a refund.'] };
  const later = `update mails set next_try_at = now() + interval '1 hour' where recipient = $1`;
  await portal.app.db.transaction(async (tx) => {
    await queueMail(tx, { ...mail, subject: 'News' }, { ...mail, subject: 'A warning', urgent: true });
    await tx.query('test.later', later, [leaving!.email]);
  });
  expect((await remove(first, leaving!._id)).status).toBe(200);
  const { rows } = await portal.db.owner.pool.query(
    `select subject from mails where recipient = $1 and sent_at is null and failed_at is null
       and subject in ('News', 'A warning')`,
    [leaving!.email],
  );
  expect(rows).toEqual([]);
});

test('every other admin is told that one was removed, and whoever was that they are none; nobody who never answered', async () => {
  const invited = (await invite(first)).body;
  await confirm(second, invited._id);
  expect((await remove(first, gone!._id)).status).toBe(200);
  const [mail] = await mailsTo(portal.db.owner, third!.email);
  expect(mail!.subject).toBe('An admin was removed');
  for (const named of [first!.username, gone!.email]) expect(mail!.text).toContain(named);
  expect((await subjects(first!.email))[0]).not.toBe('An admin was removed');
  const [own] = await mailsTo(portal.db.owner, gone!.email);
  expect(own!.subject).toBe('You are no longer an admin');
  expect(own!.text).not.toContain(first!.username);
  expect((await remove(first, invited._id)).status).toBe(200);
  expect((await mailsTo(portal.db.owner, third!.email))[0]!.text).toContain(wish.emailId);
  expect((await subjects(wish.emailId))[0]).not.toBe('You are no longer an admin');
});

test('while the second pair is on, an invitation waits: no mail, no link, no admin', async () => {
  const asked = await invite(first);
  expect([asked.status, asked.body]).toEqual([
    202,
    { message: 'Another admin has to confirm this invitation.', inviteUrl: null, _id: expect.stringMatching(/^US-/) },
  ]);
  expect((await invite(first)).status).toBe(202);
  expect(await subjects(wish.emailId)).toEqual([]);
  expect((await subjects(second!.email))[0]).toBe('A further admin waits to be invited');
  expect(await listed(first, asked.body._id)).toMatchObject({
    invited: true,
    waits: { by: first!.username, own: true },
  });
  expect((await listed(second, asked.body._id)).waits.own).toBe(false);
  // Nor does a forgotten password make one of who waits.
  await portal.call('POST', '/kimi/forgot-password', { body: { emailId: wish.emailId } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await subjects(wish.emailId)).toEqual([]);
  expect((await confirm(first, asked.body._id)).body.code).toBe('request.own');
});

test.for(['the same wish', 'confirm-action'] as const)(
  'another admin makes it so by %s, and only the mailbox gets the link',
  async (way) => {
    const { _id } = (await invite(first)).body;
    const said =
      way === 'the same wish'
        ? await invite(second, { ...wish, emailId: wish.emailId.toUpperCase() })
        : await confirm(second, _id);
    expect([said.status, said.body.inviteUrl ?? null]).toEqual([200, null]);
    expect(said.text).not.toContain('token');
    expect(await subjects(wish.emailId)).toHaveLength(1);
    expect(await listed(third, _id)).toMatchObject({ invited: true, waits: null });
    expect((await subjects(third!.email))[0]).toBe('A further admin was invited');
    expect((await confirm(third, _id)).body.code).toBe('request.not_waiting');
    const log = (
      await portal.call('GET', '/kimi/get-audit-log', { as: first, query: { action: 'admin.', limit: '2' } })
    ).body.entries;
    expect(log.map(({ action, actor }: Record<string, string>) => [action, actor])).toEqual([
      ['admin.invited', second!.username],
      ['admin.proposed', first!.username],
    ]);
  },
);

test('a link is mailed again, and shown to nobody, as long as it was not used', async () => {
  const { _id } = (await invite(first)).body;
  await confirm(second, _id);
  expect(await invite(first)).toMatchObject({ status: 200, body: { inviteUrl: null, _id } });
  expect(await subjects(wish.emailId)).toHaveLength(2);
});

test('another admin’s second factor stays while it is on; invited again by two, they begin without it', async () => {
  const { secret } = (await portal.call('POST', '/kimi/start-two-factor', { as: third })).body;
  const read = readKey(secret);
  if (!('key' in read)) throw new Error(read.fault);
  const enabled = await portal.call('POST', '/kimi/enable-two-factor', {
    as: third,
    body: { otp: codeAt(read.key, Date.now()) },
  });
  expect(enabled.status).toBe(200);
  const reset = { userId: third!._id, reason: 'They called.', currentPassword: first!.password };
  const refused = await portal.call('PUT', '/kimi/reset-two-factor', { as: first, body: reset });
  expect([refused.status, refused.body.code]).toEqual([409, 'auth.two_factor_takes_two']);
  expect((await listed(first, third!._id)).twoFactor).toBe(true);
  const key = await withPasskey(portal, { ...third!, otp: enabled.body.recoveryCodes[0] });
  await portal.db.owner.query('test.chat', `insert into telegram_chats (chat, title, person) values (7, 'Chat', $1)`, [
    third!.person,
  ]);

  expect((await remove(first, third!._id)).status).toBe(200);
  const again = { username: third!.username, emailId: third!.email };
  const wished = await invite(first, again);
  expect(wished.status).toBe(202);
  expect((await portal.call('GET', '/kimi/me', { as: third })).status).toBe(401);
  expect((await listed(first, wished.body._id)).twoFactor).toBe(true);
  expect((await invite(second, again)).status).toBe(200);
  expect(await listed(first, third!._id)).toMatchObject({ invited: true, twoFactor: false });
  // Whoever has their old device or chat has nothing.
  expect((await signInWith(key, portal)).status).toBe(401);
  expect(await portal.db.owner.query('test.chats', 'select from telegram_chats')).toEqual([]);
  const left = 'select from passkeys where person = $1';
  expect(await portal.db.owner.query('test.passkeys', left, [third!.person])).toEqual([]);
});

test('what waits can be dropped by anybody', async () => {
  const { _id } = (await invite(first)).body;
  expect((await remove(second, _id)).status).toBe(200);
  expect(await listed(first, _id)).toBeUndefined();
  expect((await confirm(second, _id)).body.code).toBe('request.not_waiting');
  expect((await invite(second)).status).toBe(202);
});

test('who never answered confirms nothing: the last one who can sign in makes no admin, until the machine’s owner says so', async () => {
  await invite(first);
  await invite(second);
  const { admins } = (await portal.call('GET', '/kimi/get-admins', { as: first })).body;
  const founder = admins.find(({ emailId }: { emailId: string }) => emailId === 'first@admin.test');
  for (const { _id } of [founder, second!]) expect((await remove(first, _id)).status).toBe(200);
  expect((await portal.call('GET', '/kimi/get-settings', { as: first })).body.admins).toBe(1);
  const again = await invite(first, { username: 'Again', emailId: second!.email });
  expect([again.status, again.body.code]).toEqual([409, 'settings.one_admin']);

  const operations = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  await portal.db.owner.pool.query(/`(insert into settings_versions [^`]+)`/.exec(operations)![1]!);
  expect((await settings()).secondPair.on).toBe(false);
  expect((await save(true)).body.code).toBe('settings.one_admin');
  const back = await invite(first, { username: 'Again', emailId: second!.email });
  expect(back).toMatchObject({ status: 200, body: { _id: second!._id, inviteUrl: null } });
  expect(back.body.message).toContain(second!.username);
  // The address may be anybody's: it is told nothing of the others.
  expect(new Set(await subjects(wish.emailId)).size).toBe(1);
  // What waited is invited as anybody, now that one is enough.
  expect((await invite(first)).body.inviteUrl).toContain('token=');
});
