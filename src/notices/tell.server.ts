/** A client is told of something: in the bell of each of its people, and by mail to those who want such mails. */
import type { MailTopic } from '#kinds/topics.ts';
import type { Database } from '#server/database.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';
import { mailOwners, whoWants } from '#users/clients.server.ts';
import { notify, type Notice } from './notices.server.ts';

type Content = Omit<Mail, 'to'>;

/** In the caller's transaction; `mailFor` writes to the one of this name. Hint `notice` to the client after commit. */
export async function tellClient(
  tx: Database,
  notice: Notice & { topic: MailTopic },
  mailFor: (name: string) => Content | Promise<Content>,
): Promise<void> {
  await notify(tx, notice);
  const readers = await whoWants(tx, notice.client, notice.topic);
  // A name may hold any sentence, and an address that was not proved may be a stranger's.
  const mails = readers.map(async ({ name, email, isProved }) => ({
    to: email,
    ...(await mailFor(isProved ? name : 'there')),
  }));
  if (mails.length > 0) await queueMail(tx, ...(await Promise.all(mails)));
}

/**
 * Warns of what moves a client's money into other hands, whatever its people have switched off: a thief in the session
 * is not the first to hear of it. In the caller's transaction; hint `notice` to the client after commit.
 */
export async function tellOwners(
  tx: Database,
  notice: Omit<Notice, 'topic'>,
  { subject, warning, label }: { subject: string; warning: string; label: string },
): Promise<void> {
  const { client, text, link, applyId } = notice;
  await notify(tx, { ...notice, topic: 'security' });
  const mail = { urgent: true, subject, lines: [text, warning], button: { label, url: link }, applyId };
  await mailOwners(tx, client, (to) => ({ ...mail, to }));
}
