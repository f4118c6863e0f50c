/** Who gives which admin which role: chosen at the invitation, changed by another admin, never the last one's. */
import { beforeEach, expect, test } from 'vitest';
import { adminRoles, type AdminRole } from '#kernel/access.ts';
import type { PersonId } from '#kernel/ids.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { giveRole, removeAdminRow } from '#users/admins.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
/** In each of these somebody is the last admin. */
const [left, lonely] = [await testPortal(), await testPortal()];
const { owner } = portal.db;
let [first, second]: Person[] = [];

const give = (as: Person | undefined, whom: Person | undefined, role: string, more: object = {}) =>
  portal.call('PUT', '/kimi/change-admin-role', {
    as,
    body: { userId: whom!._id, role, currentPassword: as!.password, ...more },
  });
const roleOf = async (as: Person | undefined) => (await portal.call('GET', '/kimi/me', { as })).body.role;
const listed = async (id: string, as = first) =>
  (await portal.call('GET', '/kimi/get-admins', { as })).body.admins.find(({ _id }: { _id: string }) => _id === id);
const inbox = async () =>
  (await portal.call('GET', '/kimi/get-proposals', { as: first })).body.proposals.filter(
    ({ kind }: { kind: string }) => kind === 'role',
  );
const invite = (as: Person | undefined, emailId: string, role: string) =>
  portal.call('POST', '/kimi/create-admin', {
    as,
    body: { username: 'Wei', emailId, role, currentPassword: as!.password },
  });
const confirm = (as: Person | undefined, id: string) =>
  portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });
async function pair(on: boolean): Promise<void> {
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: first })).body;
  if (settings.secondPair.on === on) return;
  const body = { secondPair: { on } };
  const { status } = await portal.call('PUT', '/kimi/update-settings', { as: first, body });
  if (status === 202)
    await confirm(second, (await portal.call('GET', '/kimi/get-settings', { as: first })).body.waiting._id);
}

beforeEach(async () => {
  first ??= await portal.admin();
  second ??= await portal.admin();
  await pair(false);
});

test.each(adminRoles)('an admin is invited as %s, told what that is, and is it', async (role) => {
  const admin = await portal.admin(role);
  expect(await roleOf(admin)).toBe(role);
  expect(await listed(admin._id)).toMatchObject({ role, roleWaits: null });
  expect((await mailsTo(owner, admin.email)).at(-1)!.text).toContain(`As ${role} you may `);
  expect((await portal.call('GET', '/kimi/get-admins', { as: admin })).status).toBe(role === 'Admin' ? 200 : 403);
});

test('nobody is invited into a role that is none, and least of all as the portal itself', async () => {
  for (const role of ['Portal', 'Owner', '']) {
    const refused = await invite(first, 'role@agency.example', role);
    expect([refused.status, refused.body.field]).toEqual([400, 'role']);
  }
});

test('a change of role holds at once, is mailed, and leaves both roles in the audit log', async () => {
  const admin = await portal.admin();
  expect(await roleOf(admin)).toBe('Admin');
  expect((await give(first, admin, 'Support')).body).toMatchObject({ role: 'Support', _id: admin._id });
  expect(await roleOf(admin)).toBe('Support');
  expect((await give(admin, first, 'Support')).status).toBe(403);
  expect((await mailsTo(owner, admin.email))[0]!).toMatchObject({ subject: 'The role of an admin was changed' });
  const query = { action: 'admin.role', limit: '1' };
  const [entry] = (await portal.call('GET', '/kimi/get-audit-log', { as: first, query })).body.entries;
  expect(entry).toMatchObject({ actor: first!.username, before: { role: 'Admin' }, after: { role: 'Support' } });
  expect((await give(first, admin, 'Support')).body.message).toContain('already');
});

test('nobody changes their own role, a client has none to change, and only who may everything changes one', async () => {
  const [client, finance] = [await portal.client(), await portal.admin('Finance')];
  const own = await give(first, first, 'Support');
  expect([own.status, own.body.code]).toEqual([409, 'admin.yourself']);
  expect((await give(first, client, 'Support')).status).toBe(404);
  expect((await give(finance, second, 'Support')).status).toBe(403);
  expect((await give(client, first, 'Support')).status).toBe(403);
});

test('alone, nobody gives rights without the password, and takes them without', async () => {
  const [author, admin] = [await portal.admin(), await portal.admin('Finance')];
  const without = { currentPassword: '' };
  expect((await give(author, admin, 'Admin', without)).body.code).toBe('user.wrong_password');
  expect((await give(author, admin, 'Operations', without)).body.code).toBe('user.wrong_password');
  expect((await give(author, admin, 'Support', without)).status).toBe(200);
  expect((await give(author, admin, 'Admin', { currentPassword: 'correct horse battery' })).status).toBe(200);
  const third = await portal.admin('Finance');
  for (let n = 0; n < 10; n++) await give(author, third, 'Admin', { currentPassword: `guess ${n}` });
  const right = { currentPassword: 'correct horse battery' };
  expect((await give(author, third, 'Admin', right)).body.code).toBe('limit.reached');
});

