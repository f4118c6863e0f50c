/**
 * A job is what the portal does by itself: a name, how often, and what it runs. Every node checks when a job is due. A
 * row of `jobs` holds the lease that lets one node run it, while the others pass. That node renews its lease while it
 * works; if it is killed, another one soon takes over.
 */
import { randomBytes } from 'node:crypto';
import type { App } from './app.server.ts';
import { isDatabaseAway } from './away.server.ts';
import { type Database } from './database.server.ts';
import { nodeName } from './errors.server.ts';
import { NoAnswer } from './outward.server.ts';

export type Job = {
  readonly name: string;
  readonly everySeconds: number;
  /** Looks as soon as a node starts, not only after the first interval. */
  readonly atStart?: boolean;
  /** How soon another node takes over from one that was killed; 20 seconds unless it says otherwise. */
  readonly leaseSeconds?: number;
  /** Whether there is anything to do; asked before the lease is taken, so that it should only read. Default: always. */
  readonly isDue?: () => Promise<boolean>;
  /**
   * Does it. `stop`: this node is about to end, or stood still for so long that another one does it. What throws is
   * recorded and tried again the next time.
   */
  readonly run: (stop: AbortSignal) => Promise<unknown>;
  /** Gives back what the job holds for as long as the node runs. */
  readonly close?: () => void;
};

type Runner = {
  /** Starts no job any more, and waits for those that run; then for `others`, who use what the jobs hold. */
  stop(others?: Promise<unknown>): Promise<void>;
};

type Tools = Pick<App, 'db' | 'log'>;

const leaseSeconds = 20;

export function startJobs(tools: Tools, jobs: readonly Job[], lease = leaseSeconds): Runner {
  const stopping = new AbortController();
  // Two portals may share one process, as they do in tests.
  const holder = `${nodeName} ${randomBytes(3).toString('hex')}`;
  const started = jobs.map((job) =>
    schedule({ ...tools, job, holder, lease: job.leaseSeconds ?? lease, stop: stopping.signal, doubted: true }),
  );
  return {
    async stop(others) {
      stopping.abort();
      await Promise.all([...started.map((job) => job.ended()), others]);
      for (const { close } of jobs) close?.();
    },
  };
}

type Scheduled = Tools & {
  job: Job;
  holder: string;
  lease: number;
  stop: AbortSignal;
  /** It may be written down that nobody knows whether the job is due: by this node, or before it started. */
  doubted: boolean;
};

/** Each job has a timer of its own, so that one which hangs or fails holds up no other. */
function schedule(scheduled: Scheduled) {
  const { job, stop } = scheduled;
  let running: Promise<void> | undefined;
  const look = () => (running ??= turn(scheduled).finally(() => (running = undefined)));
  const timer = setInterval(() => void look(), job.everySeconds * 1_000).unref();
  stop.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (job.atStart) void look();
  return { ended: async () => running };
}

/** Runs the job once if it is due and no other node has it. Never throws. */
async function turn(scheduled: Scheduled): Promise<void> {
  const { db, log, job, holder, lease, stop } = scheduled;
  let error: unknown;
  if (db.writes.held) return;
  try {
    if (job.isDue && !(await asked(scheduled, job.isDue))) return;
    if (!(await takeLease(db, job, holder, lease))) return;
    // The node was told to stop meanwhile. A job that only waits for the signal to come would miss it and wait for
    // ever.
    if (stop.aborted) return await leaveLease(db, job.name, holder);
  } catch (failure) {
    return tell(scheduled, failure);
  }
  const ending = new AbortController();
  const end = () => ending.abort();
  stop.addEventListener('abort', end, { once: true });
  const renew = async () => {
    if (!(await renewLease(db, job.name, holder, lease))) end();
  };
  const renewing = setInterval(() => void renew().catch(() => {}), lease * 333).unref();
  try {
    await job.run(ending.signal);
  } catch (failure) {
    error = failure;
    tell({ ...scheduled, stop: ending.signal }, failure);
  } finally {
    clearInterval(renewing);
    stop.removeEventListener('abort', end);
  }
  await endLease(db, job.name, holder, error).catch((failure: unknown) => log.debug('job', { job: job.name, failure }));
}

