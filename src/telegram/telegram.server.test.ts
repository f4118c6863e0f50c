/** Admins are told in a chat that they linked, as they chose; nobody else is, and mail does not wait for Telegram. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mailsTo } from '#users/users.testing.server.ts';
import { tellAdmins } from '#queue/telling.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { fakeBot } from './bot.testing.server.ts';
import { telegramJobs } from './telegram.server.ts';

const bot = await fakeBot();
const portal = await testPortal({ ...bot.env, LOG_LEVEL: 'silent' }, { pace: 10 });
afterAll(() => bot.close());
let chats = 40_000_000_000;

const link = (as: Person, code: string) => portal.call('POST', '/kimi/link-telegram', { as, body: { code } });
const chatOf = async (as: Person) => (await portal.call('GET', '/kimi/get-telegram', { as })).body;
const choose = (as: Person, body: object) => portal.call('PUT', '/kimi/update-notice-choices', { as, body });
const told = (chat: number) => bot.sent.filter(({ chat_id: id }) => id === chat).map(({ text }) => text);
const comes = async (chat: number, text: RegExp) => {
  await expect.poll(() => bot.last(chat), { timeout: 40_000 }).toMatch(text);
};
const codeIn = (text: string) => /\d{5} \d{5}/.exec(text)![0];

/** As a person does it: writes to the bot, reads the code, enters it. */
async function linked(as: Person, chat = ++chats): Promise<number> {
  bot.writes({ id: chat, username: `ada_${chat}` }, '/start portal');
  await comes(chat, /Your code is/);
  expect((await link(as, codeIn(bot.last(chat)!))).status).toBe(200);
  await comes(chat, /is linked now/);
  return chat;
}

async function topUp(client: Person, dollars: number): Promise<string> {
  const form = { chargeMoney: String(dollars), transactionId: crypto.randomUUID().replaceAll('-', '').repeat(2) };
  const { body } = await portal.call('POST', '/add-money', { as: client, form: { ...form, payway: 'USDT' } });
  return body.transaction.applyId;
}

async function pair(on: boolean): Promise<void> {
  const value = JSON.stringify({ secondPair: { on, network: false, corrections: true } });
  await portal.db.owner.pool.query('insert into settings_versions (value) values ($1)', [value]);
}

const tellNow = () => tellAdmins(portal.app, new Date());

beforeEach(async () => {
  bot.mood = 'well';
  await portal.db.owner.pool.query('update telegram_messages set next_try_at = now() where sent_at is null');
  await tellNow();
});

test('a chat is linked by the code that stands in it, once, and unlinked from either side', async () => {
  const [admin, other] = [await portal.admin(), await portal.admin('Support')];
  const chat = ++chats;
  bot.writes({ id: chat, username: 'ada' }, '/start');
  await comes(chat, /Your code is/);
  const code = codeIn(bot.last(chat)!);
  const { rows } = await portal.db.owner.pool.query('select c::text as row from telegram_chats c');
  expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''));
  expect((await link(admin, '00000 00000')).body).toMatchObject({ code: 'telegram.wrong_code', field: 'code' });
  const log = async () => (await portal.call('GET', '/kimi/get-security-log', { as: admin })).body.events;
  expect((await log())[0]).toMatchObject({ action: 'auth.code_refused', byYou: true });
  expect((await link(admin, ` ${code.replace(' ', '-')} `)).body.chat.title).toBe('@ada');
  expect((await link(other, code)).status).toBe(400);
  expect(await chatOf(admin)).toMatchObject({ available: true, bot: 'agency_bot', chat: { title: '@ada' } });
  bot.writes({ id: chat, username: 'ada' }, '/start');
  await comes(chat, /already|is linked\. Write/);
  bot.writes({ id: chat, username: 'ada' }, '/stop');
  await comes(chat, /not linked any more/);
  expect((await chatOf(admin)).chat).toBeNull();
  await linked(admin, chat);
  expect((await portal.call('PUT', '/kimi/unlink-telegram', { as: admin })).status).toBe(200);
  expect((await chatOf(admin)).chat).toBeNull();
  const events = await log();
  const named = events
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.includes('tele'));
  expect(named).toEqual(['unlinked', 'linked', 'unlinked', 'linked'].map((word) => `user.telegram_${word}`));
});

test('a code that is too old links nothing, guesses are limited, and a client has no chat', async () => {
  const admin = await portal.admin();
  const chat = ++chats;
  bot.writes({ id: chat }, '/start');
  await comes(chat, /Your code is/);
  await portal.db.owner.pool.query(`update telegram_chats set code_expires_at = now() where chat = $1`, [chat]);
  expect((await link(admin, codeIn(bot.last(chat)!))).body.code).toBe('telegram.wrong_code');
  for (let guess = 0; guess < 9; guess++) await link(admin, '1');
  expect((await link(admin, '1')).status).toBe(429);
  const client = await portal.client();
  expect([
    (await link(client, '1')).status,
    (await portal.call('GET', '/kimi/get-telegram', { as: client })).status,
  ]).toEqual([403, 403]);
});

