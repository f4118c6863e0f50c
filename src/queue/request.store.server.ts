/** SQL of one request's story. Private to queue/. */
import { saidAbout } from '#requests/said.server.ts';
import type { Database } from '#server/database.server.ts';
import { mostOfStory } from './request.api.ts';

type Story = {
  decisions: { at: Date; person: string; verdict: string; proposed: boolean; details: Record<string, unknown> }[];
  movements: {
    at: Date;
    src: string;
    dst: string;
    amount: bigint;
    srcBalance: bigint | null;
    dstBalance: bigint | null;
  }[];
  mails: {
    at: Date;
    recipient: string;
    subject: string;
    sentAt: Date | null;
    tries: number;
    lastError: string | null;
  }[];
  audit: { at: Date; actor: string | null; action: string; address: string; before: unknown; after: unknown }[];
};

/**
 * What was written because of one request, oldest first: of mails and the audit log the newest. `id` is its internal
 * number.
 */
export async function storyOf(db: Database, id: bigint, applyId: string): Promise<Story> {
  const [decisions, movements, mails, audit] = await Promise.all([
    db.query<Story['decisions'][number]>(
      'queue.decisions',
      `select at, person, verdict, proposed, details from (${saidAbout('$1', '$2')}) said order by at, place`,
      [id, applyId],
    ),
    db.query<Story['movements'][number]>(
      'queue.movements',
      `select at, ${readable('src')} as src, ${readable('dst')} as dst, amount::bigint as amount,
         src_balance as "srcBalance", dst_balance as "dstBalance"
       from movements where request = $1 order by id`,
      [id],
    ),
    db.query<Story['mails'][number]>(
      'queue.mails',
      `select at, recipient, subject, "sentAt", tries, "lastError" from (
         select id, made_at as at, recipient, subject, sent_at as "sentAt", tries, last_error as "lastError"
         from mails where request_apply_id = $1 order by id desc limit $2) newest order by id`,
      [applyId, mostOfStory],
    ),
    db.query<Story['audit'][number]>(
      'queue.audit',
      `select at, actor, action, address, before, after from (
         select id, at, actor_name as actor, action, address, before, after
         from audit_log where request_apply_id = $1 order by id desc limit $2) newest order by id`,
      [applyId, mostOfStory],
    ),
  ]);
  return { decisions, movements, mails, audit };
}

/** Ledger accounts carry internal numbers; people read whose money it is from the page around. SQL of one side. */
function readable(side: string): string {
  return `case when ${side} ^@ 'ad:'
    then (select platform || ' ad account ' || ads_id from ad_accounts where id = substr(${side}, 4)::bigint)
    else split_part(${side}, ':', 1) end`;
}
