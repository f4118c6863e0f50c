/**
 * What tests of people's accounts need: reading somebody's mails, their codes as they arrive, and letting time pass.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { MailContent } from '#server/mailpage.server.ts';

type TestMail = { id: bigint; subject: string; content: MailContent; text: string };

/** The mails to an address as the outbox holds them, newest first. Codes and links are not in it. */
export async function mailsTo(owner: Database, address: string): Promise<TestMail[]> {
  const rows = await owner.query<{ id: bigint; subject: string; content: MailContent }>(
    'test.mails',
    'select id, subject, content from mails where lower(recipient) = lower($1) order by id desc',
    [address],
  );
  return rows.map((row) => ({ ...row, text: textOf(row.content) }));
}

function textOf({ lines, facts = [] }: MailContent): string {
  return [...lines, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

type Mailing = { app: App; db: { owner: Database } };

/** The newest code that was mailed to an address, read from the mail that arrived. */
export async function codeTo(portal: Mailing, address: string): Promise<string> {
  return (await arrived(portal, address, 'Your verification code', /^\s*(\d{6})\s*$/m))[1]!;
}

/** The token of the newest link to set a password that was mailed to an address, read from the mail that arrived. */
export async function linkTokenTo(portal: Mailing, address: string): Promise<string> {
  return (await arrived(portal, address, 'Set a new password', /reset-password\?token=([\w-]+)/))[1]!;
}

/**
 * What `wanted` finds in the newest mail of that subject. Without SMTP_URL a mail arrives as a file, a second after it
 * was queued.
 */
export async function arrived(
  portal: Mailing,
  address: string,
  subject: string,
  wanted: RegExp,
): Promise<RegExpExecArray> {
  const mail = (await mailsTo(portal.db.owner, address)).find((each) => each.subject === subject);
  if (!mail) throw new Error(`no mail "${subject}" was written to ${address}`);
  const folder = join(portal.app.config.dataDir, 'mail');
  for (let turn = 0; turn < 200; turn++) {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((each) => !each.startsWith('.') && each.includes(`-mail-${mail.id}-`));
    const found = name && wanted.exec((await PostalMime.parse(await readFile(join(folder, name)))).text ?? '');
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the mail "${subject}" to ${address} did not arrive`);
}

/** As if everybody had signed in eleven minutes ago. A node caches a session for half a second. */
export async function stale(owner: Database, person: bigint): Promise<void> {
  await owner.query(
    'test.stale',
    `update sessions set signed_in_at = now() - interval '11 minutes' where person = $1`,
    [person],
  );
  await new Promise((resolve) => setTimeout(resolve, 600));
}
