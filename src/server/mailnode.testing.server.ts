/** A node that does nothing but send mail, in a thread of its own, so that a test can kill it. */
import { workerData } from 'node:worker_threads';
import { readConfig } from './config.server.ts';
import { openDatabase } from './database.server.ts';
import { startJobs } from './jobs.server.ts';
import { openLog } from './log.server.ts';
import { mailJobs } from './mail.server.ts';
import { secretsOf } from './secrets.server.ts';

const { url, settings, key } = workerData as { url: string; settings: Record<string, string>; key: string };
const db = openDatabase(url, { max: 4 });
const log = openLog({ level: 'silent' });
startJobs({ db, log }, mailJobs({ db, config: readConfig(settings), log, secrets: secretsOf([key]) }));
