/** SQL of the weekly test of the backup: it reads the row that its job leaves. Private to book/. */
import type { Database } from '#server/database.server.ts';

export const testOfBackup = 'test of the backup';

/**
 * A test that failed is tried again after a day. The first test comes in the first hour of a new portal, and one more
 * where the last is from the future: then the database's clock went back.
 */
export async function testIsDue(db: Database, everySeconds: number): Promise<boolean> {
  const rows = await db.query<{ due: boolean }>(
    'book.backup_test_due',
    `select coalesce((select last_started_at > clock_timestamp() or last_started_at <= now()
       - make_interval(secs => case when last_outcome = 'done' then $2 else least($2, 86400) end)
       from jobs where name = $1), true) as due`,
    [testOfBackup, everySeconds],
  );
  return rows[0]!.due;
}
