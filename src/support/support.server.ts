/** Threads: what a client and the agency say to each other about one request or one ad account. */
import { reached } from '#kernel/page.ts';
import { insist, keyReused, notFound, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { notify } from '#notices/notices.server.ts';
import { clientPageOf } from '#requests/messages.ts';
import { inBatches } from '#server/batches.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import type { Session } from '#server/session.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { getThread, getThreads, seeThread, settleThread, writeMessage } from './support.api.ts';
import {
  carryOn,
  countThreads,
  findSubject,
  insertMessage,
  listThreads,
  markSeen,
  messageByKey,
  messagesFrom,
  messagesOf,
  settle,
  type MessageRow,
  type Subject,
} from './support.store.server.ts';
import {
  closedClient,
  isOfAccount,
  nameOf,
  nothingWaits,
  refusalToName,
  threadPageOf,
  writtenSince,
  type About,
  type Named,
  type Side,
} from './support.ts';

/** A person talks, and a program that writes without end is stopped. */
const mostAnHour = { client: 60, agency: 600 };
const pageOfMessages = 50;

export const supportHandlers = [
  handle(getThread, async ({ query, session, app }) => {
    const found = await subjectFor(app.db, query, session);
    const rows = await messagesOf(app.db, found.subject, query.before, pageOfMessages + 1);
    return {
      message: 'Messages fetched successfully',
      thread: {
        ...asThread(found),
        unread: found.unread,
        unansweredSince: found.unansweredSince,
        page: pageFor(session, found, app.features.now()),
      },
      messages: rows.slice(0, pageOfMessages).map((row) => asMessage(row, session)),
      earlier: rows.length > pageOfMessages,
    };
  }),

  handle(writeMessage, async ({ body, key, ...call }) => {
    const { app, session } = call;
    const side = sideOf(session);
    await insistUnderLimit(app.db, [{ key: `message:${session.person}`, most: mostAnHour[side] }], per.hour);
    const found = await subjectFor(app.db, body, session);
    if (found.closed) refuse(closedClient);
    const written =
      (await write(call, { found, side, text: body.text, lastRead: body.lastRead, key })) ??
      (await writtenBefore(app.db, session, { key: key!, subject: found.subject, text: body.text }));
    hintBoth(app, found.client);
    return { message: 'Your message was sent.', written: asMessage(written, session) };
  }),

  handle(seeThread, async ({ query, session, app }) => {
    const { subject, client } = await subjectFor(app.db, query, session);
    if (await markSeen(app.db, subject, sideOf(session)))
      app.events.hint(session.client === undefined ? 'admins' : client, 'notice');
    return { message: 'Noted.' };
  }),

  handle(settleThread, async ({ query, session, app, from }) => {
    const { subject, client } = await subjectFor(app.db, query, session);
    await app.db.transaction(async (tx) => {
      if (!(await settle(tx, subject, query.lastRead))) {
        const { unansweredSince } = await subjectFor(tx, query, session);
        refuse(unansweredSince === null ? nothingWaits : writtenSince);
      }
      const about = { subject: client, applyId: subject };
      await record(tx, { action: 'thread.settled', actor: session.person, ...about, from });
    });
    app.events.hint('admins', 'notice');
    return { message: 'Nothing waits for an answer here any more.' };
  }),

  handle(getThreads, async ({ query, session, app }) => {
    const { userId, page, limit, q, after } = query;
    const named = session.client === undefined && userId !== '' ? await clientByPublicId(app.db, userId) : undefined;
    if (session.client === undefined && userId !== '' && !named) refuse({ ...notFound, field: 'userId' });
    const list = { client: session.client ?? named?.id, unanswered: waitsOnly(query.state, session), q };
    const [rows, counted] = await Promise.all([
      listThreads(app.db, { ...list, reader: sideOf(session), up: query.sort === 'at', page, limit, after }),
      countThreads(app.db, list),
    ]);
    return {
      message: 'Threads fetched successfully',
      threads: rows.map((row) => ({
        ...asThread(row),
        unread: row.unread,
        unansweredSince: row.unansweredSince,
        at: row.at,
        side: row.side,
        text: row.text,
        by: nameFor(session, row),
        ...(session.client === undefined
          ? { userId: { _id: row.clientPublicId, username: row.clientName, emailId: row.clientEmail } }
          : {}),
      })),
      ...reached(counted),
      page,
      limit,
    };
  }),
];

/** How many threads wait for an answer of the agency; one round trip. */
export function countUnanswered(db: Database): Promise<number> {
  return countThreads(db, { client: undefined, unanswered: true, q: '' });
}

/** Everything that was said with a client, oldest first, for the file of one's own data. */
export function everyMessage(
  db: Database,
  client: bigint,
): AsyncGenerator<MessageRow & { id: bigint; subject: string }> {
  return inBatches((last, limit) => messagesFrom(db, client, last?.id ?? 0n, limit));
}

/** An admin's list is of what waits for an answer, unless all is asked for. */
function waitsOnly(state: string, session: Session): boolean {
  return state === 'unanswered' || (session.client === undefined && state !== 'all');
}

function sideOf(session: Session): Side {
  return session.client === undefined ? 'agency' : 'client';
}

async function subjectFor(db: Database, named: Named, session: Session): Promise<Subject> {
  insist(refusalToName(named));
  return (await findSubject(db, named, session.client)) ?? refuse(notFound);
}

type Wish = { found: Subject; side: Side; text: string; lastRead: string; key: string | undefined };

/** Undefined where this attempt was made before. The first of what is mailed together is a notice at once. */
function write(
  { app, session, from }: Caller,
  { found, side, text, lastRead, key }: Wish,
): Promise<MessageRow | undefined> {
  const { subject, client } = found;
  return app.db.transaction(async (tx) => {
    const publicId = newId('MS');
    const by = { side, person: session.person, key: key ?? null };
    const message = await insertMessage(tx, { publicId, client, subject, text, ...by });
    if (!message) return undefined;
    const isFirst = await carryOn(tx, { id: message.id, subject, client, side, lastRead });
    if (isFirst && side === 'agency') {
      const link = threadPageOf(subject);
      await notify(tx, { client, topic: 'message', text: `Support wrote to you about ${nameOf(found)}.`, link });
    }
    await record(tx, {
      action: 'message.written',
      actor: session.person,
      subject: client,
      applyId: subject,
      from,
      after: { message: publicId },
    });
    return message;
  });
}

/** The same attempt gets the same answer; another message under its key is none. */
async function writtenBefore(
  db: Database,
  { person }: Session,
  { key, subject, text }: { key: string; subject: string; text: string },
): Promise<MessageRow> {
  const before = await messageByKey(db, person, key);
  if (before.subject === subject && before.text === text) return before;
  return refuse(keyReused);
}

function hintBoth(app: App, client: bigint): void {
  app.events.hint(client, 'notice');
  app.events.hint('admins', 'notice');
}

function pageFor(session: Session, { subject, kind, platform }: Subject, on: ReadonlySet<string>): string {
  if (kind === null) return `/accounts/${subject}`;
  if (session.client === undefined) return `/admin/requests/${subject}`;
  const page = clientPageOf({ kind, platform, applyId: subject }, on);
  return page === threadPageOf(subject) ? '' : page;
}

function asThread(of: About) {
  const { subject } = of;
  return {
    _id: subject,
    name: nameOf(of),
    about: isOfAccount(subject) ? ('ad account' as const) : ('request' as const),
  };
}

function asMessage(row: MessageRow, session: Session) {
  const { publicId, at, side, text } = row;
  return { _id: publicId, at, side, by: nameFor(session, row), own: row.person === session.person, text };
}

/** Who of the agency it was is no client's to know. */
function nameFor(session: Session, { side, by }: { side: Side; by: string }): string {
  return side === 'agency' && session.client !== undefined ? 'Support' : by;
}