test('a group is never answered, and nothing is decided by what is written', async () => {
  const [group, chat] = [-1_000_000_000_123, await linked(await portal.admin())];
  const applyId = await topUp(await portal.client(), 25);
  bot.writes({ id: group, type: 'supergroup' }, '/start');
  bot.writes({ id: chat }, `approve ${applyId}`);
  await comes(chat, /only tells/);
  expect(told(group)).toEqual([]);
  const { rows } = await portal.db.owner.pool.query('select state from requests where apply_id = $1', [applyId]);
  expect(rows[0].state).toBe('Pending');
});

test('admins are told once what is new, late and for a second one, if it is theirs to decide and they want it', async () => {
  const [finance, operations, quiet] = [
    await portal.admin('Finance'),
    await portal.admin('Operations'),
    await portal.admin(),
  ];
  const [money, accounts, still] = [await linked(finance), await linked(operations), await linked(quiet)];
  await choose(quiet, { topic: 'new', telegram: false });
  await choose(quiet, { topic: 'late', telegram: false });
  const client = await portal.client();
  await tellNow();
  const applyId = await topUp(client, 25);
  await topUp(client, 17.5);
  await Promise.all([tellNow(), tellNow()]);
  await tellNow();
  await comes(money, /^New: 2 × [\w -]+ of \$42\.50 together\.\nhttp.*\/admin\/queue$/);
  const late = `update requests set created_at = created_at - interval '20 days' where apply_id = $1`;
  await tellNow();
  const ago = new Date(Date.now() - 60_000);
  await portal.db.owner.pool.query(late, [applyId]);
  await portal.db.owner.pool.query('update admins_told set until = $1', [new Date(Date.now() - 19.9 * 86_400_000)]);
  await tellAdmins(portal.app, ago);
  await comes(money, /Late now: one [\w -]+ of \$25\.00\./);
  expect(told(money).filter((text) => text.includes('$42.50'))).toHaveLength(1);
  expect(told(accounts).join(' ')).not.toMatch(/\$/);
  expect(told(still).join(' ')).not.toMatch(/New|Late/);
  const mails = await mailsTo(portal.db.owner, finance.email);
  expect(mails.map(({ subject }) => subject).filter((subject) => /^(New|Late)/.test(subject))).toEqual([
    expect.stringMatching(/^Late now: one/),
  ]);
  await tellNow();
  await pair(true);
  const body = { userId: client._id, kind: 'goodwill', amount: 5, reason: 'A test of two' };
  expect((await portal.call('POST', '/kimi/apply-correction', { as: quiet, body })).status).toBe(202);
  await tellNow();
  await comes(money, /For a second admin: one [\w -]+ of \$5\.00\./);
  expect(told(still).join(' ')).not.toContain('second admin');
  await pair(false);
});

test('Telegram being away delays no mail; too many requests wait as long as it says; who blocks the bot is left alone', async () => {
  const admin = await portal.admin();
  const chat = await linked(admin);
  const [client, before] = [await portal.client(), bot.sent.length];
  await choose(admin, { topic: 'new', mail: true });
  await tellNow();
  bot.mood = 'away';
  await topUp(client, 31);
  await tellNow();
  await expect.poll(() => bot.tries, { timeout: 40_000 }).toBeGreaterThan(before);
  const sent = `select from mails where recipient = $1 and subject like 'New:%' and sent_at is not null`;
  await expect
    .poll(async () => (await portal.db.owner.pool.query(sent, [admin.email])).rowCount, { timeout: 40_000 })
    .toBe(1);
  const waits = async () =>
    (
      await portal.db.owner.pool.query(
        `select extract(epoch from next_try_at - now())::int as seconds, last_error as why from telegram_messages
         where sent_at is null and failed_at is null order by id desc limit 1`,
      )
    ).rows[0];
  await expect.poll(async () => (await waits()).why, { timeout: 40_000 }).toMatch(/could not be reached/);
  bot.mood = { retryAfter: 900 };
  await portal.db.owner.pool.query('update telegram_messages set next_try_at = now() where sent_at is null');
  await expect.poll(async () => (await waits()).seconds, { timeout: 40_000 }).toBeGreaterThan(800);
  // A proxy that lets nobody through has not been told by Telegram that somebody left.
  for (const blocked of [403, 400]) {
    bot.mood = { blocked };
    await portal.db.owner.pool.query('update telegram_messages set next_try_at = now() where sent_at is null');
    await expect.poll(async () => (await waits()).why, { timeout: 40_000 }).toMatch(`answered ${blocked}`);
  }
  expect((await chatOf(admin)).chat).not.toBeNull();
  bot.mood = 'well';
  await portal.db.owner.pool.query('update telegram_messages set next_try_at = now() where sent_at is null');
  await comes(chat, /New: one [\w -]+ of \$31\.00/);
  bot.blocked.add(chat);
  await topUp(client, 32);
  await tellNow();
  await expect.poll(async () => (await chatOf(admin)).chat, { timeout: 40_000 }).toBeNull();
  const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: admin })).body;
  expect(events[0]).toMatchObject({ action: 'user.telegram_unlinked' });
});

