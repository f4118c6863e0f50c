/**
 * Once a day the newest seals of the book and of the audit log are mailed to every admin. Whoever keeps such a mail can
 * prove that nothing older was changed since, not even by somebody with all rights on the database.
 */
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { currentHead } from '#ledger/statements.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { chainsOf, stateOf } from './audits.store.server.ts';
import { sealMail } from './book.mails.server.ts';

/** The job that mails the seal of each day once that day is over. */
export function mailSealJob(app: Pick<App, 'db' | 'config'>): Job {
  return {
    name: 'seal of the day by mail',
    everySeconds: 60,
    isDue: async () => (await dueDay(app.db, app.config.businessTz)) !== undefined,
    run: () => mailSealIfDue(app),
  };
}

/**
 * Mails yesterday's seal if nobody has yet and all of yesterday is sealed; answers the day. Cheap enough for every
 * minute.
 */
export async function mailSealIfDue({ db, config }: Pick<App, 'db' | 'config'>): Promise<string | undefined> {
  const day = await dueDay(db, config.businessTz);
  if (day === undefined) return undefined;
  return db.transaction(async (tx) => {
    const chains = await chainsOf(tx);
    const mine = await tx.query(
      'book.seal_day',
      'insert into sealed_days (day, movement, entry) values ($1, $2, $3) on conflict (day) do nothing returning day',
      [day, chains.movement, chains.entry],
    );
    if (mine.length === 0) return undefined;
    const { audit } = await stateOf(tx, undefined, config.businessTz);
    const statements = await currentHead(tx);
    await mailAdmins(tx, (to) => sealMail(to, { day, chains, statements, audit }, config));
    return day;
  });
}

/**
 * Yesterday by the agency's clocks, from ten minutes after it ended and once all of it is sealed; else undefined. A
 * portal that did not exist yesterday has nothing to send.
 */
async function dueDay(db: Database, zone: string): Promise<string | undefined> {
  const rows = await db.query<{ day: string }>(
    'book.seal_due',
    `with midnight as (select date_trunc('day', now() at time zone $1) at time zone $1 as at,
     (now() at time zone $1)::date - 1 as day)
     select day::text as day from midnight
     where now() >= midnight.at + interval '10 minutes'
       and not exists (select from sealed_days s where s.day = midnight.day)
       and (select a.at from audit_log a order by a.id limit 1) < midnight.at
       and coalesce((select a.at from audit_log a where a.id > coalesce((select max(last_entry) from audit_seals), 0)
         order by a.id limit 1), 'infinity') >= midnight.at
       and coalesce((select m.at from movements m where m.id > coalesce((select max(last_movement) from seals), 0)
         order by m.id limit 1), 'infinity') >= midnight.at`,
    [zone],
  );
  return rows[0]?.day;
}