test('with the second pair on, rights wait for another admin, and are taken at once', async () => {
  await pair(true);
  const third = await newcomer('Support');
  const asked = await give(first, third, 'Admin');
  expect([asked.status, asked.body.role]).toEqual([202, 'Support']);
  expect(await roleOf(third)).toBe('Support');
  expect(await listed(third._id)).toMatchObject({ role: 'Support', roleWaits: { role: 'Admin', by: first!.username } });
  const [{ _id, summary }] = await inbox();
  expect(summary).toBe(`The role of Wei (${third.email}) would become Admin instead of Support.`);
  expect((await mailsTo(owner, second!.email))[0]!.subject).toBe('The role of an admin waits to be changed');
  // Whoever is against it says why: that it is the role already ends nothing that a colleague wants.
  expect((await give(second, third, 'Support')).body.message).toContain('already');
  expect((await confirm(first, _id)).body.code).toBe('request.own');
  expect((await confirm(third, _id)).status).toBe(403);
  expect((await confirm(second, _id)).status).toBe(200);
  expect(await roleOf(third)).toBe('Admin');
  expect((await give(first, third, 'Finance')).status).toBe(200);
  expect(await roleOf(third)).toBe('Finance');
  // What Operations may, Finance may not: rights again.
  expect((await give(first, third, 'Operations')).status).toBe(202);
  expect((await give(first, third, 'Support')).status).toBe(200);
  expect(await inbox()).toEqual([]);
});

test('of an admin who is removed no role waits, and what waited is confirmed no more', async () => {
  await pair(true);
  const third = await newcomer('Support');
  await give(first, third, 'Finance');
  const [{ _id }] = await inbox();
  await portal.call('PUT', '/kimi/remove-admin', { as: first, body: { userId: third._id } });
  expect(await inbox()).toEqual([]);
  expect((await confirm(second, _id)).body.code).toBe('request.not_waiting');
});

test('with the second pair on, nobody is invited again to more than two agreed to', async () => {
  await pair(true);
  const email = 'again@agency.example';
  await invite(first, email, 'Support');
  const more = await invite(second, email, 'Admin');
  expect([more.status, (await listed(more.body._id)).waits.own]).toEqual([202, false]);
  expect((await invite(first, email, 'Admin')).status).toBe(200);
  expect((await invite(first, email, 'Support')).status).toBe(200);
  expect((await invite(first, email, 'Finance')).status).toBe(202);
  expect((await listed(more.body._id)).role).toBe('Support');
});

test('with one left who may everything nobody else confirms rights, so that none are given', async () => {
  const admin = await left.admin();
  const [founder, support] = [await left.admin('Support'), await left.admin('Support')];
  await left.set(admin, { secondPair: { on: true } });
  const everybody = (await left.call('GET', '/kimi/get-admins', { as: admin })).body.admins;
  const other = everybody.find(({ emailId }: { emailId: string }) => emailId === 'first@admin.test');
  const change = (userId: string, role: AdminRole) =>
    left.call('PUT', '/kimi/change-admin-role', { as: admin, body: { userId, role } });
  expect((await change(other._id, 'Support')).status).toBe(200);
  expect((await change(founder._id, 'Finance')).body.code).toBe('settings.one_admin');
  expect((await left.call('GET', '/kimi/me', { as: support })).body.role).toBe('Support');
});

test('the last one who may everything stays it, whoever wants otherwise, even two at the same moment', async () => {
  const [one, two] = [await lonely.admin(), await lonely.admin()];
  const { db } = lonely.app;
  await lonely.db.owner.query('test.alone', `update people set disabled_at = now() where email = 'first@admin.test'`);
  const demote = (by: Person, whom: Person) =>
    db.transaction((tx) => giveRole(tx, { by: by.person as PersonId, publicId: whom._id, role: 'Support' }));
  const both = await Promise.all([demote(one, two), demote(two, one)]);
  expect(both.filter((done) => done !== undefined)).toHaveLength(1);
  const last = both[0] ? one : two;
  // Who was invited and never answered is nobody to whom the portal could be left.
  const wanted = { username: 'Never', emailId: 'never@admin.test', currentPassword: last.password };
  expect((await lonely.call('POST', '/kimi/create-admin', { as: last, body: wanted })).status).toBe(200);
  expect(await demote(last, last)).toBeUndefined();
  expect(
    await db.transaction((tx) => removeAdminRow(tx, { by: last.person as PersonId, publicId: last._id })),
  ).toBeUndefined();
  expect((await lonely.call('GET', '/kimi/me', { as: last })).body.role).toBe('Admin');
});

/** A further admin while it takes two to make one. */
async function newcomer(role: AdminRole): Promise<Person> {
  await pair(false);
  const admin = await portal.admin(role);
  await owner.query('test.rename', `update people set name = 'Wei' where id = $1`, [admin.person]);
  await pair(true);
  return admin;
}
