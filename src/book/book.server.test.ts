/** The portal proves its own book, says so where admins look, and sends its seals out of the house. */
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { sealAudit, sealBook } from '#ledger/seals.server.ts';
import { sealStatements } from '#ledger/statements.server.ts';
import { backUp } from '#server/backup.server.ts';
import { databaseIn } from '#server/connection.server.ts';
import { lockFile } from '#server/datadir.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { startJobs, type Job } from '#server/jobs.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { auditIfDue, proofJob } from './audits.server.ts';
import { backupTestJob, insistOnOwn, testBackup } from './backuptest.server.ts';
import { isDue, stateOf } from './audits.store.server.ts';
import { newestSeals, sealWithHead } from './kept.server.ts';
import { mailSealIfDue } from './seals.server.ts';

const portal = await testPortal({ AUDIT_EVERY: '24h', LOG_LEVEL: 'silent' });
const admin = await portal.admin();
const client = await portal.client({ dollars: 250 });
const foreign = await testDatabase();
const owner = portal.db.owner.pool;
const never = new AbortController().signal;
const audit = () => auditIfDue(portal.app, portal.db.url, never);
const book = async () => (await portal.call('GET', '/kimi/get-book', { as: admin })).body;

/** Pretends that so much time has passed: all proofs so far move back by it. */
const later = (time: string) =>
  owner.query(`alter table audits disable trigger audits_append_only; update audits
    set at = at - interval '${time}', since = since - interval '${time}';
    alter table audits enable trigger audits_append_only`);
const aDayLater = () => later('26 hours');
const anHourLater = () => later('61 minutes');

const balances = 'every balance equals its history';

/** Runs `work` while a balance is wrong, as somebody with all rights could make it; then mends it. */
async function forged<T>(work: () => Promise<T>): Promise<T> {
  const forge = (cents: number) =>
    owner.query(`update balances set balance = balance + ${cents} where account = 'wallet:${client.id}'`);
  await forge(5);
  return work().finally(() => forge(-5));
}

async function mails(subject: string) {
  const { rows } = await owner.query('select recipient, subject, content from mails where subject ~ $1 order by id', [
    subject,
  ]);
  return rows as { recipient: string; subject: string; content: { lines: string[] } }[];
}

beforeEach(() => owner.query('truncate table mails'));