/** Whether the job is due. One that cannot be asked does nothing any more, so that it counts as a job that failed. */
async function asked(scheduled: Scheduled, isDue: () => Promise<boolean>): Promise<boolean> {
  const { db, job, stop } = scheduled;
  let due: boolean;
  try {
    due = await isDue();
  } catch (failure) {
    scheduled.doubted = true;
    if (!stop.aborted && !isDatabaseAway(failure)) await keepDoubt(db, job, failure);
    throw failure;
  }
  if (scheduled.doubted) await endDoubt(db, job.name);
  scheduled.doubted = false;
  return due;
}

function tell({ log, job, stop }: Scheduled, error: unknown): void {
  // Whoever asked has said once that no answer comes.
  const isKnown = isDatabaseAway(error) || error instanceof NoAnswer;
  if (stop.aborted || isKnown) log.debug('a job could not run', { job: job.name, error });
  else log.warn('a job failed', { job: job.name, error });
}

/**
 * Takes the lease if the job is due. Each node checks at its own moments; nine tenths of the interval are enough, or a
 * check that comes a little early would miss a turn. What lies in the future was written before the database's clock
 * went back (a standby took over), and binds nobody. That is asked of the clock as it stands, and not of now(): a check
 * that waited for another node's row began before that node took the lease.
 *
 * Where a lease ran out, the process that had it has died. The next one takes over at once; a job under which processes
 * die one after the other waits longer each time, in case it is the job itself that kills them.
 */
async function takeLease(db: Database, job: Job, holder: string, lease: number): Promise<boolean> {
  const rows = await db.query(
    'jobs.take',
    `insert into jobs (name, every, last_started_at, locked_by, locked_until)
     values ($1, make_interval(secs => $2), now(), $3, now() + make_interval(secs => $4))
     on conflict (name) do update set every = excluded.every, last_started_at = excluded.last_started_at,
       locked_by = excluded.locked_by, locked_until = excluded.locked_until,
       deaths = jobs.deaths + ${died}::int,
       last_ended_at = case when ${diedAgain} then now() else jobs.last_ended_at end,
       last_outcome = case when ${diedAgain} then 'failed' else jobs.last_outcome end,
       last_error = case when ${diedAgain} then $5 else jobs.last_error end,
       failing_since = case when ${diedAgain} then coalesce(jobs.failing_since, now()) else jobs.failing_since end
     where (jobs.locked_until is null
         or jobs.locked_until < now() - case when jobs.deaths > 0
           then least(interval '1 hour', make_interval(secs => $4) * power(2, least(jobs.deaths, 12)))
           else interval '0' end
         or jobs.locked_until > clock_timestamp() + make_interval(secs => $4))
       and (jobs.last_started_at is null or jobs.last_started_at <= now() - 0.9 * excluded.every
         or jobs.last_started_at > clock_timestamp())
     returning name`,
    [job.name, job.everySeconds, holder, lease, 'the process that ran it has died again and again'],
  );
  return rows.length > 0;
}

/** SQL: whoever had the lease has not given it back; and it is not the first in a row. */
const died = '(jobs.locked_by is not null)';
const diedAgain = `(${died} and jobs.deaths > 0)`;

/** SQL: by then it is not the job that kills whoever runs it. */
const livedLong = `last_started_at < now() - interval '10 minutes'`;

/** False where another node has it by now. */
async function renewLease(db: Database, name: string, holder: string, lease: number): Promise<boolean> {
  const rows = await db.query(
    'jobs.renew',
    `update jobs set locked_until = now() + make_interval(secs => $3),
       deaths = case when ${livedLong} then 0 else deaths end
     where name = $1 and locked_by = $2 returning name`,
    [name, holder, lease],
  );
  return rows.length > 0;
}

