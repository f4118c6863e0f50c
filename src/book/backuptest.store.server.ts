/** SQL of the weekly test of the backup: it reads the row that its job leaves, and seals. Private to book/. */
import type pg from 'pg';
import type { Database } from '#server/database.server.ts';

export const testOfBackup = 'test of the backup';

/**
 * A test that failed is tried again after a day. The first test comes in the first hour of a new portal, and one more
 * where the last is from the future, as the database's clock went back, or where its node died under it. A node that
 * has no `fresh` backup waits half a day longer: another may have that of last night, which is the one to be tested.
 */
export async function testIsDue(db: Database, everySeconds: number, fresh: boolean): Promise<boolean> {
  const rows = await db.query<{ due: boolean }>(
    'book.backup_test_due',
    `select coalesce((select last_started_at > clock_timestamp() or locked_by is not null and locked_until < now()
       or last_started_at <= now()
       - make_interval(secs => case when last_outcome = 'done' then $2 else least($2, 86400) end + $3)
       from jobs where name = $1), true) as due`,
    [testOfBackup, everySeconds, fresh ? 0 : 43_200],
  );
  return rows[0]!.due;
}

/**
 * Whether a backup as of `at` is of the last 36 hours by this database's clock, and the newest seal of the book that it
 * has to have: made an hour before it, so that neither a standby that was read nor a transaction under way lacks it.
 */
export async function expectedOf(client: pg.ClientBase, at: string): Promise<{ fresh: boolean; head: string | null }> {
  const { rows } = await client.query<{ fresh: boolean; head: string | null }>(
    `select $1::timestamptz > now() - interval '36 hours' as fresh, (select encode(head, 'hex') from seals
       where at < $1::timestamptz - interval '1 hour' order by id desc limit 1) as head`,
    [at],
  );
  return rows[0]!;
}
