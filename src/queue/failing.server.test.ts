/** Work that nobody does is told to every admin, once each time that it begins. */
import { afterAll, expect, test, vi } from 'vitest';
import { startJobs, type Job } from '#server/jobs.server.ts';
import { openLog } from '#server/log.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { tellOfFailing } from './failing.server.ts';

const portal = await testPortal();
await portal.admin();
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
afterAll(() => runner.stop());

const became = (outcome: string) =>
  vi.waitFor(
    async () =>
      expect(await sql(`became`, `select last_outcome from jobs where name = 'some work'`)).toEqual([
        { last_outcome: outcome },
      ]),
    { timeout: 10_000, interval: 50 },
  );
const longAgo = () =>
  sql('long ago', `update jobs set failing_since = failing_since - interval '11 minutes' where name = 'some work'`);
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
