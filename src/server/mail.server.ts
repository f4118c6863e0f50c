/**
 * Mail leaves through an outbox. A row is written in the same transaction as the event that the mail is about.
 * Afterwards a job on any node sends it, and tries again until it succeeds. Without SMTP_URL a mail becomes an .eml
 * file.
 */
import { join } from 'node:path';
import { oneLine } from '#kernel/oneline.ts';
import type { App } from './app.server.ts';
import type { Database } from './database.server.ts';
import type { Job } from './jobs.server.ts';
import { fileDelivery, patience, smtpDelivery, type Delivery } from './maildelivery.server.ts';
import { renderMail, type MailContent } from './mailpage.server.ts';
import { NoAnswer } from './outward.server.ts';
import type { Secrets } from './secrets.server.ts';

export type Mail = MailContent & {
  to: string;
  subject: string;
  applyId?: string | undefined;
  /**
   * It lets somebody sign in, or warns them of what happens to their account; so it does not wait behind other mails.
   * Such mails take turns between mailboxes: what somebody does to their own account over and over warns them alone.
   */
  urgent?: boolean;
  /** The client who causes the mail, where one client may cause many: then clients take turns. */
  sender?: bigint;
};

/** Puts mails into the outbox, in the caller's transaction. One round trip. */
export async function queueMail(tx: Database, ...mails: Mail[]): Promise<void> {
  await tx.query(
    'mail.queue',
    `insert into mails (recipient, subject, content, request_apply_id, urgent, sender, turn)
     select recipient, subject, content, apply_id, urgent, sender,
       case when sender is null and not urgent then 0
         else row_number() over (partition by sender, recipient) - 1 + case when sender is null
           then (select count(*) from mails w where w.recipient = m.recipient and w.urgent
             and w.sent_at is null and w.failed_at is null)
           else (select count(*) from mails w where w.sender = m.sender and w.recipient = m.recipient
             and w.sent_at is null and w.failed_at is null) end end
     from jsonb_to_recordset($1::jsonb) as m (recipient text, subject text, content jsonb,
       apply_id text, urgent boolean,
       sender bigint)`,
    [
      JSON.stringify(
        mails.map(({ to, subject, applyId, urgent = false, sender, ...content }) => ({
          recipient: to,
          subject: oneLine(subject, 250),
          content,
          apply_id: applyId,
          urgent,
          sender: sender?.toString(),
        })),
      ),
    ],
  );
}

/**
 * What waits for an address whose owner may read it no longer: a mail server may have been away for days. Urgent ones
 * go unless said otherwise, as they may warn of what happens to the account.
 */
export async function dropMails(tx: Database, recipient: string, { urgentToo = false } = {}): Promise<void> {
  await tx.query(
    'mail.drop',
    `update mails set failed_at = now(), last_error = 'Nobody of ours reads this address any more.'
     where recipient = $1 and sent_at is null and failed_at is null and ($2 or not urgent)`,
    [recipient, urgentToo],
  );
}

/** A mail whose code or link lets somebody sign in. Both are encrypted in the outbox and removed once it is sent. */
export function sealedMail(secrets: Secrets, { code, button, ...mail }: Mail): Mail {
  return { ...mail, urgent: true, sealed: secrets.seal(JSON.stringify({ code, button }), aboutMailTo(mail.to)) };
}

function unsealed(secrets: Secrets, { sealed, ...content }: MailContent, recipient: string): MailContent {
  return sealed === undefined
    ? content
    : { ...content, ...(JSON.parse(secrets.open(sealed, aboutMailTo(recipient))) as Partial<MailContent>) };
}

function aboutMailTo(recipient: string): string {
  return `mail:${recipient}`;
}

type DueMail = { id: bigint; recipient: string; subject: string; content: MailContent; tries: number; made_at: Date };

/** Mails of a batch are sent one after the other, so that a short batch keeps nobody waiting for long. */
const batch = 5;
/** How long a mail, and the job that sends it, stay with a node that does not renew its claim. */
const leaseSeconds = 3;
/**
 * How long a mail is tried, with pauses that grow to two hours: a mail server may be away for a weekend, and the mail
 * may be what tells somebody that money left.
 */
const longestTried = `interval '3 days'`;
const longestPause = `interval '2 hours'`;
/** After more tries the pause does not grow any more; a power that went on growing would be no interval at last. */
const mostDoublings = 12;

type Outbox = Pick<App, 'db' | 'config' | 'log' | 'secrets'>;

/**
 * Jobs that send what waits in the outbox, within about a second. A node that stops still finishes the mail that it is
 * sending. Urgent mails have a job, and a connection, of their own.
 */
export function mailJobs(app: Outbox, patient = patience): Job[] {
  return [mailJob(app, 'mail', false, patient), mailJob(app, 'urgent mail', true, patient)];
}

function mailJob(app: Outbox, name: string, urgent: boolean, patient: typeof patience): Job {
  const { config } = app;
  const deliver = config.smtpUrl ? smtpDelivery(config.smtpUrl, patient) : fileDelivery(join(config.dataDir, 'mail'));
  return {
    name,
    everySeconds: 1,
    atStart: true,
    leaseSeconds,
    isDue: () => mailsWait(app.db, urgent),
    async run(stop) {
      await bringBack(app.db, urgent);
      while (!stop.aborted && (await sendBatch(app, deliver, urgent, stop)) === batch);
    },
    close: () => deliver.close(),
  };
}

