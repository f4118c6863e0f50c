/**
 * Notices in Telegram. A chat becomes somebody's with a code that the bot wrote into it and that they type in the
 * portal, signed in; so nobody can link their chat to another person. Messages wait in rows of their own and are sent
 * by a job of their own: Telegram being away delays no mail.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { record } from '#audit/audit.server.ts';
import type { PersonId } from '#kernel/ids.ts';
import { oneLine } from '#kernel/oneline.ts';
import { refuse } from '#kernel/refusal.ts';
import { choiceKey } from '#kinds/topics.ts';
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { botOf, pollSeconds, tooMany, type Bot, type Update } from './bot.server.ts';
import { getTelegram, linkTelegram, unlinkTelegram } from './telegram.api.ts';
import {
  chatOf,
  claimMessages,
  giveUp,
  keepBotName,
  keepCode,
  keepForAdmins,
  keepMessages,
  linkChat,
  markSent,
  messagesWait,
  othersAreFull,
  unlinkChat,
  waitFor,
  type DueMessage,
} from './telegram.store.server.ts';
import { words } from './telegram.words.ts';

const wrongCode = {
  code: 'telegram.wrong_code',
  message: 'This code is wrong or too old. Please write /start to the bot again.',
  status: 400,
  field: 'code',
} as const;
const off = { code: 'telegram.off', message: 'Telegram is not connected.', status: 409 } as const;

/** Telegram takes 30 messages a second of a bot: 20 notices, and 5 answers. */
const betweenNoticesMs = 50;
const betweenAnswersMs = 200;
const batch = 20;
/** How long messages wait where Telegram does not say it. */
const awaySeconds = 15;
/** So long one job listens: only one that ended well says that a failure is over, so that the next one is told. */
const listenMs = 5 * 60_000;

export { unlinkChat } from './telegram.store.server.ts';

/** Puts notices into the outbox, in the caller's transaction, for those of these people who have a chat. */
export async function queueTelegram(
  { config }: Pick<App, 'config'>,
  tx: App['db'],
  messages: readonly { person: bigint; text: string }[],
): Promise<void> {
  if (config.telegram && messages.length > 0) await keepMessages(tx, messages);
}

/**
 * Tells every admin who has a chat and wants to be told of this topic there; `page` shows what it is about. Of a portal
 * that fails all are told.
 */
export async function telegramAdmins(
  { config }: Pick<App, 'config'>,
  tx: App['db'],
  topic: keyof typeof words.told,
  page: string,
): Promise<void> {
  const text = `${words.told[topic]}\n${config.publicUrl}${page}`;
  const choice = topic === 'failing' ? null : choiceKey(topic, 'telegram');
  if (config.telegram) await keepForAdmins(tx, choice, text);
}

export const telegramHandlers = [
  handle(getTelegram, async ({ session, app }) => {
    const { bot, chat } = await chatOf(app.db, session.person);
    const available = app.config.telegram !== undefined;
    return { message: 'Chat fetched successfully', available, bot: available ? bot : null, chat: chat ?? null };
  }),

  handle(linkTelegram, async ({ body, session, app, from }) => {
    const { config, db, secrets } = app;
    if (!config.telegram) return refuse(off);
    await insistUnderLimit(db, [{ key: `telegram:${session.person}`, most: 10 }], per.hour);
    const title = await db.transaction(async (tx) => {
      const name = await linkChat(tx, session.person, secrets.digests(digested(body.code)));
      if (name === undefined) return undefined;
      const entry = { actor: session.person, subject: session.person, from };
      await record(tx, { ...entry, action: 'user.telegram_linked', after: { chat: name } });
      await keepMessages(tx, [{ person: session.person, text: words.welcome }]);
      return name;
    });
    if (title === undefined) {
      await record(db, { action: 'auth.code_refused', actor: session.person, subject: session.person, from });
      return refuse(wrongCode);
    }
    return { message: 'The chat is linked.', chat: { title, linkedAt: new Date() } };
  }),

  handle(unlinkTelegram, async ({ session, app, from }) => {
    await app.db.transaction(async (tx) => {
      const was = await unlinkChat(tx, { person: session.person });
      if (was === undefined) return awaitStandby(tx);
      await record(tx, { action: 'user.telegram_unlinked', actor: session.person, subject: session.person, from });
    });
    return { message: 'The chat is not linked any more.' };
  }),
];

/** What is kept of a code, as somebody types it. */
function digested(code: string): string {
  return `telegram ${code.replaceAll(/\D/g, '')}`;
}

/** None where no token is set. One node listens and one sends: a job's lease says which. */
export function telegramJobs(app: App, listening = listenMs): Job[] {
  const { telegram } = app.config;
  if (!telegram) return [];
  const [reading, writing] = [botOf(telegram), botOf(telegram, 10_000)];
  return [
    { name: 'Telegram, chats', everySeconds: 5, atStart: true, run: (stop) => listen(app, reading, stop, listening) },
    {
      name: 'Telegram, notices',
      everySeconds: 1,
      isDue: () => messagesWait(app.db),
      run: async (stop) => {
        while (!stop.aborted && (await sendSome(app, writing, stop)) === batch);
      },
    },
  ];
}

