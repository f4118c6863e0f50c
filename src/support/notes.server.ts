/** Internal notes: what admins write down for each other about a client, a request or an ad account. */
import { invalid, keyReused, notFound, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { getNotes, writeNote } from './notes.api.ts';
import { findAbout, insertNote, noteByKey, notesAbout, type About, type NoteRow } from './notes.store.server.ts';

const mostAnHour = 600;
const pageOfNotes = 50;

export const notesHandlers = [
  handle(getNotes, async ({ query, app }) => {
    const rows = await notesAbout(app.db, await aboutWhat(app.db, query), query.before, pageOfNotes + 1);
    return {
      message: 'Notes fetched successfully',
      notes: rows.slice(0, pageOfNotes).map(onWire),
      earlier: rows.length > pageOfNotes,
    };
  }),

  handle(writeNote, async ({ body, key, session, app, from }) => {
    await insistUnderLimit(app.db, [{ key: `note:${session.person}`, most: mostAnHour }], per.hour);
    const about = await aboutWhat(app.db, body);
    const written = await app.db.transaction(async (tx) => {
      const publicId = newId('NT');
      const note = await insertNote(tx, {
        ...about,
        publicId,
        text: body.text,
        person: session.person,
        key: key ?? null,
      });
      if (!note) return undefined;
      const { client: subject, subject: applyId } = about;
      const after = { note: publicId };
      await record(tx, {
        action: 'note.written',
        actor: session.person,
        subject,
        from,
        after,
        ...(applyId === '' ? {} : { applyId }),
      });
      return note;
    });
    app.events.hint('admins', 'notice');
    const note = written ?? (await writtenBefore(app.db, session.person, { ...about, key: key!, text: body.text }));
    return { message: 'The note is saved.', note: onWire(note) };
  }),
];

type Named = { userId: string; applyId: string; id: string };

async function aboutWhat(db: Database, named: Named): Promise<About> {
  const { userId, applyId, id } = named;
  if ([userId, applyId, id].filter((each) => each !== '').length !== 1)
    refuse(invalid('userId', 'Please name one client, one request or one ad account.'));
  return (await findAbout(db, named)) ?? refuse(notFound);
}

type Attempt = About & { key: string; text: string };

async function writtenBefore(db: Database, person: bigint, { client, subject, key, text }: Attempt): Promise<NoteRow> {
  const before = await noteByKey(db, person, key);
  const same = before.client === client && before.subject === subject && before.text === text;
  return same ? before : refuse(keyReused);
}

function onWire({ publicId, at, subject, by, text }: NoteRow) {
  return { _id: publicId, at, about: subject, by, text };
}
