/**
 * The waiting times that pages may promise: how long approvals really took. Counted at most every ten minutes in a
 * process.
 */
import type { KindName } from '#kinds/kinds.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { kindsOfClients } from './hidden.ts';
import { getUsualTimes } from './usual.api.ts';

type UsualTime = { kind: KindName; approved: number; minutes: number };

/** Fewer requests than this say nothing about the next one. */
const fewest = 5;
/** The latest of a month are enough, however many there are. */
const most = 10_000;
const ttlMs = 10 * 60_000;

const cacheOf = (db: Pick<Database, 'once'>) =>
  db.once('usual times', () => ttlCache<'all', Promise<UsualTime[]>>({ ttlMs }));

/** Every place that says a waiting time reads it here: the pages of who waits, and the public site. */
export const usualTimes = (db: Database) => cacheOf(db).read('all', () => readTimes(db));

async function readTimes(db: Database): Promise<UsualTime[]> {
  return db.query<UsualTime>(
    'requests.usual_times',
    `select kind, count(*)::int as approved,
       ceil(percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 60)::int
         as minutes
     from (select kind, created_at, decided_at from requests
       where state = 'Approved' and decided_at > now() - interval '30 days' and kind = any ($1)
       order by decided_at desc limit ${most}) latest
     group by kind having count(*) >= ${fewest} order by kind`,
    [kindsOfClients],
  );
}

export const usualHandlers = [
  handle(getUsualTimes, async ({ app }) => ({
    message: 'Usual times fetched successfully',
    times: await usualTimes(app.db),
  })),
];
