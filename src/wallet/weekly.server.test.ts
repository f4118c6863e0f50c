/**
 * The weekly summary: mailed to whoever asked for it, once a week on any number of nodes, and stopped only by its own
 * link.
 */
import { expect, test, vi } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { dayAfter, dayOf, startOfDay } from '#kernel/days.ts';
import type { ClientId } from '#kernel/ids.ts';
import { renderMail } from '#server/mailpage.server.ts';
import { monthAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { mailWeek, stopToken, weeklyJob } from './weekly.server.ts';
import { mondayOf, weeklyMail } from './weekly.ts';

const portal = await testPortal();
const { app, db } = portal;
const zone = app.config.businessTz;

const choose = (as: Person, body: object) => portal.call('PUT', '/kimi/update-notice-choices', { as, body });
const choicesOf = async (as: Person) =>
  (await portal.call('GET', '/kimi/get-notice-choices', { as })).body.choices as { topic: string; mail: boolean }[];
const wants = async (as: Person) => (await choicesOf(as)).find(({ topic }) => topic === 'weekly')!.mail;
const proved = (as: Person) =>
  db.owner.query('test.proved', 'update people set email_verified_at = now() where id = $1', [as.person]);
const summaries = async (as: Person) =>
  (await mailsTo(db.owner, as.email)).filter(({ subject }) => subject.startsWith('Your week: '));

/** The Monday after now, so many weeks on, at this hour of the agency's clocks. */
const monday = (weeks = 0) => dayAfter(mondayOf(dayOf(new Date(), zone)), 7 * (weeks + 1));
const at = (day: string, hour: number) => new Date(startOfDay(day, zone).getTime() + hour * 3_600_000);

test('is mailed on Monday to who wants it, once by any number of nodes, and says what the week was', async () => {
  const [ana, ben] = [await portal.client({ dollars: 120 }), await portal.client({ dollars: 50 })];
  await Promise.all([proved(ana), proved(ben)]);
  expect(await wants(ana)).toBe(false);
  expect((await choose(ana, { topic: 'weekly', mail: true })).status).toBe(200);

  for (const early of [at(monday(), 3), at(dayAfter(monday(), -1), 12), at(dayAfter(monday(), 1), 12)])
    expect(await mailWeek(app, early)).toBe(0);
  const nodes = await Promise.all([1, 2, 3].map(() => mailWeek(app, at(monday(), 9))));
  expect(nodes.toSorted()).toEqual([0, 0, 1]);
  expect(await mailWeek(app, at(monday(), 15))).toBe(0);
  const [mail] = await summaries(ana);
  expect(mail!.subject).toBe('Your week: $120.00 in the wallet');
  for (const line of ['Wallet balance now: $120.00', 'Money in: $120.00', 'Money out: $0.00', 'Top-ups: 1 approved'])
    expect(mail!.text).toContain(line);
  expect(await summaries(ben)).toEqual([]);

  // A week later the same money is no news.
  expect(await mailWeek(app, at(monday(1), 9))).toBe(1);
  const [later] = await summaries(ana);
  expect(later!.text).toContain('Money in: $0.00');
  expect(later!.content.next).toBe('Nothing was decided this week.');
});

test('nobody gets it at an address that was not proved, or once their account is closed', async () => {
  const cam = await portal.client();
  await db.owner.query('test.unproved', 'update people set email_verified_at = null where id = $1', [cam.person]);
  await choose(cam, { topic: 'weekly', mail: true });
  await mailWeek(app, at(monday(2), 9));
  expect(await summaries(cam)).toEqual([]);
  await proved(cam);
  await db.owner.query('test.closed', 'update clients set closed_at = now() where id = $1', [cam.id]);
  await mailWeek(app, at(monday(2), 9));
  expect(await summaries(cam)).toEqual([]);
});

test('says nothing of what was settled, as nobody is told of that', async () => {
  const [dan, admin] = [await portal.client({ dollars: 500 }), await portal.admin()];
  await proved(dan);
  await choose(dan, { topic: 'weekly', mail: true });
  const adsId = 'week1';
  await accountsOf(portal).opened(admin, dan, adsId, 100);
  const spent = spending(db, admin.person, app.db);
  await spent.opened(160);
  await spent.month(adsId, monthAgo(2), 5_000_000n);
  await spent.settle(dan.id as ClientId, adsId, monthAgo(2));
  await mailWeek(app, at(monday(), 9));
  const [mail] = await summaries(dan);
  expect(mail!.text).toContain('Ad account orders: 1 approved');
  expect(mail!.text).not.toMatch(/settle/i);
});

test('goes by the database’s clock, not by that of a node which lives in the week to come', async () => {
  const eva = await portal.client();
  await proved(eva);
  await choose(eva, { topic: 'weekly', mail: true });
  vi.useFakeTimers({ toFake: ['Date'], now: at(monday(2), 9) });
  await weeklyJob(app)
    .run(new AbortController().signal)
    .finally(() => vi.useRealTimers());
  const [row] = await db.owner.query<{ early: boolean }>(
    'test.mailed_on',
    'select coalesce(weekly_mailed_on > now(), false) as early from people where id = $1',
    [eva.person],
  );
  expect(row!.early).toBe(false);
  // Whoever had the mail of a week gets none of a week before.
  await mailWeek(app, at(monday(2), 9));
  expect(await mailWeek(app, at(monday(1), 9))).toBe(0);
  await choose(eva, { topic: 'weekly', mail: false });
});

test('is stopped by the link in it, without a sign-in; the link does nothing else, and no other link does it', async () => {
  const dora = await portal.client();
  await proved(dora);
  await choose(dora, { topic: 'weekly', mail: true });
  await choose(dora, { topic: 'runway', mail: false });
  await mailWeek(app, at(monday(3), 9));
  const [{ content }] = (await summaries(dora)) as [Awaited<ReturnType<typeof summaries>>[number]];
  const { url } = content.unsubscribe!;
  // Programs that scan mails open every link. Opening alone must change nothing.
  await portal.call('GET', url);
  expect(await wants(dora)).toBe(true);
  const stop = (token: string) => portal.call('POST', '/kimi/stop-weekly-mail', { body: { token } });
  const token = new URL(url, 'https://portal.example').searchParams.get('token')!;
  const [{ name }] = (await db.owner.query<{ name: string }>(
    'test.public',
    'select public_id as name from people where id = $1',
    [dora.person],
  )) as [{ name: string }];
  for (const wrong of [name, `${token}x`, app.secrets.seal(name, 'totp:7'), stopToken(app.secrets, name).slice(0, -2)])
    expect((await stop(wrong)).body.code).toBe('weekly.link_wrong');
  expect(await wants(dora)).toBe(true);
  expect((await stop(token)).status).toBe(200);
  expect(await wants(dora)).toBe(false);
  expect((await choicesOf(dora)).filter(({ mail }) => mail === false).map(({ topic }) => topic)).toEqual([
    'runway',
    'weekly',
  ]);
  await mailWeek(app, at(monday(4), 9));
  expect(await summaries(dora)).toHaveLength(1);
});

test('says the same as text and as HTML, with the accounts that will be empty and every way on', () => {
  const week = weeklyMail({
    name: 'Ana',
    first: '2026-11-16',
    last: '2026-11-22',
    wallet: 123_450n,
    held: 1_000n,
    flows: { in: 20_000n, out: 0n, loaded: 5_000n },
    decided: [
      { kind: 'topup', state: 'Approved', count: 2 },
      { kind: 'topup', state: 'Rejected', count: 1 },
    ],
    empty: [{ account: 'Google ad account 123-456', left: 5_000n, when: 'on Wednesday' }],
    stop: '/stop-weekly?token=abc',
  });
  const { text, html, unsubscribe } = renderMail(week.subject, week, app.config);
  const origin = app.config.publicUrl;
  const said = ['16 Nov 2026', '22 Nov 2026', '$1,234.50', '$10.00', '$200.00', '2 approved, 1 rejected'];
  const ways = ['/kimi/wallet/statement?from=2026-11-16', '/accounts', '/dashboard/settings', '/stop-weekly?token=abc'];
  for (const part of [...said, 'Google ad account 123-456', 'empty on Wednesday, $50.00 left', ...ways]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(unsubscribe).toBe(`${origin}/stop-weekly?token=abc`);
});
