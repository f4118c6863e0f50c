/** All that the portal does by itself. Each job is cheap where there is nothing to do. */
import { proofJob } from '#book/audits.server.ts';
import { backupTestJob } from '#book/backuptest.server.ts';
import { chainsOf } from '#chain/chains.server.ts';
import { lookJob } from '#chain/looks.server.ts';
import { watchJobs } from '#chain/watcher.server.ts';
import { mailSealJob } from '#book/seals.server.ts';
import { sealAudit, sealBook } from '#ledger/seals.server.ts';
import { rollFigures, unmarkInactive } from '#revenue/revenue.store.server.ts';
import { connectionJobs } from '#connections/job.server.ts';
import type { App } from '#server/app.server.ts';
import { sweepErrors } from '#server/errors.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { mailJobs } from '#server/mail.server.ts';
import { sweepChallenges } from '#passkeys/passkeys.server.ts';
import { messageMailJob } from '#support/mails.server.ts';
import { alertJob } from '#runway/alerts.server.ts';
import { refillJob } from '#runway/refill.server.ts';
import { arrivalsJob } from '#topups/arrivals.server.ts';
import { autoCreditJob } from '#topups/autocredit.server.ts';
import { telegramJobs } from '#telegram/telegram.server.ts';
import { failingJob } from '#queue/failing.server.ts';
import { tellAdminsJob } from '#queue/telling.server.ts';
import { weeklyJob } from '#wallet/weekly.server.ts';
import { sweepDrafts } from '#topups/drafts.server.ts';
import { sweepThrottles } from '#users/throttle.server.ts';

const minute = 60;
const hour = 3_600;

/** `databaseUrl`: proving the book takes a connection of its own. */
export function backgroundJobs(app: App, databaseUrl: string): Job[] {
  const { db, config } = app;
  const chains = chainsOf(app);
  const looks = lookJob(app, chains);
  return [
    ...mailJobs(app),
    messageMailJob(app),
    // At the start as well: after BUSINESS_TZ was changed the figures are missing until it has run.
    { name: 'revenue', everySeconds: minute, atStart: true, run: () => rollFigures(db, config.businessTz) },
    { name: 'active clients', everySeconds: hour, run: () => unmarkInactive(db) },
    { name: 'seals of book and statements', everySeconds: minute, run: () => sealBook(db) },
    { name: 'seal of the audit log', everySeconds: minute, run: () => sealAudit(db) },
    mailSealJob(app),
    proofJob(app, databaseUrl),
    backupTestJob(app),
    ...(looks ? [looks] : []),
    ...watchJobs(app, chains),
    ...(chains.networks.length > 0 ? [arrivalsJob(app), autoCreditJob(app, chains)] : []),
    ...connectionJobs(app),
    alertJob(app),
    refillJob(app),
    weeklyJob(app),
    tellAdminsJob(app),
    failingJob(app),
    ...telegramJobs(app),
    { name: 'sweep of counted guesses', everySeconds: minute, run: () => sweepThrottles(db) },
    { name: 'sweep of challenges', everySeconds: minute, run: () => sweepChallenges(db) },
    { name: 'sweep of begun top-ups', everySeconds: hour, run: () => sweepDrafts(db) },
    { name: 'sweep of errors', everySeconds: hour, run: () => sweepErrors(db) },
  ];
}
