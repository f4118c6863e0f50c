/** Work that nobody does is told to every admin, once each time that it begins. */
import { afterAll, expect, test, vi } from 'vitest';
import { startJobs, type Job } from '#server/jobs.server.ts';
import { openLog } from '#server/log.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { fakeBot } from '#telegram/bot.testing.server.ts';
import { tellOfFailing } from './failing.server.ts';

const bot = await fakeBot();
// Nobody listens on port 1.
const portal = await testPortal({ ...bot.env, SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' });
const admin = await portal.admin();
const sql = <T extends object>(name: string, text: string) => portal.db.owner.query<T>(`test.${name}`, text);
const admins = await sql('admins', `select from people where admin_role <> 'Portal' and disabled_at is null`);
let fails = true;
const job: Job = {
  name: 'some work',
  everySeconds: 1,
  atStart: true,
  run: () => (fails ? Promise.reject(new Error('no luck')) : Promise.resolve()),
};
const runner = startJobs({ db: portal.app.db, log: openLog({ level: 'silent' }) }, [job]);
afterAll(async () => {
  await runner.stop();
  await bot.close();
});

const became = (outcome: string, name = 'some work') =>
  vi.waitFor(
    async () =>
      expect(await sql(`became ${name}`, `select last_outcome from jobs where name = '${name}'`)).toEqual([
        { last_outcome: outcome },
      ]),
    { timeout: 10_000, interval: 50 },
  );
const longAgo = (name = 'some work') =>
  sql(
    `long ago ${name}`,
    `update jobs set failing_since = failing_since - interval '11 minutes' where name = '${name}'`,
  );
const mails = async () => {
  await tellOfFailing(portal.app);
  return sql('mails', `select from mails where content::text like '%Some work: no luck.%'`);
};

test('after ten minutes, once, and again when it fails anew', async () => {
  await became('failed');
  expect(await mails()).toHaveLength(0);
  await longAgo();
  expect(await mails()).toHaveLength(admins.length);
  expect(await mails()).toHaveLength(admins.length);
  fails = false;
  await became('done');
  expect(await mails()).toHaveLength(admins.length);
  fails = true;
  await became('failed');
  await longAgo();
  expect(await mails()).toHaveLength(2 * admins.length);
});

test('of mail that does not leave a chat tells, as no mail could', async () => {
  await sql('no mails', 'delete from mails');
  await queueMail(portal.db.owner, { to: 'ana@client.test', subject: 'Approved', lines: ['It is there.'] });
  await became('failed', 'mail');
  await longAgo('mail');
  await sql(
    'chat',
    `insert into telegram_chats (chat, title, person, linked_at) values (7, 'Ada', ${admin.person}, now())`,
  );
  await tellOfFailing(portal.app);
  const waiting = await sql('waiting', `select from mails where content::text like '%Mail: %ECONNREFUSED%'`);
  expect(waiting).toHaveLength(admins.length);
  await expect
    .poll(() => bot.last(7), { timeout: 10_000 })
    .toMatch(/cannot do some of its work\..*\/admin\/logs\/audit/s);
});
