/** What the portal does by itself, as admins see it. Which jobs there are says `background.server.ts`. */
import { handle } from '#server/handle.server.ts';
import { jobStates } from '#server/jobs.server.ts';
import { getJobs } from './jobs.api.ts';

export const jobHandlers = [
  handle(getJobs, async ({ app }) => ({ message: 'Jobs fetched successfully', jobs: await jobStates(app.db) })),
];
