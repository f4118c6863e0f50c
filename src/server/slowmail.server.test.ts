/** A mail server that takes long gets each mail once; one that never comes to an end, or refuses one, holds up none. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from './config.server.ts';
import { testDatabase } from './database.testing.server.ts';
import { jobStates, startJobs } from './jobs.server.ts';
import { openLog } from './log.server.ts';
import { mailJobs, queueMail } from './mail.server.ts';
import { secretsOf } from './secrets.server.ts';

const db = await testDatabase();
const log = openLog({ level: 'silent' });
const secrets = secretsOf(['the key of these tests, long enough']);
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
  await db.owner.query('test.clear', 'delete from mails');
  await db.owner.query('test.clear_jobs', 'delete from jobs');
});

type Peer = { port: number; taken: number };

/** SMTP as far as the portal speaks it. `end` answers the dot behind a mail, `sender` who it is from. */
async function peer(end: (socket: Socket, mail: number) => void, sender = '250 well'): Promise<Peer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let inMail = false;
    let said = '';
    socket.write('220 peer\r\n');
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
      for (let at = said.indexOf('\r\n'); at >= 0; at = said.indexOf('\r\n')) {
        const line = said.slice(0, at);
        said = said.slice(at + 2);
        if (inMail) {
          if (line !== '.') continue;
          inMail = false;
          end(socket, ++known.taken);
        } else if (line === 'DATA') {
          inMail = true;
          socket.write('354 go on\r\n');
        } else socket.write(`${line.startsWith('MAIL FROM') ? sender : '250 well'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const known: Peer = { port: (server.address() as AddressInfo).port, taken: 0 };
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
  return known;
}

function mailer({ port }: Peer, ...patience: [] | [{ silentMs: number; wholeMs: number }]) {
  const settings = { PUBLIC_URL: 'https://portal.example', SMTP_URL: `smtp://127.0.0.1:${port}` };
  const jobs = mailJobs({ db, config: readConfig(settings), log, secrets }, ...patience);
  const started = startJobs({ db, log }, jobs);
  open.push({ close: () => started.stop() });
}

type Row = { tries: number; sent: boolean; last_error: string | null };
const outbox = () =>
  db.owner.query<Row>(
    'test.outbox',
    'select tries, sent_at is not null as sent, last_error from mails order by made_at, id',
  );
const mail = (to: string) => queueMail(db, { to, subject: 'Your deposit was approved', lines: ['It is there.'] });

test('a mail server that looks through a mail for longer than twenty seconds gets it once', async () => {
  const slow = await peer((socket) => setTimeout(() => socket.write('250 taken\r\n'), 24_000));
  await mail('ana@example.com');
  mailer(slow);
  await expect.poll(async () => (await outbox())[0]!.sent, { timeout: 40_000 }).toBe(true);
  expect(slow.taken).toBe(1);
  expect(await outbox()).toEqual([{ tries: 1, sent: true, last_error: null }]);
}, 60_000);

test('a mail server that always says something and never comes to an end is left, and the next mail goes', async () => {
  const trickling = await peer((socket, number) => {
    if (number > 1) return void socket.write('250 taken\r\n');
    const saying = setInterval(() => socket.write('250-and more\r\n'), 20);
    socket.once('close', () => clearInterval(saying));
  });
  await mail('ana@example.com');
  mailer(trickling, { silentMs: 5_000, wholeMs: 500 });
  await expect.poll(async () => (await outbox())[0]!.last_error, { timeout: 10_000 }).toMatch(/aborted/);
  await mail('ben@example.com');
  await expect.poll(async () => (await outbox())[1]!.sent, { timeout: 10_000 }).toBe(true);
}, 30_000);

const ended = async () => (await jobStates(db)).find(({ name }) => name === 'mail')?.outcome;

test('a mail server that refuses what one mail says serves, so that the job has not failed', async () => {
  const picky = await peer((socket) => socket.write('550 not this one\r\n'));
  await mail('ana@example.com');
  mailer(picky);
  await expect.poll(async () => (await outbox())[0]!.last_error, { timeout: 10_000 }).toMatch(/not this one/);
  await expect.poll(ended, { timeout: 10_000 }).toBe('done');
});

test('where the sender is refused, or each mail of a batch, no mail leaves, and the job has failed', async () => {
  mailer(await peer(() => {}, '550 not from you'));
  await mail('ana@example.com');
  await expect.poll(ended, { timeout: 10_000 }).toBe('failed');
  for (const each of open.splice(0).toReversed()) await each.close();
  await db.owner.query('test.clear_jobs', 'delete from jobs');
  const [strict, names] = [await peer((socket) => socket.write('550 no\r\n')), ['ben', 'cleo', 'dan', 'eve', 'finn']];
  for (const name of names) await mail(`${name}@example.com`);
  mailer(strict);
  await expect.poll(ended, { timeout: 10_000 }).toBe('failed');
});

test('a connection that died while it rested holds up no mail', async () => {
  const dying = await peer((socket, number) => {
    socket.write('250 taken\r\n');
    if (number === 1) socket.removeAllListeners('data');
  });
  await mail('ana@example.com');
  mailer(dying);
  await expect.poll(async () => (await outbox())[0]!.sent, { timeout: 10_000 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await mail('ben@example.com');
  await expect.poll(async () => (await outbox())[1]!.sent, { timeout: 10_000 }).toBe(true);
}, 30_000);
