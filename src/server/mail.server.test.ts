/** Mail against a real SMTP peer: what arrives, what is tried again, and what a restart does not lose. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { newClient } from '#requests/story.testing.server.ts';
import { readConfig } from './config.server.ts';
import { startJobs } from './jobs.server.ts';
import { busyFactor } from './busy.testing.server.ts';
import { openLog } from './log.server.ts';
import { mailJobs, queueMail, sealedMail, type Mail } from './mail.server.ts';
import { secretsOf } from './secrets.server.ts';
import { testDatabase } from './database.testing.server.ts';

const db = await testDatabase();
const log = openLog({ level: 'silent' });
const key = 'the key of these tests, long enough';
const secrets = secretsOf([key]);
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
  await db.owner.query('test.clear', 'delete from mails');
});

type Got = { from: string; to: string[]; raw: string; mail: Email };

type Ways = { port?: number; refuse?: number; code?: number; hold?: Promise<void>; slowMs?: number };

/** A mail server that refuses as often as it is told to, for good or for now, or holds its first answer back. */
async function peer({ port = 0, refuse = 0, code = 451, hold, slowMs = 0 }: Ways = {}) {
  const got: Got[] = [];
  let left = refuse;
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        tries += 1;
        if (left > 0) {
          left -= 1;
          return done(Object.assign(new Error('try again later'), { responseCode: code }));
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const first = tries === 1;
        void PostalMime.parse(raw).then(async (mail) => {
          if (first) await hold;
          await new Promise((resolve) => setTimeout(resolve, slowMs));
          const { mailFrom, rcptTo } = session.envelope;
          got.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((each) => each.address), raw, mail });
          done();
        });
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  open.push({ close });
  return { got, close, tries: () => tries, port: (server.server.address() as AddressInfo).port };
}

const whole = (settings: Record<string, string>) => ({
  PUBLIC_URL: 'https://portal.example',
  MAIL_FROM: 'Agency <desk@agency.example>',
  ...settings,
});
const configOf = (settings: Record<string, string>) => readConfig(whole(settings));

function mailer(settings: Record<string, string>) {
  // Four times as often as in a portal: most of these tests wait for the next turn.
  const jobs = mailJobs({ db, config: configOf(settings), log, secrets });
  const started = startJobs(
    { db, log },
    jobs.map((job) => ({ ...job, everySeconds: job.everySeconds / 4 })),
  );
  open.push({ close: () => started.stop() });
  return started;
}

const hello: Mail = {
  to: 'ana@example.com',
  subject: 'Your deposit was approved',
  lines: ['Hello Ana,', 'It is there.'],
};

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    if (await done()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen within 15 seconds');
}

type Row = { tries: number; sent: boolean; failed: boolean; last_error: string | null; wait: number };
async function outbox(): Promise<Row[]> {
  return db.owner.query<Row>(
    'test.outbox',
    `select tries, sent_at is not null as sent, failed_at is not null as failed, last_error,
       extract(epoch from next_try_at - now())::float8 as wait from mails order by id`,
  );
}
/** Makes the next try due now and clears the last error, so that the test can wait for the next one. */
const hurry = () => db.owner.query('test.hurry', 'update mails set next_try_at = now(), last_error = null');

