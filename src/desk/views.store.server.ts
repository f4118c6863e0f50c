/** SQL of saved views. Private to desk/. */
import type { Database } from '#server/database.server.ts';

type SavedView = { name: string; asked: string };

/** More than anybody looks through. */
export const mostViews = 40;

export function viewsOf(db: Database, person: bigint): Promise<SavedView[]> {
  return db.query<SavedView>(
    'desk.views',
    'select name, asked from saved_views where person = $1 order by lower(name), name',
    [person],
  );
}

/** False where somebody has as many as anybody may have. */
export async function saveView(db: Database, person: bigint, { name, asked }: SavedView): Promise<boolean> {
  const rows = await db.query(
    'desk.save_view',
    `insert into saved_views (person, name, asked) select $1, $2, $3
     where (select count(*) from saved_views where person = $1 and name <> $2) < ${mostViews}
     on conflict (person, name) do update set asked = excluded.asked returning name`,
    [person, name, asked],
  );
  return rows.length > 0;
}

export async function removeView(db: Database, person: bigint, name: string): Promise<boolean> {
  const rows = await db.query(
    'desk.remove_view',
    'delete from saved_views where person = $1 and name = $2 returning name',
    [person, name],
  );
  return rows.length > 0;
}
