/** Inviting an admin, end to end: the mail is read from its file, the link in it chooses the password. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { arrived, mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal({ PUBLIC_URL: 'https://portal.example' });
const invitation = `You are invited to ${portal.app.config.brand.name}`;
const folder = join(portal.app.config.dataDir, 'mail');

/** The mail to an address, once the worker has written it. */
async function fileTo(address: string): Promise<Email> {
  for (let turn = 0; turn < 200; turn++) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (name.startsWith('.')) continue;
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      if (mail.to?.some((to) => to.address === address)) return mail;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${address}`);
}

const choose = (token: string, password = 'an admin secret') =>
  portal.call('POST', '/kimi/reset-password', { body: { token, password, confirmPassword: password } });

test('every admin is told of a further one, and of what is asked of admins from now on', async () => {
  const [inviter, other] = [await portal.admin(), await portal.admin()];
  await portal.call('POST', '/kimi/create-admin', {
    as: inviter,
    body: { username: 'Eve', emailId: 'eve@agency.example', currentPassword: inviter.password },
  });
  await portal.set(inviter, { openingFee: 31 });
  await portal.set(inviter, { openingFee: 30, secondPair: { on: true }, payoutWaitHours: 30 });
  const off = { as: inviter, body: { secondPair: { on: false } } };
  expect((await portal.call('PUT', '/kimi/update-settings', off)).status).toBe(202);
  const { waiting } = (await portal.call('GET', '/kimi/get-settings', { as: inviter })).body;
  expect((await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: waiting._id } })).status).toBe(
    200,
  );
  for (const { email } of [inviter, other]) {
    const mails = await mailsTo(portal.db.owner, email);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects.slice(0, 4)).toEqual([
      'Settings that guard the money were changed',
      'Settings that guard the money wait to be changed',
      'Settings that guard the money were changed',
      'A further admin was invited',
    ]);
    const both = `${inviter.username}, and ${other.username} with them, changed settings that guard the money:\nSecond pair of eyes: no, instead of yes.`;
    expect(mails[0]!.text).toContain(both);
    expect(mails[2]!.text).toContain('Second pair of eyes: yes, instead of no.');
    expect(mails[2]!.text).toContain('Wait for a new payout address, hours: 30, instead of 24.');
    expect(mails[2]!.text).not.toContain('Opening fee');
    expect(mails[1]!.text).toContain('Nothing changes until another admin confirms it');
    expect(mails[3]!.text).toContain('eve@agency.example');
  }
});

test('the invited admin chooses a password through the mailed link and can work at once', async () => {
  const inviter = await portal.admin();
  const invited = await portal.call('POST', '/kimi/create-admin', {
    as: inviter,
    body: { username: 'Wei', emailId: 'wei@agency.example', currentPassword: inviter.password },
  });
  expect([invited.status, invited.body.message]).toEqual([200, 'Invitation sent.']);
  const early = await portal.call('POST', '/login-account', { body: { emailId: 'wei@agency.example', password: '' } });
  expect(early.status).toBe(400);

  const mail = await fileTo('wei@agency.example');
  expect(mail.subject).toBe(`You are invited to ${portal.app.config.brand.name}`);
  expect(mail.text).toContain(inviter.username);
  const link = /https:\/\/portal\.example\/reset-password\?token=[\w-]+/.exec(mail.text!)![0];
  expect(link).toBe(invited.body.inviteUrl);

  const token = new URL(link).searchParams.get('token')!;
  expect((await choose(token)).body.message).toBe('Your password is set. Please sign in.');
  expect((await choose(token, 'a second secret')).status).toBe(400);
  const signedIn = await portal.call('POST', '/login-account', {
    body: { emailId: 'Wei@agency.example', password: 'an admin secret' },
  });
  expect(signedIn.body).toMatchObject({ username: 'Wei', typeOfUser: 'Admin', _id: invited.body._id });
  const me = await portal.call('GET', '/kimi/me', { as: signedIn.body });
  expect(me.body.emailVerified).toBe(true);
  expect((await portal.call('GET', '/kimi/get-gmail-share-log', { as: signedIn.body })).status).toBe(200);
});

test('a name that looks like headers stays a name', async () => {
  const inviter = await portal.admin();
  const { status } = await portal.call('POST', '/kimi/create-admin', {
    as: inviter,
    body: { username: 'Eve\r\nBcc: all@example.com', emailId: 'eve@agency.example', currentPassword: inviter.password },
  });
  if (status === 200) expect((await fileTo('eve@agency.example')).bcc ?? []).toEqual([]);
  else expect(status).toBe(400);
});

test('an address in use is refused, and a client cannot invite', async () => {
  const [admin, client] = [await portal.admin(), await portal.client()];
  const taken = await portal.call('POST', '/kimi/create-admin', {
    as: admin,
    body: { username: 'Again', emailId: client.email.toUpperCase(), currentPassword: admin.password },
  });
  expect([taken.status, taken.body.message]).toEqual([409, 'This e-mail address is already registered.']);
  const refused = await portal.call('POST', '/kimi/create-admin', {
    as: client,
    body: { username: 'Me', emailId: 'me@agency.example' },
  });
  expect(refused.status).toBe(403);
});

test('who was removed, or never answered, is invited again; who works, or is a client, is not', async () => {
  const inviter = await portal.admin();
  const body = { username: 'Bea', emailId: 'bea@agency.example', currentPassword: inviter.password };
  const invite = async (again = body) => portal.call('POST', '/kimi/create-admin', { as: inviter, body: again });
  const tokenOf = ({ inviteUrl }: { inviteUrl: string }) => new URL(inviteUrl).searchParams.get('token')!;
  const signIn = async (password: string) =>
    portal.call('POST', '/login-account', { body: { emailId: body.emailId, password } });

  const first = await invite();
  const second = await invite();
  expect([second.status, second.body._id]).toEqual([200, first.body._id]);
  expect((await choose(tokenOf(first.body))).status).toBe(400);
  expect((await choose(tokenOf(second.body), 'her first secret')).status).toBe(200);
  expect((await invite()).body).toMatchObject({ code: 'user.email_taken', field: 'emailId' });

  const before = (await signIn('her first secret')).body;
  await portal.call('PUT', '/kimi/remove-admin', { as: inviter, body: { userId: first.body._id } });
  const third = await invite({ ...body, username: 'Bea Lang', emailId: 'Bea@Agency.example' });
  expect([third.status, third.body._id]).toEqual([200, first.body._id]);
  const listed = await portal.call('GET', '/kimi/get-admins', { as: inviter });
  expect(listed.body.admins.find(({ _id }: { _id: string }) => _id === first.body._id)).toMatchObject({
    username: 'Bea',
    invited: true,
  });
  // Until she answers, nothing of before opens anything.
  expect((await signIn('her first secret')).status).toBe(401);
  expect((await portal.call('GET', '/kimi/me', { as: before })).status).toBe(401);
  const [, mailed] = await arrived(portal, body.emailId, invitation, /token=([\w-]+)/);
  expect((await choose(mailed!, 'her second secret')).status).toBe(200);
  expect((await signIn('her second secret')).body).toMatchObject({ typeOfUser: 'Admin', username: 'Bea' });
  expect((await signIn('her first secret')).status).toBe(401);
});

test('nobody takes over another admin’s name or number by removing and inviting them', async () => {
  const [thief, dora] = [await portal.admin(), await portal.admin()];
  const client = await portal.client();
  const reason = 'They called.';
  await portal.call('PUT', '/kimi/disable-user', { as: dora, body: { userId: client._id, reason } });
  await portal.call('PUT', '/kimi/remove-admin', { as: thief, body: { userId: dora._id } });
  const wish = { username: 'Mallory', emailId: dora.email, currentPassword: thief.password };
  const { status, body, text } = await portal.call('POST', '/kimi/create-admin', { as: thief, body: wish });
  expect([status, body._id, body.inviteUrl]).toEqual([200, dora._id, null]);
  expect(body.message).toContain(`it is ${dora.username} again`);
  expect(text).not.toContain('token');
  const log = await portal.call('GET', '/kimi/get-audit-log', { as: thief, query: { userId: dora._id } });
  expect(log.text).not.toContain('Mallory');
  expect(log.body.entries.find(({ action }: { action: string }) => action === 'user.disabled').actor).toBe(
    dora.username,
  );

  // Not even the owner of the database renames what was done: the entry says who it was, and is sealed.
  const { owner } = portal.db;
  await owner.query('test.rename', `update people set name = 'Mallory', email = 'm@agency.example' where id = $1`, [
    dora.id,
  ]);
  const kept = await owner.query(
    'test.kept',
    `select actor_name as name, actor_email as email from audit_log where action = 'user.disabled' and actor = $1`,
    [dora.id],
  );
  expect(kept).toEqual([{ name: dora.username, email: dora.email }]);
});

test('an invitation ends after seven days', async () => {
  const inviter = await portal.admin();
  const { body } = await portal.call('POST', '/kimi/create-admin', {
    as: inviter,
    body: { username: 'Late', emailId: 'late@agency.example', currentPassword: inviter.password },
  });
  await portal.db.owner.query(
    'test.week',
    `update mailed_codes set expires_at = expires_at - interval '7 days' where purpose = 'invitation'`,
  );
  expect((await choose(new URL(body.inviteUrl).searchParams.get('token')!)).status).toBe(400);
});

test('alone, nobody makes an admin without the password, in the first minutes of a session neither', async () => {
  const inviter = await portal.admin();
  const invite = (currentPassword: string) =>
    portal.call('POST', '/kimi/create-admin', {
      as: inviter,
      body: { username: 'Thief', emailId: 'thief@agency.example', currentPassword },
    });
  for (const typed of ['', 'wrong'])
    expect((await invite(typed)).body).toMatchObject({ code: 'user.wrong_password', field: 'currentPassword' });
  expect((await invite(inviter.password)).status).toBe(200);
  for (let turn = 0; turn < 10; turn++) await invite('wrong');
  expect((await invite(inviter.password)).body.code).toBe('limit.reached');
});
