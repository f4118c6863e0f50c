/** SQL of the table notes. Private to support/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';

/** Whose and what a note is about: the subject is empty where it is the client. */
export type About = { client: ClientId; subject: string };

export async function findAbout(
  db: Database,
  { userId, applyId, id }: { userId: string; applyId: string; id: string },
): Promise<About | undefined> {
  const rows = await db.query<About>(
    'notes.about',
    `select id as client, '' as subject from clients where public_id = $1
     union all select client, apply_id from requests where apply_id = $2
     union all select client, public_id from ad_accounts where public_id = $3`,
    [userId.toUpperCase(), applyId.toUpperCase(), id.toUpperCase()],
  );
  return rows[0];
}

export type NoteRow = { publicId: string; at: Date; subject: string; by: string; text: string };

const shown = 'public_id as "publicId", at, subject, person_name as by, text';

/** Of a client all, of what is theirs its own; newest first, before one of them where that is named. */
export function notesAbout(db: Database, about: About, before: string, limit: number): Promise<NoteRow[]> {
  return db.query<NoteRow>(
    'notes.list',
    `select ${shown} from notes where client = $1 and ($2 = '' or subject = $2)
       and ($3 = '' or id < (select id from notes where public_id = $3 and client = $1))
     order by id desc limit $4`,
    [about.client, about.subject, before, limit],
  );
}

/** Undefined where this person has made this attempt before. */
export async function insertNote(
  tx: Database,
  note: About & { publicId: string; text: string; person: bigint; key: string | null },
): Promise<NoteRow | undefined> {
  const rows = await tx.query<NoteRow>(
    'notes.insert',
    `insert into notes (public_id, client, subject, text, person, key) values ($1, $2, $3, $4, $5, $6)
     on conflict (person, key) do nothing returning ${shown}`,
    [note.publicId, note.client, note.subject, note.text, note.person, note.key],
  );
  return rows[0];
}

export async function noteByKey(db: Database, person: bigint, key: string): Promise<NoteRow & { client: ClientId }> {
  const rows = await db.query<NoteRow & { client: ClientId }>(
    'notes.by_key',
    `select ${shown}, client from notes where person = $1 and key = $2`,
    [person, key],
  );
  return rows[0]!;
}
