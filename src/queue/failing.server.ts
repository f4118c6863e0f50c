/** A job or a connection that goes on failing is work that nobody does: admins hear of it, once each time. */
import type { App } from '#server/app.server.ts';
import { newlyFailing, type Job } from '#server/jobs.server.ts';
import { tellOfBroken } from '#connections/telling.server.ts';
import { telegramAdmins } from '#telegram/telegram.server.ts';
import { mailAdmins } from '#users/admins.server.ts';

const page = '/admin/logs/audit';

export function failingJob(app: App): Job {
  return {
    name: 'failing jobs',
    everySeconds: 60,
    async run() {
      await tellOfFailing(app);
      await tellOfBroken(app);
    },
  };
}

/**
 * Tells every admin of jobs that have failed for ten minutes, or run for half a day: in a chat, too, as it may be mail
 * that does not leave.
 */
export async function tellOfFailing(app: App): Promise<void> {
  await app.db.transaction(async (tx) => {
    const failing = await newlyFailing(tx);
    if (failing.length === 0) return;
    await mailAdmins(tx, (to) => ({
      to,
      urgent: true,
      subject: 'The portal cannot do some of its work',
      lines: [
        ...failing.map(({ name, error }) => `${name[0]!.toUpperCase()}${name.slice(1)}: ${error}.`),
        'Each has failed for ten minutes and is tried again, or does not come to its end. Please tell whoever runs the portal.',
      ],
      button: { label: 'Look at the jobs', url: `${app.config.publicUrl}${page}` },
    }));
    await telegramAdmins(app, tx, 'failing', page);
  });
}