describe('a mail', () => {
  test('arrives once, as text and as HTML, from the agency to one person', async () => {
    const smtp = await peer();
    await queueMail(db, {
      ...hello,
      code: '123456',
      button: { label: 'Open it', url: 'https://portal.example/x?a=1&b=2' },
      quote: 'Well\ndone',
    });
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => (await outbox())[0]!.sent);
    expect(smtp.got).toHaveLength(1);
    const [{ from, to, mail }] = smtp.got as [Got];
    expect([from, to, mail.from?.address, mail.from?.name]).toEqual([
      'desk@agency.example',
      ['ana@example.com'],
      'desk@agency.example',
      'Agency',
    ]);
    expect(mail.subject).toBe('Your deposit was approved');
    expect(mail.messageId).toMatch(/^<mail-\d+-\d+@portal\.example>$/);
    for (const part of [
      'Hello Ana,',
      'It is there.',
      '123456',
      '> Well',
      '> done',
      'Open it: https://portal.example/x?a=1&b=2',
    ])
      expect(mail.text).toContain(part);
    for (const part of [
      '<p style="margin:0 0 16px">Hello Ana,</p>',
      '123456',
      'href="https://portal.example/x?a=1&amp;b=2"',
    ])
      expect(mail.html).toContain(part);
  });

  test('that another node took, as those before it were long on their way, is not sent once more', async () => {
    let release = () => {};
    const smtp = await peer({ hold: new Promise((resolve) => (release = resolve)) });
    const SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
    await queueMail(db, hello, { ...hello, to: 'ben@example.com' });
    const slow = mailer({ SMTP_URL });
    await until(() => smtp.tries() === 1);
    // Pretends that the first node was frozen for so long that its lease went to the next.
    await db.owner.query(
      'test.frozen',
      `update jobs set locked_by = null, locked_until = null, last_started_at = now() - interval '1 minute'`,
    );
    await db.owner.query(
      'test.later',
      `update mails set next_try_at = now(), tries = tries + 1 where recipient = 'ben@example.com'`,
    );
    mailer({ SMTP_URL });
    await until(async () => (await outbox())[1]!.sent);
    release();
    await slow.stop();
    expect(smtp.got.map(({ to }) => to)).toEqual([['ben@example.com'], ['ana@example.com']]);
    expect((await outbox()).map(({ sent }) => sent)).toEqual([true, true]);
  });

  test('that a node was sending when it was killed is sent by another within seconds', async () => {
    const smtp = await peer({ hold: new Promise(() => {}) });
    const settings = whole({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    const program = new URL('mailnode.testing.server.ts', import.meta.url);
    const node = new Worker(program, { workerData: { url: db.url, settings, key }, execArgv: [] });
    await queueMail(db, { ...hello, urgent: true }, { ...hello, to: 'ben@example.com', urgent: true });
    await until(() => smtp.tries() === 1);
    // A node keeps the mail that it is sending for as long as the node lives.
    mailer(settings);
    const renewed = `select from mails where next_try_at > made_at + interval '4.5 seconds'`;
    await until(async () => (await db.owner.query('test.renewed', renewed)).length === 2);
    expect([smtp.tries(), (await outbox()).map(({ tries }) => tries)]).toEqual([1, [1, 1]]);
    await node.terminate();
    const killed = Date.now();
    await until(() => smtp.got.length === 2);
    expect(Date.now() - killed).toBeLessThan(8_000 * busyFactor());
  });

  test('that waits for a moment which the clock of the database has left again is sent at once; a put off one waits', async () => {
    const smtp = await peer();
    await queueMail(db, hello, { ...hello, to: 'ben@example.com' }, { ...hello, to: 'cem@example.com', urgent: true });
    await db.owner.query(
      'test.clock',
      `update mails set next_try_at = now() + case when recipient like 'ben%' then interval '2 hours'
         else interval '1 day' end`,
    );
    const node = mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(() => smtp.got.length === 2);
    await node.stop();
    expect(smtp.got.map(({ to }) => to[0]).toSorted()).toEqual(['ana@example.com', 'cem@example.com']);
  });

  test('that lets somebody in stands in the outbox sealed, arrives whole, and leaves nothing behind', async () => {
    const smtp = await peer({ refuse: 1 });
    const url = 'https://portal.example/reset-password?token=secret-token';
    await queueMail(
      db,
      sealedMail(secrets, { ...hello, code: '271828', button: { label: 'Set a new password', url } }),
    );
    const kept = async () =>
      (await db.owner.query<{ text: string }>('test.kept', 'select mails::text as text from mails'))[0]!.text;
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => (await outbox())[0]!.last_error !== null);
    expect(await kept()).toContain('"sealed"');
    expect(await kept()).not.toMatch(/271828|secret-token/);
    await hurry();
    await until(async () => (await outbox())[0]!.sent);
    expect(smtp.got[0]!.mail.text).toContain(url);
    expect(smtp.got[0]!.mail.text).toContain('271828');
    expect(await kept()).not.toMatch(/sealed|271828|secret-token/);
  });

  test('that could not be sent keeps no secret once it is given up', async () => {
    const smtp = await peer({ refuse: 1, code: 550 });
    await queueMail(db, sealedMail(secrets, { ...hello, code: '271828' }));
    await db.owner.query('test.made', `update mails set made_at = now() - interval '73 hours'`);
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => (await outbox())[0]!.failed);
    expect((await db.owner.query('test.content', `select from mails where content ? 'sealed'`)).length).toBe(0);
  });

  test('leaves only if the transaction that wrote it does', async () => {
    const smtp = await peer();
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    const broken = db.transaction(async (tx) => {
      await queueMail(tx, { ...hello, subject: 'never' });
      throw new Error('the thing itself failed');
    });
    await expect(broken).rejects.toThrow('the thing itself failed');
    await db.transaction((tx) => queueMail(tx, { ...hello, subject: 'for sure' }));
    await until(() => smtp.got.length > 0);
    expect(smtp.got.map(({ mail }) => mail.subject)).toEqual(['for sure']);
  });

  test('is tried again, further and further apart, until it is through', async () => {
    const smtp = await peer({ refuse: 3 });
    await queueMail(db, hello);
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    const waits: number[] = [];
    for (let tries = 1; tries <= 3; tries++) {
      await until(async () => smtp.tries() === tries && (await outbox())[0]!.last_error !== null);
      const [row] = await outbox();
      expect(row).toMatchObject({
        tries,
        sent: false,
        failed: false,
        last_error: expect.stringContaining('try again later'),
      });
      waits.push(Math.round(row!.wait / 15));
      await hurry();
    }
    expect(waits).toEqual([1, 2, 4]);
    await until(async () => (await outbox())[0]!.sent);
    expect(smtp.got).toHaveLength(1);
    expect((await outbox())[0]).toMatchObject({ tries: 4, last_error: null });
  });

  test('is tried for three days however often, and never more than two hours apart', async () => {
    const smtp = await peer({ refuse: 2 });
    await queueMail(db, hello);
    await db.owner.query('test.tried', `update mails set tries = 12, made_at = now() - interval '71 hours'`);
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    for (const tries of [13, 101]) {
      await until(async () => (await outbox())[0]!.last_error !== null);
      const [row] = await outbox();
      expect(row).toMatchObject({ tries, failed: false });
      expect(Math.round(row!.wait / 60)).toBe(120);
      await db.owner.query('test.tried_often', 'update mails set tries = 100');
      await hurry();
    }
    await until(async () => (await outbox())[0]!.sent);
  });

  test('is given up after three days, and the others go on', async () => {
    const smtp = await peer({ refuse: 1, code: 550 });
    await queueMail(db, hello);
    await db.owner.query('test.made', `update mails set made_at = now() - interval '73 hours'`);
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => (await outbox())[0]!.failed);
    await queueMail(db, { ...hello, subject: 'the next one' });
    await until(() => smtp.got.length === 1);
    expect(smtp.got[0]!.mail.subject).toBe('the next one');
  });

  test('outlives a restart of the portal and of the mail server', async () => {
    const away = await peer();
    await away.close();
    await queueMail(db, hello);
    const first = mailer({ SMTP_URL: `smtp://127.0.0.1:${away.port}` });
    await until(async () => (await outbox())[0]!.last_error !== null);
    await first.stop();
    expect((await outbox())[0]).toMatchObject({ tries: 1, sent: false, failed: false });
    const back = await peer({ port: away.port });
    await hurry();
    mailer({ SMTP_URL: `smtp://127.0.0.1:${back.port}` });
    await until(() => back.got.length === 1);
  });

  test('is sent by one of two portals, not by both', async () => {
    const smtp = await peer();
    await queueMail(db, ...Array.from({ length: 50 }, (_, n) => ({ ...hello, subject: `number ${n}` })));
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => (await outbox()).every((row) => row.sent));
    expect(new Set(smtp.got.map(({ mail }) => mail.subject)).size).toBe(50);
    expect(smtp.got).toHaveLength(50);
  });
});