/** Gives the lease back as if it had never been taken: the next check of any node finds the job due. */
async function leaveLease(db: Database, name: string, holder: string): Promise<void> {
  await db.query(
    'jobs.leave',
    `update jobs set last_started_at = null, locked_by = null, locked_until = null
     where name = $1 and locked_by = $2`,
    [name, holder],
  );
}

/**
 * Writes how the job ended. A node that lost its lease meanwhile writes nothing: that is for the node that took over.
 */
async function endLease(db: Database, name: string, holder: string, error: unknown): Promise<void> {
  const words = error === undefined ? null : wordsOf(error);
  await db.query(
    'jobs.end',
    `update jobs set last_ended_at = now(), last_outcome = case when $3::text is null then 'done' else 'failed' end,
       failing_since = case when $3 is not null then coalesce(failing_since, now()) end,
       told_at = case when $3 is not null then told_at end, last_error = $3,
       locked_by = null, locked_until = null, deaths = 0
     where name = $1 and locked_by = $2`,
    [name, holder, words],
  );
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** How the words begin that are written down for a job of which nobody knows whether it is due. */
const doubt = 'nobody knows whether it is due: ';

/** What is known of its last run stays: that it ended well then, or why it failed. */
async function keepDoubt(db: Database, job: Job, error: unknown): Promise<void> {
  await db.query(
    'jobs.doubt',
    `insert into jobs (name, every, last_error, failing_since) values ($1, make_interval(secs => $2), $3, now())
     on conflict (name) do update set
       last_error = case when jobs.last_outcome = 'failed' then jobs.last_error else excluded.last_error end,
       failing_since = coalesce(jobs.failing_since, excluded.failing_since)
     where jobs.locked_by is null`,
    [job.name, job.everySeconds, doubt + wordsOf(error)],
  );
}

async function endDoubt(db: Database, name: string): Promise<void> {
  await db.query(
    'jobs.end_doubt',
    `update jobs set last_error = null, failing_since = null, told_at = null
     where name = $1 and starts_with(last_error, $2)`,
    [name, doubt],
  );
}

type FailingJob = { name: string; error: string };

/** No job is meant to run for so long: the longest proves a book of a hundred million movements. */
const hangs = `(locked_until > now() and last_started_at < now() - interval '12 hours')`;

/** Jobs that have failed or run for too long, and of which nobody was told; from now on somebody is. */
export function newlyFailing(tx: Database): Promise<FailingJob[]> {
  return tx.query<FailingJob>(
    'jobs.failing',
    `update jobs set told_at = now()
     where told_at is null and (${hangs} or failing_since < now() - interval '10 minutes'
       -- What the settings no longer ask for ends with a failure, too.
       and (starts_with(last_error, $1) or last_ended_at > now() - greatest(2 * every, interval '10 minutes')))
     returning name, case when ${hangs} then $2 else last_error end as error`,
    [doubt, 'it has run for half a day and does not come to its end'],
  );
}

type JobState = {
  name: string;
  everySeconds: number;
  startedAt: Date | null;
  endedAt: Date | null;
  outcome: 'done' | 'failed' | null;
  error: string | null;
  /** The node that runs it now. */
  node: string | null;
};

/** Every job that has run, as it is now. */
export function jobStates(db: Database): Promise<JobState[]> {
  return db.query<JobState>(
    'jobs.states',
    `select name, extract(epoch from every)::float8 as "everySeconds", last_started_at as "startedAt",
       last_ended_at as "endedAt", last_error as error,
       case when failing_since is null then last_outcome else 'failed' end as outcome,
       case when locked_until > now() then split_part(locked_by, ' ', 1) end as node
     from jobs order by name`,
  );
}
