/** SQL of chats and of what is to be written into them. Private to telegram/. */
import type { PersonId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { atWork } from '#users/admins.server.ts';
import { saidTooMany } from './bot.server.ts';

/**
 * Keeps the digest of a code for this chat and forgets codes that are too old. False where the chat is somebody's
 * already.
 */
export async function keepCode(db: Database, chat: bigint, title: string, digest: Buffer): Promise<boolean> {
  const rows = await db.query(
    'telegram.keep_code',
    `with old as (delete from telegram_chats where person is null and code_expires_at < now() and chat <> $1)
     insert into telegram_chats as c (chat, title, code_digest, code_expires_at)
     values ($1, $2, $3, now() + interval '10 minutes')
     on conflict (chat) do update set title = excluded.title, code_digest = excluded.code_digest,
       code_expires_at = excluded.code_expires_at where c.person is null
     returning chat`,
    [chat, title, digest],
  );
  return rows.length > 0;
}

/** Makes the chat that was given this code the person's, instead of one that they had; answers what it is called. */
export async function linkChat(
  tx: Database,
  person: PersonId,
  digests: readonly Buffer[],
): Promise<string | undefined> {
  const living = `code_digest = any($2::bytea[]) and code_expires_at > now() and person is null`;
  await tx.query(
    'telegram.leave_other',
    `delete from telegram_chats where person = $1 and exists (select from telegram_chats where ${living})`,
    [person, digests],
  );
  const rows = await tx.query<{ title: string }>(
    'telegram.link',
    `update telegram_chats set person = $1, code_digest = null, code_expires_at = null, linked_at = now()
     where ${living} returning title`,
    [person, digests],
  );
  return rows[0]?.title;
}

/** Ends the chat of a person, or this one, with all that waits for it; answers whose it was. */
export async function unlinkChat(
  db: Database,
  of: { person: PersonId } | { chat: bigint },
): Promise<PersonId | undefined> {
  const [column, value] = 'person' in of ? (['person', of.person] as const) : (['chat', of.chat] as const);
  const rows = await db.query<{ person: PersonId }>(
    `telegram.unlink_${column}`,
    `with gone as (delete from telegram_chats where ${column} = $1 and person is not null returning person),
     ended as (update telegram_messages m set failed_at = now(), last_error = 'The chat was unlinked.' from gone
       where m.person = gone.person and m.sent_at is null and m.failed_at is null)
     select person from gone`,
    [value],
  );
  return rows[0]?.person;
}

type Chat = { title: string; linkedAt: Date };

/** The person's chat, and what the bot is called since it was asked. */
export async function chatOf(db: Database, person: PersonId): Promise<{ bot: string | null; chat: Chat | undefined }> {
  const [row] = await db.query<{ bot: string | null; title: string | null; linkedAt: Date }>(
    'telegram.chat_of',
    `select (select name from telegram_bot) as bot, c.title, c.linked_at as "linkedAt"
     from (select) one left join telegram_chats c on c.person = $1`,
    [person],
  );
  const { bot, title, linkedAt } = row!;
  return { bot, chat: title === null ? undefined : { title, linkedAt } };
}

export async function keepBotName(db: Database, name: string): Promise<void> {
  await db.query(
    'telegram.keep_name',
    `insert into telegram_bot (name) values ($1) on conflict (only_one) do update set name = excluded.name`,
    [name],
  );
}

/** In the caller's transaction; whoever has no chat is told nothing. */
export async function keepMessages(tx: Database, messages: readonly { person: bigint; text: string }[]): Promise<void> {
  await tx.query(
    'telegram.queue',
    `insert into telegram_messages (person, text) select m.person, m.text
     from jsonb_to_recordset($1::jsonb) as m (person bigint, text text) join telegram_chats c on c.person = m.person`,
    [JSON.stringify(messages.map(({ person, text }) => ({ person: String(person), text })))],
  );
}

/**
 * For every admin who has a chat and has not switched this off; without a choice, for all of them. What waits since
 * less than an hour to be told in these words, and is not on its way, is told once.
 */
export async function keepForAdmins(tx: Database, choice: string | null, text: string): Promise<void> {
  await tx.query(
    'telegram.queue_for_admins',
    `insert into telegram_messages (person, text) select p.id, $2 from telegram_chats c join people p on p.id = c.person
     where ${atWork('p')}
       and ($1::text is null or p.notice_choices -> $1 is distinct from 'false'::jsonb)
       and not exists (select from telegram_messages w
         where w.person = p.id and w.sent_at is null and w.failed_at is null and w.text = $2
           and (w.tries = 0 or w.last_error is not null) and w.made_at > now() - interval '1 hour')`,
    [choice, text],
  );
}

const waiting = 'sent_at is null and failed_at is null and next_try_at <= now()';

export async function messagesWait(db: Database): Promise<boolean> {
  const rows = await db.query('telegram.wait', `select from telegram_messages where ${waiting} limit 1`, []);
  return rows.length > 0;
}

export type DueMessage = { id: bigint; person: PersonId; chat: bigint; text: string };

/**
 * Claims some for half a minute, in which nobody else sends them: the oldest of each person, then the next of each, as
 * a chat takes one a second. What is a day old is news no more. Whoever unlinked the chat while a message was put in
 * gets nothing, and keeps nobody waiting.
 */
export function claimMessages(db: Database, most: number): Promise<DueMessage[]> {
  return db.query<DueMessage>(
    'telegram.claim',
    `with old as (update telegram_messages set failed_at = now(), last_error = coalesce(last_error, 'Too old.')
       where ${waiting} and made_at < now() - interval '1 day'),
     turns as (select w.id, c.chat, row_number() over (partition by w.person order by w.id) as turn
       from telegram_messages w join telegram_chats c on c.person = w.person
       where ${waiting} and made_at >= now() - interval '1 day'),
     due as (select t.* from telegram_messages w join turns t on t.id = w.id
       where ${waiting} order by t.turn, t.id limit $1 for update of w skip locked),
     claimed as (update telegram_messages m set tries = tries + 1, next_try_at = now() + interval '30 seconds',
         last_error = null
       from due where m.id = due.id
       returning m.id, m.person, due.chat, m.text, due.turn)
     select id, person, chat, text from claimed order by turn, id`,
    [most],
  );
}

export async function markSent(db: Database, id: bigint): Promise<void> {
  await db.query('telegram.sent', 'update telegram_messages set sent_at = now(), last_error = null where id = $1', [
    id,
  ]);
}

export async function giveUp(db: Database, id: bigint, why: string): Promise<void> {
  await db.query('telegram.give_up', 'update telegram_messages set failed_at = now(), last_error = $2 where id = $1', [
    id,
    why,
  ]);
}

/** Whether anybody else waits, as their chat was full, or all were. */
export async function othersAreFull(db: Database, person: PersonId): Promise<boolean> {
  const rows = await db.query(
    'telegram.others_full',
    `select from telegram_messages where sent_at is null and failed_at is null and next_try_at > now()
       and person <> $1 and last_error ^@ $2 limit 1`,
    [person, saidTooMany],
  );
  return rows.length > 0;
}

/** Nothing is sent to this person, or to anybody, for so many seconds: Telegram said so, or is away. */
export async function waitFor(db: Database, seconds: number, why: string, person: PersonId | null): Promise<void> {
  await db.query(
    'telegram.wait_for',
    `update telegram_messages set next_try_at = now() + make_interval(secs => $1), last_error = $2
     where sent_at is null and failed_at is null and ($3::bigint is null or person = $3)`,
    [seconds, why, person],
  );
}