describe('while one client causes mails by the dozen and the mail server is slow', () => {
  const flood = (sender: bigint, many: number): Mail[] =>
    Array.from({ length: many }, (_, n) => ({ ...hello, subject: `share ${sender} ${n}`, sender }));

  test('a mail that lets somebody in waits for none of them', async () => {
    const smtp = await peer({ slowMs: 400 });
    await queueMail(db, ...flood(await newClient(db.owner), 40));
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(() => smtp.got.length === 1);
    const began = performance.now();
    await queueMail(db, sealedMail(secrets, { ...hello, to: 'ben@example.com', code: '123456' }));
    await until(() => smtp.got.some(({ to }) => to.includes('ben@example.com')));
    expect(performance.now() - began).toBeLessThan(2_000 * busyFactor());
    expect(smtp.got.length).toBeLessThan(20);
  });

  test('a mail of another client, or of none, takes its turn among them', async () => {
    const [greedy, honest] = [await newClient(db.owner), await newClient(db.owner)];
    await queueMail(db, ...flood(greedy, 20));
    for (const mail of flood(greedy, 10)) await queueMail(db, mail);
    await queueMail(db, ...flood(honest, 1), hello);
    const smtp = await peer();
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(() => smtp.got.length === 32);
    const places = [`share ${honest} 0`, hello.subject].map((wanted) =>
      smtp.got.findIndex(({ mail }) => mail.subject === wanted),
    );
    expect(Math.max(...places)).toBeLessThan(5);
  });
});

