/** SQL of the queue's figures and of one request's story. Private to queue/. */
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import { mostOfStory } from './queue.api.ts';
import { listKeysOf, platformsOf } from '#requests/listkeys.server.ts';
import { lateSql } from '#requests/late.server.ts';
import { saidAbout } from '#requests/said.server.ts';
import { statesOf } from '#kinds/facts.ts';
import { kindNamed, kinds, type KindName } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';

export type WaitingCount = {
  state: State;
  kind: KindName;
  platform: Platform | null;
  pending: number;
  late: number;
  oldest: Date | null;
};

/** The last count, and which transactions were over by then. Five seconds, as requests become late unasked. */
const lastCountOf = (db: Database) =>
  db.once('queue.counts', () => ttlCache<'last', { seen: string; rows: WaitingCount[] }>({ ttlMs: 5_000 }));

/**
 * What waits, by kind and platform; each list of what waits is counted in the index of lists, without a look at the
 * requests. After every hint all admins ask for it. Where no transaction has begun or ended since it was counted (the
 * same snapshot is seen), it is what it was: who has decided something never sees an older count, through whichever
 * node.
 */
export async function countWaiting(db: Database): Promise<WaitingCount[]> {
  const counts = kinds.flatMap(({ name: kind, ...of }) =>
    platformsOf(kind).flatMap((platform) => {
      const states = statesOf(kindNamed(kind)).filter((state) => waitingStates.includes(state));
      const platforms = platform ? { platforms: [platform] } : {};
      const keys = states.map((state) => [state, ...listKeysOf({ kinds: [kind], ...platforms, states: [state] })]);
      return keys.map(
        ([
          state,
          key,
        ]) => `select '${state}' as state, '${kind}' as kind, ${platform ? `'${platform}'` : 'null'}::text as platform,
          count(*)::int as pending,
        count(*) filter (where ${lateSql(of)})::int as late, min(created_at) as oldest
        from requests where list_key = ${key} and (select seen from now) <> $1`,
      );
    }),
  );
  const cache = lastCountOf(db);
  const known = cache.get('last');
  const found = await db.query<WaitingCount & { seen: string }>(
    'queue.counts',
    `with now as materialized (select pg_current_snapshot()::text as seen)
     select now.seen, counted.* from now left join (${counts.join(' union all ')}) counted on pending > 0
       order by kind, platform, state`,
    [known?.seen ?? ''],
  );
  const { seen } = found[0]!;
  if (seen === known?.seen) return known.rows;
  const rows = found.filter((row) => row.pending > 0).map(({ seen: _, ...row }) => row);
  cache.set('last', { seen, rows });
  return rows;
}

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

/** Says which request an admin has open; true where that is another one than before. */
export async function lookAt(db: Database, admin: bigint, applyId: string): Promise<boolean> {
  const rows = await db.query<{ changed: boolean }>(
    'queue.look',
    `with before as (select apply_id from request_looks where admin = $1 and at > now() - interval '30 seconds')
     insert into request_looks (admin, apply_id) values ($1, $2)
     on conflict (admin) do update set apply_id = excluded.apply_id, at = now()
     returning coalesce((select apply_id from before), '') <> $2 as changed`,
    [admin, applyId],
  );
  return rows[0]!.changed;
}

/** Which of these requests another admin has open: apply id to name. */
export async function lookedAt(db: Database, self: bigint, applyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ applyId: string; username: string }>(
    'queue.looked_at',
    `select l.apply_id as "applyId", u.name as username from request_looks l join people u on u.id = l.admin
     where l.apply_id = any($2::text[]) and l.admin <> $1 and l.at > now() - interval '30 seconds'`,
    [self, applyIds],
  );
  return new Map(rows.map((row) => [row.applyId, row.username]));
}
