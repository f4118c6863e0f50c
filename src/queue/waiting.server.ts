/** How many requests wait, by kind and platform. */
import { statesOf } from '#kinds/facts.ts';
import { kindNamed, kinds, type KindName } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import { lateSql } from '#requests/late.server.ts';
import { listKeysOf, platformsOf } from '#requests/listkeys.server.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';

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