describe('what strangers type', () => {
  const nasty = 'Ana\r\nBcc: everybody@example.com\r\nSubject: You won\r\n\r\n<script>alert(1)</script>';

  test('never becomes a header, another recipient or HTML', async () => {
    const smtp = await peer();
    await queueMail(db, {
      to: 'ana@example.com',
      subject: `New share request from ${nasty}`,
      lines: [nasty],
      quote: `${nasty}\rin their\u2028own voice`,
      code: '<b>1</b>',
    });
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(() => smtp.got.length === 1);
    const [{ to, mail, raw }] = smtp.got as [Got];
    expect(to).toEqual(['ana@example.com']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(mail.html).not.toMatch(/<script>|<b>1/);
    expect(mail.text).toContain('\n> in their\n> own voice\n');
  });

  test.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'Ana <a@example.com>, <b@example.com>',
  ])('as an address %j reaches nobody else', async (to) => {
    const smtp = await peer();
    await queueMail(db, { ...hello, to });
    mailer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await until(async () => smtp.got.length > 0 || (await outbox())[0]!.last_error !== null);
    expect(smtp.got.flatMap((each) => each.to)).not.toContain('b@example.com');
  });
});

test('without a mail server mails become .eml files that any mail program opens', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-mail-'));
  open.push({ close: () => rm(dataDir, { recursive: true, force: true }) });
  await queueMail(db, { ...hello, subject: 'Grüße – 你好' });
  mailer({ DATA_DIR: dataDir });
  await until(async () => (await outbox())[0]!.sent);
  const files = await readdir(join(dataDir, 'mail'));
  expect(files).toEqual([expect.stringMatching(/^\d{4}-.*\.eml$/)]);
  const mail = await PostalMime.parse(await readFile(join(dataDir, 'mail', files[0]!)));
  expect([mail.subject, mail.to?.[0]?.address]).toEqual(['Grüße – 你好', 'ana@example.com']);
});
