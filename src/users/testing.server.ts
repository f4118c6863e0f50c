/** What tests of people's accounts need: reading somebody's mails as the outbox holds them, and letting time pass. */
import type { Database } from '#server/database.server.ts';
import type { MailContent } from '#server/mailpage.server.ts';

export type TestMail = { subject: string; content: MailContent; text: string };

/** The mails to an address, newest first. */
export async function mailsTo(owner: Database, address: string): Promise<TestMail[]> {
  const rows = await owner.query<{ subject: string; content: MailContent }>(
    'test.mails',
    'select subject, content from mails where lower(recipient) = lower($1) order by id desc',
    [address],
  );
  return rows.map((row) => ({ ...row, text: row.content.lines.join('\n') }));
}

/** The newest code that was mailed to an address. */
export async function codeTo(owner: Database, address: string): Promise<string> {
  const mail = (await mailsTo(owner, address)).find((each) => each.content.code !== undefined);
  if (!mail) throw new Error(`no code was mailed to ${address}`);
  return mail.content.code!;
}

/** The token of the newest link that was mailed to an address. */
export async function linkTokenTo(owner: Database, address: string): Promise<string> {
  const mail = (await mailsTo(owner, address)).find((each) => each.content.button !== undefined);
  if (!mail) throw new Error(`no link was mailed to ${address}`);
  return new URL(mail.content.button!.url).searchParams.get('token')!;
}

/** As if everybody had signed in eleven minutes ago. A node believes a session for half a second. */
export async function stale(owner: Database, user: bigint): Promise<void> {
  await owner.query('test.stale', `update sessions set signed_in_at = now() - interval '11 minutes' where user_id = $1`, [user]);
  await new Promise((resolve) => setTimeout(resolve, 600));
}
