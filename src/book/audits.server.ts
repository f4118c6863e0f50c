/**
 * The portal audits its own book. Once a day, at an hour when nobody decides requests, one node does what `npm run
 * audit` does by hand, but with little CPU and memory. The result is stored, shown to the admins and part of the
 * metrics. When an audit finds something for the first time, every admin is mailed at once.
 */
import pg from 'pg';
import { auditBook, type Checked } from '#requests/book.server.ts';
import type { App } from '#server/app.server.ts';
import { patient } from '#server/connection.server.ts';
import { nodeName } from '#server/errors.server.ts';
import { appRole } from '#server/migrate.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { locks } from '#server/locks.server.ts';
import { whereToRead } from '#server/oldreads.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { chainsOf, isDue, keepAudit, type Chains, type Outcome, type Proved } from './audits.store.server.ts';
import { wrongBookMail } from './book.mails.server.ts';

type Tools = Pick<App, 'db' | 'config' | 'log'>;

/**
 * One core and little memory, because clients come first. A check that takes longer than this is reported as failed.
 */
const gentle = { workMem: '64MB', statementTimeout: '10min', parallel: 0 };

/**
 * The audit's connection has no more rights than the portal itself, and PostgreSQL stops its queries when the
 * connection ends.
 */
const options = `-c role=${appRole} -c client_connection_check_interval=5s`;

/** The job that proves the book when it is due. `url` is the portal's own. */
export function proofJob(tools: Tools, url: string): Job {
  return {
    name: 'proof of the book',
    everySeconds: 60,
    isDue: () => proofIsDue(tools),
    async run(stop) {
      // It is said and kept; that the job has failed is what tells the admins of it.
      if ((await auditIfDue(tools, url, stop)) === 'failed') throw new NoAnswer('the book could not be proved');
    },
  };
}

async function proofIsDue({ db, config }: Tools): Promise<boolean> {
  return config.auditEverySeconds !== undefined && (await isDue(db, config.auditEverySeconds, config.businessTz));
}

/** Proves the book if it is due and no other node is at it; answers how it ended. `url` is the portal's own. */
export async function auditIfDue(tools: Tools, url: string, stop: AbortSignal): Promise<Outcome | undefined> {
  return withAuditor(url, stop, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      locks.proveBook,
    ]);
    // The node that had the lock before us may just have proved it.
    if (!rows[0]!.mine || !(await proofIsDue(tools))) return undefined;
    // Read before a standby is chosen: the standby then has everything that these ends of the chains cover.
    const chains = await chainsOf(tools.db);
    const say = (sentence: string) => tools.log.info(sentence);
    const from = await whereToRead(url, tools.config.readDatabaseUrl, { say });
    const work = (reader: pg.Client) => prove(tools, reader, chains, stop);
    return from === url ? work(client) : withAuditor(from, stop, work);
  });
}

/** A connection that ends with the work, or when the node stops. */
async function withAuditor<T>(url: string, stop: AbortSignal, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...patient,
    connectionString: url,
    application_name: 'agency-portal audit',
    options,
    // A little longer than the server itself lets a check take: who has not answered by then never will.
    query_timeout: 11 * 60_000,
  });
  client.on('error', () => {});
  const leave = () => void client.end().catch(() => {});
  stop.addEventListener('abort', leave, { once: true });
  try {
    await client.connect();
    return await work(client);
  } finally {
    stop.removeEventListener('abort', leave);
    await client.end().catch(() => {});
  }
}

async function prove(tools: Tools, client: pg.Client, chains: Chains, stop: AbortSignal): Promise<Outcome | undefined> {
  const { rows } = await client.query<{ now: Date }>('select now() as now');
  const begun = { ...chains, begunAt: rows[0]!.now, node: nodeName };
  const checks: Checked[] = [];
  try {
    await auditBook(client, (checked) => checks.push(checked), gentle);
    return await keep(tools, { ...begun, outcome: foundBy(checks) ? 'wrong' : 'clean', checks, trouble: '' });
  } catch (error) {
    // A node that stops in the middle has no result; another node will run the audit.
    if (stop.aborted) return undefined;
    // What the checks before it found is found: that the rest could not be looked at makes it no better.
    const outcome = foundBy(checks) ? 'wrong' : 'failed';
    return keep(tools, { ...begun, outcome, checks, trouble: (error as Error).message.slice(0, 500) });
  }
}

const foundBy = (checks: readonly Checked[]) => checks.some((check) => check.findings > 0);

async function keep({ db, config, log }: Tools, proved: Proved): Promise<Outcome> {
  const { outcome, checks, trouble } = proved;
  await db.transaction(async (tx) => {
    const { worse } = await keepAudit(tx, proved);
    if (worse && outcome === 'wrong') await mailAdmins(tx, (to) => wrongBookMail(to, proved, config));
  });
  const milliseconds = Math.round(checks.reduce((sum, check) => sum + check.milliseconds, 0));
  if (outcome === 'clean') log.info('the book was proved', { checks: checks.length, milliseconds });
  else if (outcome === 'failed') log.error('the book could not be proved', { trouble });
  else
    log.error('the book is not in order', {
      wrong: checks.filter((check) => check.findings > 0).map((check) => check.check),
      ...(trouble === '' ? {} : { trouble }),
    });
  return outcome;
}