/** Asks for what was written to the bot, for a while, or until the node stops or Telegram fails. */
async function listen(app: App, bot: Bot, stop: AbortSignal, forMs: number): Promise<void> {
  const known = await bot<{ username?: string }>('getMe', {}, stop);
  if (!known.ok) throw new NoAnswer(known.why);
  await keepBotName(app.db, known.result.username ?? '');
  // What has the number before `offset` is forgotten by Telegram; what was not comes again, also to another node.
  for (let offset = 0, end = performance.now() + forMs; !stop.aborted;) {
    const isLast = performance.now() > end;
    const asked = { offset, timeout: isLast ? 0 : pollSeconds, allowed_updates: ['message'] };
    const news = await bot<Update[]>('getUpdates', asked, stop).catch((error: unknown) => {
      if (stop.aborted) return undefined;
      throw error;
    });
    if (news === undefined) return;
    if (!news.ok) throw new NoAnswer(news.why);
    // Asked only so that Telegram forgets what is answered.
    if (isLast) return;
    for (const update of news.result) {
      await answer(app, bot, update, stop);
      offset = update.update_id + 1;
    }
  }
}

/** Only private chats are answered: what a group is told, everybody reads whoever joins it. */
async function answer(app: App, bot: Bot, { message }: Update, stop: AbortSignal): Promise<void> {
  if (message?.chat.type !== 'private' || message.text === undefined) return;
  const { id, username, first_name: name } = message.chat;
  const title = oneLine(username ? `@${username}` : (name ?? ''), 100) || 'a person without a name';
  const said = await replyTo(app, BigInt(id), title, message.text.trim());
  // A lost answer is asked for again by the person.
  await bot('sendMessage', { chat_id: id, text: said }, stop).catch(() => undefined);
  await pause(betweenAnswersMs, undefined, { signal: stop }).catch(() => undefined);
}

async function replyTo({ db, secrets, config }: App, chat: bigint, title: string, said: string): Promise<string> {
  if (/^\/stop\b/.test(said)) {
    await db.transaction(async (tx) => {
      const person = await unlinkChat(tx, { chat });
      if (person) await record(tx, { action: 'user.telegram_unlinked', actor: person, subject: person });
    });
    return words.stopped;
  }
  if (!/^\/start\b/.test(said)) return words.onlyTells(config.publicUrl);
  const code = Array.from({ length: 10 }, () => randomInt(10)).join('');
  const isNew = await keepCode(db, chat, title, secrets.digests(digested(code))[0]!);
  return isNew ? words.yourCode(`${code.slice(0, 5)} ${code.slice(5)}`, config.publicUrl) : words.already;
}

async function sendSome({ db, log }: App, bot: Bot, stop: AbortSignal): Promise<number> {
  const due = await claimMessages(db, batch);
  const full = new Set<PersonId>();
  for (const message of due) {
    const { person } = message;
    if (stop.aborted) return 0;
    if (full.has(person)) continue;
    const wait = await sendOne(db, bot, message);
    if (wait) {
      // A chat has a limit of its own, and the bot one for all: a second chat that is full says which it was.
      const isOwn = wait.tooMany && !(await othersAreFull(db, person));
      await waitFor(db, wait.seconds, wait.why, isOwn ? person : null);
      log.warn('notices to Telegram wait', { ...wait, all: !isOwn });
      if (!isOwn) return 0;
      full.add(person);
    }
    await pause(betweenNoticesMs);
  }
  return due.length;
}

type Wait = { seconds: number; why: string; tooMany: boolean };

/** Answers how long this chat, or everything, has to wait, where Telegram does not take it now. */
async function sendOne(db: App['db'], bot: Bot, { id, person, chat, text }: DueMessage): Promise<Wait | undefined> {
  const body = { chat_id: Number(chat), text, link_preview_options: { is_disabled: true } };
  const said = await bot('sendMessage', body).catch((error: unknown) => {
    if (error instanceof NoAnswer)
      return { ok: false, code: undefined, why: error.message, retryAfterSeconds: undefined } as const;
    throw error;
  });
  if (said.ok) await markSent(db, id);
  // The person has blocked the bot, or left Telegram.
  else if (said.code === 403)
    await db.transaction(async (tx) => {
      if (await unlinkChat(tx, { person })) await record(tx, { action: 'user.telegram_unlinked', subject: person });
    });
  else if (said.code === 400) await giveUp(db, id, said.why);
  else return { seconds: said.retryAfterSeconds ?? awaySeconds, why: said.why, tooMany: said.code === tooMany };
  return undefined;
}