describe('the book is proved', () => {
  test('as soon as there is a portal, and its figures and heads are kept for admins only', async () => {
    expect((await book()).audit).toBeNull();
    await owner.query(`select seal_book(2000, now() + interval '1 hour'), seal_audit(2000, now() + interval '1 hour')`);
    expect(await audit()).toBe('clean');
    const { audit: kept, nextAt } = await book();
    expect(kept).toMatchObject({ outcome: 'clean', findings: 0, trouble: '' });
    expect(kept.since).toBe(kept.at);
    expect(kept.checks.length).toBeGreaterThan(10);
    expect(kept.checks[0]).toEqual({
      check: 'every balance equals its history',
      counted: expect.any(Number),
      of: 'balances',
      findings: 0,
      shown: [],
    });
    const { rows } = await owner.query(
      `select last_movement::text as last, encode(head, 'hex') as head from seals order by id desc limit 1`,
    );
    expect([kept.book, kept.log.head]).toEqual([rows[0], expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(new Date(nextAt).getTime()).toBeGreaterThan(Date.now());
    expect((await portal.call('GET', '/kimi/get-book', { as: client })).status).toBe(403);
  });

  test('not again before it is due, and by one node at a time', async () => {
    expect(await audit()).toBeUndefined();
    await aDayLater();
    const other = new pg.Client({ connectionString: portal.db.url });
    await other.connect();
    await other.query('select pg_advisory_lock(7202611021)');
    expect(await audit()).toBeUndefined();
    await other.end();
    // Both nodes look at the same moment. The second finds that the audit is done, or running.
    const both = await Promise.all([audit(), audit()]);
    expect(both.toSorted()).toEqual(['clean', undefined]);
  });

  test('a forged balance turns it red, with what is wrong and since when, and mails every admin once', async () => {
    await aDayLater();
    const cleanSince = (await book()).audit.since;
    await forged(async () => {
      expect(await audit()).toBe('wrong');
      const { audit: red } = await book();
      expect(red.outcome).toBe('wrong');
      // The audit also finds it in figures that were counted before.
      expect(red.checks.filter((check: { findings: number }) => check.findings > 0)).toEqual(
        expect.arrayContaining(
          [
            'every balance equals its history',
            'every wallet and hold is what its requests add up to',
            'the money that came is owed, spent or earned',
          ].map((check) => expect.objectContaining({ check, findings: 1 })),
        ),
      );
      expect(red.since > cleanSince).toBe(true);
      expect(red.checks.find((check: { findings: number }) => check.findings > 0).shown[0]).toContain(
        `wallet:${client.id} says`,
      );
      await aDayLater();
      expect(await audit()).toBe('wrong');
      const later = (await book()).audit;
      expect(new Date(later.at).getTime() - new Date(later.since).getTime()).toBeGreaterThan(20 * 3_600_000);
    });
    const told = await mails('not in order');
    expect(told.map((mail) => mail.recipient).toSorted()).toEqual(['first@admin.test', admin.email].toSorted());
    expect(told[0]!.content.lines.join('\n')).toContain(`wallet:${client.id} says`);
    await aDayLater();
    expect(await audit()).toBe('clean');
    expect((await book()).audit.since).toBe((await book()).audit.at);
  });

  test('where it cannot look, that is what it says, and it tries again in an hour', async () => {
    await aDayLater();
    await owner.query('revoke select on claims from portal_app');
    await expect(proofJob(portal.app, portal.db.url).run(never)).rejects.toThrow('the book could not be proved');
    await owner.query('grant select on claims to portal_app');
    expect((await book()).audit).toMatchObject({ outcome: 'failed', trouble: expect.stringContaining('claims') });
    expect(await audit()).toBeUndefined();
    await anHourLater();
    expect(await audit()).toBe('clean');
  });

  test('one that breaks off says what it had found, mails it, and tries again in an hour', async () => {
    await aDayLater();
    await owner.query('revoke select on claims from portal_app');
    await forged(async () => expect(await audit()).toBe('wrong')).finally(() =>
      owner.query('grant select on claims to portal_app'),
    );
    const found = expect.arrayContaining([expect.objectContaining({ check: balances, findings: 1 })]);
    expect((await book()).audit).toMatchObject({ trouble: expect.stringContaining('claims'), checks: found });
    const lines = (await mails('not in order'))[0]!.content.lines.join('\n');
    for (const said of [`wallet:${client.id} says`, 'It broke off', 'claims']) expect(lines).toContain(said);
    expect(await audit()).toBeUndefined();
    await anHourLater();
    expect(await audit()).toBe('clean');
  });

  test('while it is wrong, whatever else goes wrong is mailed too', async () => {
    const told = async () => (await mails('not in order')).length / 2;
    await forged(async () => {
      await aDayLater();
      expect(await audit()).toBe('wrong');
      await aDayLater();
      expect([await audit(), await told()]).toEqual(['wrong', 1]);
      await owner.query(
        `insert into ad_totals (client, platform, cents, accounts) values (${client.id}, 'Bing', 7, 1)`,
      );
      await aDayLater();
      expect([await audit(), await told()]).toEqual(['wrong', 2]);
      // One that broke off before it found anything makes nothing of it new.
      await owner.query(
        `insert into audits (at, ended_at, node, outcome, since, checks, findings, trouble)
         values (now(), now(), 'n', 'failed', now(), '[]', 0, 'It broke off.')`,
      );
      await aDayLater();
      expect([await audit(), await told()]).toEqual(['wrong', 2]);
      await owner.query('delete from ad_totals');
    });
    await aDayLater();
    expect(await audit()).toBe('clean');
  });

  test('a node that stops leaves no word behind', async () => {
    await aDayLater();
    const [stop, other] = [new AbortController(), new pg.Client({ connectionString: portal.db.url })];
    await other.connect();
    await other.query('begin; lock table claims in access exclusive mode');
    const running = auditIfDue(portal.app, portal.db.url, stop.signal);
    const waiting = `select count(*)::int as n from pg_locks where relation = 'claims'::regclass and not granted`;
    await expect.poll(async () => (await owner.query(waiting)).rows[0].n).toBe(1);
    stop.abort();
    expect(await running).toBeUndefined();
    await other.end();
    expect(await audit()).toBe('clean');
  });

  test('daily means at four in the morning of the agency; more often means that often', async () => {
    const due = async (at: string, every: number) => {
      const { rows } = await owner.query(
        `insert into audits (at, ended_at, node, outcome, since, checks, findings)
         select ${at}, now(), 'n', 'clean', now(), '[]', 0 returning id`,
      );
      const is = await isDue(portal.db, every, 'Asia/Shanghai');
      await owner.query('delete from audits where id = $1', [rows[0].id]);
      return is;
    };
    const four = `(date_trunc('day', now() at time zone 'Asia/Shanghai' - interval '4 hours') + interval '4 hours') at time zone 'Asia/Shanghai'`;
    // It is past four o'clock now: due if the last proof was yesterday at four, or more than an hour before today's
    // four.
    expect(await due(`${four} - interval '24 hours'`, 86_400)).toBe(true);
    expect(await due(`${four} - interval '61 minutes'`, 86_400)).toBe(true);
    expect(await due(`${four} + interval '30 seconds'`, 86_400)).toBe(false);
    expect(await due(`now() - interval '29 minutes'`, 1_800)).toBe(false);
    expect(await due(`now() - interval '31 minutes'`, 1_800)).toBe(true);
    // Made before the clock of the database was set back.
    for (const every of [86_400, 1_800]) expect(await due(`now() + interval '1 minute'`, every)).toBe(true);
  });

  test('the monitor sees it', async () => {
    const { text } = await portal.call('GET', '/metrics');
    expect(text).toMatch(/^portal_audit_clean 1$/m);
    expect(text).toMatch(/^portal_audit_findings 0$/m);
    expect(text).toMatch(/^portal_audit_age_seconds \d/m);
  });
});

test('switched off it never looks, and says that nothing is due', async () => {
  const app = { ...portal.app, config: { ...portal.app.config, auditEverySeconds: undefined } };
  await aDayLater();
  expect(await auditIfDue(app, portal.db.url, never)).toBeUndefined();
});

describe('the seal of the day', () => {
  const mail = () => mailSealIfDue(portal.app);
  /** Everything so far happened some days ago, and is sealed. */
  const yesterday = () =>
    owner.query(`set session_replication_role = replica; update audit_log
      set at = at - interval '3 days'; update movements set at = at - interval '3 days';
      update decisions set at = at - interval '3 days'; update requests set created_at = created_at - interval '3 days',
        decided_at = decided_at - interval '3 days';
      update audits set movement = null, entry = null; delete from seals; delete
        from audit_seals; set session_replication_role = origin`);

  test('a portal that is new today sends none', async () => {
    expect(await mail()).toBeUndefined();
  });

  test('waits until the whole day is sealed, then goes to every admin, once', async () => {
    await yesterday();
    expect(await mail()).toBeUndefined();
    await sealBook(portal.db);
    await sealAudit(portal.db);
    await sealStatements(portal.db);
    const sent = await Promise.all([mail(), mail(), mail()]);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now() - 86_400_000);
    const early = new Date().getUTCHours() === 16 && new Date().getUTCMinutes() < 10;
    expect(sent.filter(Boolean)).toEqual(early ? [] : [day]);
    if (early) return;
    expect(await mail()).toBeUndefined();
    const told = await mails('^Seal of');
    expect(told.map((each) => each.recipient).toSorted()).toEqual(['first@admin.test', admin.email].toSorted());
    expect(told[0]!.subject).toMatch(/^Seal of \d+ \w+ \d{4}: the book is clean$/);
    const { rows } = await owner.query(
      `select encode(head, 'hex') as head from seals union all select encode(head, 'hex') from audit_seals`,
    );
    for (const { head } of rows.slice(-1)) expect(told[0]!.content.lines.join('\n')).toContain(head);
    expect((await book()).mailedDay).toBe(day);
  });
});

test('a seal from a mail is known again, and one that the chains do not have is not', async () => {
  const by = await owner.connect();
  try {
    const [book, log, statements] = await newestSeals(by);
    expect(await sealWithHead(by, statements!.head)).toMatchObject({ of: 'statements', upto: book!.upto });
    expect(await sealWithHead(by, ` ${book!.head.toUpperCase()} `)).toMatchObject({ of: 'book', upto: book!.upto });
    expect(await sealWithHead(by, log!.head)).toMatchObject({ of: 'audit log', upto: log!.upto });
    for (const unknown of ['f'.repeat(64), 'abc', '']) expect(await sealWithHead(by, unknown)).toBeUndefined();
  } finally {
    by.release();
  }
});

describe('the backup is tested by restoring it', () => {
  const warned: string[] = [];
  const log = { ...portal.app.log, warn: (event: string) => void warned.push(event) };
  const jobOn = (databaseUrl: string) =>
    backupTestJob({ ...portal.app, log, config: { ...portal.app.config, databaseUrl } });
  const job = jobOn(portal.db.url);
  const backups = join(portal.app.config.dataDir, 'backups');
  const dashboard = async () => (await book()).backupTest;
  const turn = async ({ name, everySeconds, run }: Job) => {
    let jobs: ReturnType<typeof startJobs> | undefined;
    await new Promise<void>((resolve) => {
      const toItsEnd = (stop: AbortSignal) => run(stop).finally(resolve);
      jobs = startJobs(portal.app, [{ name, everySeconds, run: toItsEnd, atStart: true }]);
    });
    await jobs?.stop();
  };

  test('a new portal has time for its first, an old one is told that there was none', async () => {
    // The proofs above took the first one back by more than a week.
    await later('-9 days');
    expect(await dashboard()).toEqual({ at: null, outcome: null, error: null, late: false });
    for (let day = 0; day < 9; day++) await aDayLater();
    expect(await dashboard()).toMatchObject({ at: null, late: true });
  });

  test('one that somebody begins beside it waits for its turn, and both come back', async () => {
    await Promise.all([job.run(never), job.run(never)]);
    const { config } = portal.app;
    const lock = (await lockFile(join(config.dataDir, 'backup-test.lock')))!;
    const told = new AbortController();
    const said: string[] = [];
    const waiting = testBackup(config, told.signal, (sentence) => {
      said.push(sentence);
      told.abort();
    });
    await expect(waiting).rejects.toThrow('it was told to stop.');
    expect(said).toEqual(['Another test of a backup is under way here. This one begins when that one has ended.']);
    lock.close();
    warned.length = 0;
  }, 120_000);

  test('one of another portal does not count, nor one of long ago in a new file', async () => {
    const [ours, theirs] = [await owner.connect(), await foreign.owner.pool.connect()];
    const now = new Date().toISOString();
    try {
      await insistOnOwn(ours, ours, now);
      await expect(insistOnOwn(theirs, ours, now)).rejects.toThrow(/does not have its seal of the book/);
      const before = new Date(Date.now() - 37 * 3_600_000).toISOString();
      await expect(insistOnOwn(ours, ours, before)).rejects.toThrow(/its file is new, but/);
    } finally {
      for (const each of [ours, theirs]) each.release();
    }
    await owner.query(`set session_replication_role = replica;
      update seals set at = at - interval '2 hours'; set session_replication_role = origin`);
    await mkdir(backups, { recursive: true });
    const file = join(backups, 'foreign.backup.gz');
    await backUp(foreign.url, file);
    await expect(job.run(never)).rejects.toThrow(/it lacks the seal [0-9a-f]{64}, which the portal had by then/);
    await rm(file);
  }, 120_000);

  test('one that does not come back is what the dashboard says, and one that does is due in a week', async () => {
    await turn(jobOn(databaseIn(portal.db.url, 'not_there')));
    expect(await dashboard()).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching(/^The backup did not come back: .+not_there/),
    });
    expect(await job.isDue!()).toBe(false);
    await owner.query(`update jobs set last_started_at = last_started_at - interval '25 hours'`);
    // Whoever has last night's comes first; for half a day, as there may be none.
    expect(await job.isDue!()).toBe(false);
    await mkdir(backups, { recursive: true });
    const fresh = join(backups, 'fresh.backup.gz');
    await writeFile(fresh, 'of last night');
    expect(await job.isDue!()).toBe(true);
    await rm(fresh);
    await owner.query(`update jobs set last_started_at = last_started_at - interval '12 hours'`);
    expect(await job.isDue!()).toBe(true);
    // Too old to be last night's: the test makes one.
    await writeFile(join(backups, 'old.backup.gz'), 'no backup');
    await utimes(join(backups, 'old.backup.gz'), 1, 1);
    await turn(job);
    expect(await dashboard()).toEqual({ at: expect.any(String), outcome: 'done', error: null, late: false });
    // That the one it made came back does not mean that there are any.
    expect(warned).toEqual(['a backup was made only to be tested: there was none of the last 36 hours']);
    expect(await readdir(portal.app.config.dataDir)).not.toContain('backup-test');
    await owner.query(`update jobs set last_started_at = last_started_at - interval '6 days'`);
    expect(await job.isDue!()).toBe(false);
    // Begun before the clock of the database was set back.
    await owner.query(`update jobs set last_started_at = now() + interval '1 hour'`);
    expect(await job.isDue!()).toBe(true);
    await owner.query(`update jobs set last_started_at = now() - interval '6 days'`);
    expect(await job.isDue!()).toBe(false);
    // Its node was killed under it.
    await owner.query(`update jobs set locked_by = 'gone', locked_until = now() - interval '1 second'`);
    expect(await job.isDue!()).toBe(true);
    await owner.query(`update jobs set locked_by = null, locked_until = null`);
    await owner.query(`update jobs set last_started_at = last_started_at - interval '2 days'`);
    expect(await job.isDue!()).toBe(true);
    await owner.query(`update jobs set last_ended_at = now() - interval '9 days'`);
    expect(await dashboard()).toMatchObject({ outcome: 'done', late: true });
    // Whoever wants it every thirty days is told after thirty-one.
    const lateAfter = async (days: number) => {
      await owner.query(`update jobs set last_ended_at = now() - make_interval(days => $1)`, [days]);
      return (await stateOf(portal.db, 86_400, 'Asia/Shanghai', 30 * 86_400)).backupTest.late;
    };
    expect([await lateAfter(30), await lateAfter(32)]).toEqual([false, true]);
  }, 120_000);
});
