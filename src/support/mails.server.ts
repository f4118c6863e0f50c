/** What was written is mailed to the other side: what comes within minutes in one mail, nothing that was answered. */
import type { App } from '#server/app.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { telegramAdmins } from '#telegram/telegram.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { clientById, whoWants } from '#users/clients.server.ts';
import { dueThreads, takeDue, type Due, type MessageRow } from './support.store.server.ts';
import { nameOf, plainNameOf, threadPageOf } from './support.ts';

const batch = 50;
/** The last ones stand in the mail, the others on the page that it leads to. */
const mostInMail = 5;

export function messageMailJob(app: App): Job {
  return {
    name: 'mails about messages',
    everySeconds: 10,
    isDue: async () => (await dueThreads(app.db, 1)).length > 0,
    run: () => mailMessages(app),
  };
}

export async function mailMessages(app: App): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await dueThreads(app.db, batch))
    await mailOne(app, due).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      failures.push(new Error(`${nameOf(due)}: ${(error as Error).message}`, { cause: error }));
    });
  // One thread that can't be mailed is told of, and holds up no other.
  if (failures.length > 0) throw failures[0];
}

/** Taken and put into the outbox in one transaction, so that it is mailed once. */
async function mailOne(app: App, due: Due): Promise<void> {
  const { db, config } = app;
  const client = await clientById(db, due.client);
  await db.transaction(async (tx) => {
    const messages = await takeDue(tx, due);
    if (messages.length === 0 || !client || client.closedAt) return;
    const content = contentOf(messages, due, config.publicUrl);
    if (due.side === 'agency') {
      // A name may hold any sentence; an address can't.
      const subject = `New message about ${plainNameOf(due)} from ${client.email}`;
      await mailAdmins(tx, (to) => ({ ...content, to, sender: due.client, subject }), { topic: 'message' });
      await telegramAdmins(app, tx, 'message', threadPageOf(due.subject));
      return;
    }
    const subject = `Support wrote to you about ${nameOf(due)}`;
    const readers = await whoWants(tx, due.client, 'message');
    if (readers.length > 0) await queueMail(tx, ...readers.map(({ email: to }) => ({ ...content, to, subject })));
  });
}

function contentOf(messages: readonly MessageRow[], due: Due, publicUrl: string) {
  const { subject, side } = due;
  const name = side === 'agency' ? plainNameOf(due) : nameOf(due);
  const shown = messages.slice(-mostInMail);
  const many = messages.length === 1 ? 'A message' : `${messages.length} messages`;
  const cut = shown.length < messages.length ? ` The last ${shown.length} are quoted.` : '';
  return {
    lines: [`${many} about ${name}.${cut} Please answer in the portal. Replies to this e-mail are not read.`],
    quote: shown.map(({ text }) => text).join('\n\n'),
    button: { label: 'Read and answer', url: `${publicUrl}${threadPageOf(subject)}` },
    applyId: subject,
  };
}