async function mailsWait(db: Database, urgent: boolean): Promise<boolean> {
  const rows = await db.query(
    'mail.wait',
    `select 1 from mails where ${waits} and next_try_at <= now()
     union all select 1 from mails where ${waits} and ${fromTheFuture} limit 1`,
    [urgent],
  );
  return rows.length > 0;
}

/** SQL: neither sent nor given up, and of this urgency. As the index `mails_waiting` has it. */
const waits = 'sent_at is null and failed_at is null and urgent = $1';

/**
 * SQL: later than anything is put off. So it was written before the database's clock went back, and would wait until
 * that comes again.
 */
const fromTheFuture = `next_try_at > now() + ${longestPause} + interval '1 hour'`;

async function bringBack(db: Database, urgent: boolean): Promise<void> {
  await db.query('mail.bring_back', `update mails set next_try_at = now() where ${waits} and ${fromTheFuture}`, [
    urgent,
  ]);
}

/**
 * Claims mails by moving their next try a little ahead, in one short statement, and again every second while it sends.
 * No lock is held meanwhile. If the node dies while sending, another one tries again within seconds, as the mail may be
 * what somebody needs to sign in; so a mail is sent at least once. One that was claimed before waits longer each time,
 * in case it is the mail itself that kills its node. Where the mail server does not serve, or refuses all of a full
 * batch, the rest waits for the next one; throws where none has left, so that the job counts as one that failed and
 * admins hear of it.
 */
async function sendBatch(outbox: Outbox, deliver: Delivery, urgent: boolean, stop: AbortSignal): Promise<number> {
  const { db } = outbox;
  const claimed = await db.query<DueMail>(
    'mail.claim',
    `update mails set tries = tries + 1,
     next_try_at = now() + least(${longestPause}, ${lease} * power(2, least(tries, ${mostDoublings})))
     where id in (select id from mails
       where ${waits} and next_try_at <= now()
       order by turn, next_try_at, id limit ${batch} for update skip locked)
     returning id, recipient, subject, content, tries, made_at`,
    [urgent],
  );
  const renewing = setInterval(() => void claimAgain(db, claimed).catch(() => {}), leaseSeconds * 333).unref();
  try {
    let [left, refused] = [0, 0];
    for (const mail of claimed) {
      if (stop.aborted || (await claimAgain(db, [mail])).length === 0) continue;
      const failure = await sendOne(outbox, deliver, mail);
      if (!failure) left += 1;
      else if (isOfOneMail(failure) && ++refused < batch) continue;
      else if (left === 0) throw new NoAnswer(failure.message);
      else break;
    }
  } finally {
    clearInterval(renewing);
  }
  return claimed.length;
}

const lease = `interval '${leaseSeconds} seconds'`;

/**
 * Renews claims and answers the mails that are still this node's: those sent before them may have taken longer than the
 * claim lasted.
 */
function claimAgain(db: Database, claimed: readonly DueMail[]): Promise<object[]> {
  return db.query(
    'mail.claim_again',
    `update mails m set next_try_at = greatest(m.next_try_at, now() + ${lease})
     from unnest($1::bigint[], $2::int[]) c (id, tries)
     where m.id = c.id and m.tries = c.tries and m.sent_at is null and m.failed_at is null returning m.id`,
    [claimed.map(({ id }) => id), claimed.map(({ tries }) => tries)],
  );
}

/** Answers why it did not leave. */
async function sendOne(
  { db, config, log, secrets }: Outbox,
  deliver: Delivery,
  mail: DueMail,
): Promise<Failure | undefined> {
  try {
    const content = unsealed(secrets, mail.content, mail.recipient);
    const { text, html, unsubscribe } = renderMail(mail.subject, content, config);
    await deliver({
      from: config.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text,
      html,
      messageId: `<mail-${mail.id}-${mail.made_at.getTime()}@${new URL(config.publicUrl).hostname}>`,
      date: mail.made_at,
      ...(unsubscribe ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>` } } : {}),
    });
    await db.query(
      'mail.sent',
      `update mails set sent_at = now(), last_error = null, content = content - 'sealed' where id = $1`,
      [mail.id],
    );
    if (config.dev)
      log.info(`mail to ${mail.recipient}: ${mail.subject}`, { code: content.code, link: content.button?.url });
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500);
    log.warn('a mail could not be sent', { mail: String(mail.id), tries: mail.tries, reason });
    await db.query(
      'mail.failed',
      `update mails set last_error = $2,
         next_try_at = now() +
           least(${longestPause}, interval '15 seconds' * power(2, least(tries - 1, ${mostDoublings}))),
         failed_at = case when made_at < now() - ${longestTried} then now() end,
         content = case when made_at < now() - ${longestTried} then content - 'sealed' else content end where id = $1`,
      [mail.id, reason],
    );
    return error as Error;
  }
}

/**
 * Its recipient or what stands in it is refused, or it can't be opened: that says nothing of other mails. A server that
 * refuses the sender takes none.
 */
function isOfOneMail({ code, command }: Failure): boolean {
  return code === undefined || (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE';
}

/** `command`: what nodemailer had asked of the server. */
type Failure = NodeJS.ErrnoException & { command?: string };