test('what waits to be told is told once, however often it happens, and to nobody who was removed', async () => {
  const [first, admin] = [await portal.admin(), await portal.admin()];
  const chat = await linked(admin);
  const client = await portal.client();
  const share = () =>
    portal.call('POST', '/kimi/send-request-email', { as: client, body: { emailId: 'a@gmail.com', adsId: '' } });
  const waiting = async () =>
    (
      await portal.db.owner.pool.query(
        'select from telegram_messages where person = $1 and sent_at is null and failed_at is null',
        [admin.person],
      )
    ).rowCount;
  bot.mood = { retryAfter: 900 };
  for (let n = 0; n < 6; n++) expect((await share()).status).toBe(200);
  // One may be on its way.
  expect([1, 2]).toContain(await waiting());
  expect((await portal.call('PUT', '/kimi/remove-admin', { as: first, body: { userId: admin._id } })).status).toBe(200);
  expect(await waiting()).toBe(0);
  const before = told(chat).length;
  await share();
  bot.mood = 'well';
  await portal.db.owner.pool.query('update telegram_messages set next_try_at = now() where sent_at is null');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(told(chat)).toHaveLength(before);
});

test('a stranger whose name no database takes is answered, and keeps nobody else from linking', async () => {
  const stranger = ++chats;
  bot.writes({ id: stranger, name: `Eve\u0000\u202e\n${'x'.repeat(500)}` }, '/start');
  await linked(await portal.admin());
  await comes(stranger, /Your code is/);
  const admin = await portal.admin();
  expect((await link(admin, codeIn(bot.last(stranger)!))).body.chat.title).toMatch(/^Eve x{1,96}$/);
});

test('messages for somebody who has no chat any more keep nobody waiting', async () => {
  const chat = await linked(await portal.admin());
  const gone = await portal.admin();
  // As those that were put in while the chat was unlinked.
  await portal.db.owner.pool.query(
    `insert into telegram_messages (person, text)
     select case when n < 25 then $1::bigint else c.person end, 'Behind them' from telegram_chats c,
       generate_series(1, 25) n where c.chat = $2 order by n`,
    [gone.person, chat],
  );
  await comes(chat, /^Behind them$/);
  expect(told(chat).filter((text) => text === 'Behind them')).toHaveLength(1);
});

test('a chat that takes nothing more holds up its own messages, and two of them all', async () => {
  const [full, other, third] = [
    await linked(await portal.admin()),
    await linked(await portal.admin()),
    await linked(await portal.admin()),
  ];
  const queued = (chat: number, text: string, times: number) =>
    portal.db.owner.pool.query(
      `insert into telegram_messages (person, text) select c.person, $2 from telegram_chats c, generate_series(1, $3)
       where c.chat = $1`,
      [chat, text, times],
    );
  bot.full.set(full, 600);
  const before = bot.tries;
  await queued(full, 'Too many', 25);
  await queued(other, 'Another one', 1);
  await comes(other, /^Another one$/);
  // It was tried once, and waits with all that is behind it.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(bot.tries - before).toBe(2);
  bot.full.set(other, 600);
  await queued(other, 'Now the bot', 1);
  await expect.poll(() => bot.tries - before, { timeout: 40_000 }).toBe(3);
  await queued(third, 'Behind all', 1);
  await portal.db.owner.pool.query(`update telegram_messages set next_try_at = now() where text = 'Behind all'`);
  await comes(third, /^Behind all$/);
  const waits = await portal.db.owner.pool.query(
    `select text, count(*)::int as messages from telegram_messages
     where next_try_at > now() + interval '5 minutes' and text in ('Too many', 'Now the bot')
     group by text order by text`,
  );
  expect(waits.rows).toEqual([
    { text: 'Now the bot', messages: 1 },
    { text: 'Too many', messages: 25 },
  ]);
  bot.full.clear();
  await portal.db.owner.pool.query(`update telegram_messages set failed_at = now() where text = 'Too many'`);
});

test('many notices leave slower than thirty a second', async () => {
  const chat = await linked(await portal.admin());
  await portal.db.owner.pool.query(
    `insert into telegram_messages (person, text) select c.person, 'Many ' || n
     from telegram_chats c, generate_series(1, 45) n where c.chat = $1`,
    [chat],
  );
  const many = () => bot.sent.filter(({ text }) => text.startsWith('Many'));
  await expect.poll(() => many().length, { timeout: 40_000 }).toBe(45);
  expect(many()[44]!.at - many()[14]!.at).toBeGreaterThan(1_000);
  expect(new Set(many().map(({ text }) => text)).size).toBe(45);
});

test('who listens comes to an end, as a failure is over only then, and answers nothing twice', async () => {
  const own = await fakeBot();
  const telegram = { token: own.env['TELEGRAM_BOT_TOKEN']!, url: own.env['TELEGRAM_API_URL']! };
  const app = { ...portal.app, config: { ...portal.app.config, telegram } };
  const listening = telegramJobs(app, 300)[0]!;
  own.writes({ id: ++chats }, 'hello');
  for (let run = 0; run < 2; run++) await listening.run(new AbortController().signal);
  expect(own.sent.map(({ chat_id: id }) => id)).toEqual([chats]);
  await own.close();
});
