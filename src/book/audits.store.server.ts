/** SQL of the proofs that the portal makes by itself. Private to book/. */
import type { Checked } from '#requests/book.server.ts';
import type { Database } from '#server/database.server.ts';
import { testOfBackup } from './backuptest.store.server.ts';

export type Outcome = 'clean' | 'wrong' | 'failed';
export type Chains = {
  movement: bigint | null;
  movementHead: string | null;
  entry: bigint | null;
  entryHead: string | null;
};
export type Audit = Chains & {
  at: Date;
  endedAt: Date;
  outcome: Outcome;
  since: Date;
  checks: Omit<Checked, 'milliseconds'>[];
  findings: number;
  trouble: string;
};

/**
 * When the next proof is due. A daily one waits until four in the morning of the agency's time zone, when nobody
 * decides; one that broke off is tried again after an hour. One from the future was made before the database's clock
 * went back, and proves nothing for as long.
 */
const dueAt = `case when a.at > clock_timestamp() then now()
    when a.trouble <> '' or a.outcome = 'failed' then a.at + least(make_interval(secs => $1), interval '1 hour')
    when $1 < 86400 then a.at + make_interval(secs => $1)
    else (date_trunc('day',
      (a.at + make_interval(secs => $1) - interval '23 hours') at time zone $2 - interval '4 hours')
      + interval '28 hours') at time zone $2 end`;

export async function isDue(db: Database, everySeconds: number, zone: string): Promise<boolean> {
  const rows = await db.query<{ due: boolean }>(
    'book.due',
    `select coalesce((select ${dueAt} <= now() from audits a order by id desc limit 1), true) as due`,
    [everySeconds, zone],
  );
  return rows[0]!.due;
}

/** Where both chains of seals end now: an audit that starts later has checked everything up to there. */
export async function chainsOf(db: Database): Promise<Chains> {
  const rows = await db.query<Chains>(
    'book.chains',
    `select s.last_movement as movement, encode(s.head, 'hex') as "movementHead", l.last_entry as entry,
     encode(l.head, 'hex') as "entryHead"
     from (values (1)) one left join lateral (select * from seals order by id desc limit 1) s on true
     left join lateral (select * from audit_seals order by id desc limit 1) l on true`,
  );
  return rows[0]!;
}

export type Proved = Chains & {
  begunAt: Date;
  node: string;
  outcome: Outcome;
  checks: readonly Checked[];
  trouble: string;
};

/**
 * Stores the result of a proof; answers whether any check found more than when it last ran (a proof may have broken off
 * before it): a book that is not in order already may not hide what happens to it later. The newest 1,000 are kept.
 */
export async function keepAudit(tx: Database, proved: Proved): Promise<{ worse: boolean }> {
  const rows = await tx.query<{ worse: boolean }>(
    'book.keep',
    `with before as (select outcome, since from audits order by id desc limit 1), forgotten as (
       delete from audits where id <= (select max(id) from audits) - 1000)
     insert into audits (at, ended_at, node, outcome, since, checks, findings, trouble, movement, movement_head, entry,
       entry_head)
     select $1, now(), $2, $3, coalesce((select since from before where outcome = $3), $1), $4, $5, $6, $7,
       decode($8, 'hex'), $9, decode($10, 'hex')
     returning exists (
       select from jsonb_to_recordset(checks) c ("check" text, findings bigint)
       where c.findings > 0 and c.findings > coalesce((
         select (one ->> 'findings')::bigint from audits b cross join jsonb_array_elements(b.checks) one
         where one ->> 'check' = c."check" order by b.id desc limit 1), 0)) as worse`,
    [
      proved.begunAt,
      proved.node,
      proved.outcome,
      JSON.stringify(proved.checks.map(({ milliseconds: _, ...check }) => check)),
      proved.checks.reduce((sum, check) => sum + check.findings, 0),
      proved.trouble,
      proved.movement,
      proved.movementHead,
      proved.entry,
      proved.entryHead,
    ],
  );
  return rows[0]!;
}

/** How the last test of the backup ended; `late`: none for a day longer than it should take, at least eight days. */
type BackupTest = { at: Date | null; outcome: 'done' | 'failed' | null; error: string | null; late: boolean };
type LastTest = {
  testedAt: Date | null;
  testOutcome: BackupTest['outcome'];
  testError: string | null;
  testLate: boolean;
};
type BookState = { audit: Audit | null; nextAt: Date | null; mailedDay: string | null; backupTest: BackupTest };

/**
 * What the dashboard shows. `everySeconds` undefined: the portal makes no proofs by itself. `testEverySeconds`: how
 * often it tests the backup; a week unless it is given. One round trip.
 */
export async function stateOf(
  db: Database,
  everySeconds: number | undefined,
  zone: string,
  testEverySeconds = 604_800,
): Promise<BookState> {
  const [row] = await db.query<Partial<Audit> & Pick<BookState, 'nextAt' | 'mailedDay'> & LastTest>(
    'book.state',
    `select a.at, a.ended_at as "endedAt", a.outcome, a.since, a.checks, a.findings, a.trouble, a.movement,
     encode(a.movement_head, 'hex') as "movementHead",
       a.entry, encode(a.entry_head, 'hex') as "entryHead",
       case when $1::float8 is not null then coalesce(${dueAt.replaceAll('$1', '$1::float8')}, now()) end as "nextAt",
         (select max(day)::text from sealed_days) as "mailedDay", t.last_ended_at as "testedAt",
       t.last_outcome as "testOutcome", t.last_error as "testError",
       coalesce(coalesce(t.last_ended_at, (select min(at) from audits))
         < now() - greatest(interval '8 days', make_interval(secs => $4) + interval '1 day'), false) as "testLate"
     from (values (1)) one left join lateral (select * from audits order by id desc limit 1) a on true
       left join jobs t on t.name = $3`,
    [everySeconds ?? null, zone, testOfBackup, testEverySeconds],
  );
  const { nextAt, mailedDay, testedAt, testOutcome, testError, testLate, ...audit } = row!;
  const backupTest = { at: testedAt, outcome: testOutcome, error: testError, late: testLate };
  return { audit: audit.at ? (audit as Audit) : null, nextAt, mailedDay, backupTest };
}

export type AuditFigures = { outcome: Outcome; findings: number; age: number };

/** For the monitor; undefined before the first. */
export async function auditFigures(db: Database): Promise<AuditFigures | undefined> {
  const rows = await db.query<AuditFigures>(
    'book.figures',
    `select outcome, findings, extract(epoch from now() - at)::float8 as age from audits order by id desc limit 1`,
  );
  return rows[0];
}
