/**
 * A search in the table of all requests: by the beginning of an apply id, Ads ID or transaction id, or by any part of
 * the client's name or address. First it is counted, no further than needed, how many requests each way finds and in
 * which lists, and how many clients are called so. Then what is rare is collected by its index, and only lists in which
 * a way is common are walked, so that a row is soon met. Both find the same, so a wrong guess costs only time.
 */
import { spoken } from '#kernel/ids.ts';
import { deepest } from '#kernel/page.ts';
import { comparing, holding, veryCommonName, type Write } from '#server/like.server.ts';
import type { Query } from './list.server.ts';
import { isEverything, listsOf } from './listkeys.server.ts';
import { leadsOf } from './narrowing.server.ts';
import { beginningsOf, type Beginning, type Lines } from './search.server.ts';
import type { Narrowing } from './table.server.ts';
import { blockOf, onPage, type Walk } from './walks.server.ts';

/** How common each way of being found is, counted to one more than sums collect. */
export type Sought = {
  ids: number;
  /** In each list. */
  transactions: number[];
  /** The clients who are called so, as PostgreSQL writes an array; null where these are too many to be collected. */
  clients: string | null;
  /** The share of all clients who are called so, of some who were asked. */
  share: number;
};

/** So many clients are looked at first: where so many are called so, theirs are often too many for sums. */
const firstClients = 40_000;
/** So many clients, evenly spread, are compared with what is sought. */
const sampled = 500;
/** From this share on, clients are looked up row by row; from the second one on also for sums. */
const [common, veryCommon] = [0.03, 0.15];

/** So many transactions of everybody are collected and compared with one client, whose lists are short. */
const ofOneClient = (few: number) => Math.max(Math.floor(few / 4), 0);

/** SQL that counts: tables, and the columns of `Sought`. */
export function countingOf(q: string, narrowing: Narrowing, query: Query, few: number) {
  const mostClients = Math.max(few * 2, 0);
  const write = (value: unknown) => query.value(value);
  const [ids, , transactions] = beginningsOf(q, write);
  const { found, walked: called } = holding(named, q, write);
  const counted = ({ ids: read, order }: Beginning, most: number) =>
    `(select count(*)::int from (${read} ${order} limit ${most + 1}) counted)`;
  const mostTransactions = leadsOf(narrowing).client ? ofOneClient(few) : deepest;
  const keys = `${write(listsOf(narrowing).map(({ key }) => key.slice(1, -1)))}::text[]`;
  return {
    tables: `ends as materialized (select (select id from clients order by id limit 1) as low,
        (select id from clients order by id desc limit 1) as high),
      asked as materialized (select coalesce(avg(one.called::int), 0)::float8 as share
        from generate_series(0, ${sampled - 1}) n cross join lateral (select ${called} as called from clients
          where id >= (select low + (high - low) * n / ${sampled} from ends) order by id limit 1) one),
      crowd as materialized (select share >= ${common} and (select count(*) > ${deepest}
        from (select from clients order by id limit ${deepest + 1}) first) as is_called from asked),
      named as materialized (select id from clients where not (select is_called from crowd) and ${found}
        limit ${mostClients + 1})`,
    columns: `${counted(ids, deepest)} as ids, array(select ${counted(transactions, mostTransactions)}
        from unnest(${keys}) with ordinality l (key, n) order by l.n) as transactions,
      case when not (select is_called from crowd) and (select count(*) from named) <= ${mostClients}
        then array(select id from named)::text end as clients, (select share from asked) as share`,
  };
}

type Finding = {
  q: string;
  narrowing: Narrowing;
  sought: Sought;
  query: Query;
  few: number;
  walk: Walk;
  residuals: readonly string[];
};

/**
 * Conditions on a row, one for each way in which it is collected, and the lists that are walked, with the condition on
 * a row of such a list `l`: undefined where nothing is common.
 */
export function foundBySearch({ q, narrowing, sought, query, few, walk, residuals }: Finding) {
  const forSums = walk.any === true;
  const write = (value: unknown) => query.value(value);
  // For sums also what is a little more common is collected, as lists would be walked to their ends.
  const most = forSums ? few * 2 : few;
  const letters = spoken(q).slice(0, 2);
  // Two letters are those of whole lists. More of an id are found in its index before a list has ended.
  const manyIds = sought.ids > most && !(forSums && spoken(q).length > 3);
  const manyClients = sought.clients === null;
  // Of one client, those of others would be collected in vain.
  const all = sought.transactions.reduce((sum, each) => sum + each, 0);
  const often = leadsOf(narrowing).client && all > ofOneClient(few) ? 0 : most;
  const lists = listsOf(narrowing).map((list, n) => {
    const isOften = sought.transactions[n]! > often;
    const met = [manyIds && list.prefix === `'${letters}'`, list.hasLines, isOften, manyClients];
    return { key: list.key.slice(1, -1), isOften, met };
  });
  const keys = (those: typeof lists) => `${write(those.map(({ key }) => key))}::text[]`;
  // Hashed, while an array is compared key by key with each row; where all lists are meant, they are not asked for.
  const among = isEverything(narrowing) ? 'true' : `(list_key || '' in (select unnest(${keys(lists)}))) is true`;
  const begun = beginningsOf(q, write);
  const [ids, lines, transactions] = begun;
  // Where nothing else narrows the table, the requests of some who are called so may be too many for sums already.
  const some = manyClients && forSums && residuals.length === 0 ? comparing(named, q, write) : 'false';
  const first = `array(select id from (select id, name, email from clients order by id limit ${firstClients}) clients
    where ${some} limit ${deepest / 2})`;
  const ways = [
    `not ${write(manyIds)}::boolean and ${ids.walked} and ${among}`,
    `id = any ((select ids from lined where is_all or ${forSums})::bigint[]) and ${among}`,
    `id = any (array(select r.id from unnest(${keys(lists.filter(({ isOften }) => !isOften))}) l (key)
      cross join lateral (${transactions.ids} ${transactions.order} limit ${deepest * 2}) r))`,
    `client = any (${manyClients ? first : `${write(sought.clients)}::bigint[]`}) and ${among}`,
  ];
  // Orders have several lines, and most of what is found may be in other lists.
  const mostRead = `${write(Math.max(0, few * (forSums ? 16 : 12)))}::int`;
  const lined = linedOf(lines, walk, [among, ...residuals, ...onPage(walk)], mostRead);
  const walks = lists.filter(({ met }) => met.includes(true));
  if (walks.length === 0) return { ways, tables: lined, walks: undefined };
  // Only what is common is asked of a row, so that most is answered by the index alone.
  const isMet = [0, 1, 2, 3].filter((way) => walks.some(({ met }) => met[way]));
  const { tables, looked } = lookedUp(q, write, forSums && manyClients && sought.share < veryCommon);
  const conditions = comparingRows(begun, manyClients ? looked() : '');
  const columns = isMet.map((way) => `${write(walks.map(({ met }) => met[way]))}::boolean[]`);
  const flags = isMet.map((way) => `met${way}`);
  const asked = flags.map((flag) => (flag === 'met1' ? `met1 and not (select is_all from lined) as met1` : flag));
  return {
    ways,
    tables: [...lined, ...tables],
    walks: {
      lists: `(select * from (select ${['key', ...asked].join(', ')}
        from unnest(${[keys(walks), ...columns].join(', ')}) l (${['key', ...flags].join(', ')})) l
        where (${flags.join(' or ')}) ${forSums ? `and (select count(*) <= ${deepest} from collected)` : ''}) l`,
      flags,
      met: [`(${isMet.map((way) => `l.met${way} and ${conditions[way]}`).join(' or ')})`],
    },
  };
}

/**
 * The requests of lines that begin so, `lined`, in one array, and whether they are all that are needed: by age block
 * after block until the page is full, with only what is wanted, so that nothing else fills it; by amount and for sums
 * of all blocks. No more than `most` lines are read, or a block more.
 */
function linedOf({ inBlock }: Lines, walk: Walk, where: readonly string[], most: string): string[] {
  const [low, high] = ['(select low from bounds)', '(select high from bounds)'];
  const latest = 'coalesce((select max(request) from request_lines), 0)';
  const [first, last] = [blockOf(`greatest(${low}, 0)`), blockOf(`least(${high}, ${latest})`)];
  const within = walk.ends.ids ? `request > ${low} and request < ${high}` : 'true';
  if (walk.any || walk.byAmount)
    return [
      `lined as materialized (select ids, cardinality(ids) < ${most} as is_all
        from (select array(select l.request from generate_series(${first}, ${last}) b (block)
          cross join lateral (${inBlock('b.block')}) l where ${within} limit ${most}) as ids offset 0) l)`,
    ];
  const [start, end, next] = walk.up ? [`${first} - 1`, last, 's.block + 1'] : [`${last} + 1`, first, 's.block - 1'];
  const way = walk.up ? '' : 'desc';
  return [
    `lined_steps as (select ${start} as block, ${end} as last, array[]::bigint[] as ids, 0 as found, 0 as read
      union all
      select ${next}, s.last, f.ids, s.found + cardinality(f.ids), s.read + f.read
      from lined_steps s cross join lateral (
        with these as materialized (select request from (${inBlock(next)}) l where ${within})
        select array(select r.id from (select distinct request as id from these order by id ${way} offset 0) t
            cross join lateral (select id from requests where id = t.id and ${where.join(' and ')} offset 0) r
            order by t.id ${way} limit ${walk.most}) as ids,
          (select count(*)::int from these) as read offset 0) f
      where s.block ${walk.up ? '<' : '>'} s.last and s.found < ${walk.most} and s.read < ${most})`,
    `lined as materialized (select array(select unnest(ids) from lined_steps) as ids,
      (select max(found) >= ${walk.most} or bool_or(block = last) from lined_steps) as is_all)`,
  ];
}

/** SQL: whether a row is found, for rows that other filters have collected. */
export function isSought(q: string, query: Query): string {
  const write = (value: unknown) => query.value(value);
  return `(${comparingRows(beginningsOf(q, write), lookedUp(q, write, false).looked()).join(' or ')})`;
}

/** SQL for each way of being found, as a condition on a row. `apply_id || ''` is in no index. */
function comparingRows([ids, lines, transactions]: ReturnType<typeof beginningsOf>, looked: string): string[] {
  return [ids.walked.replaceAll('apply_id', `apply_id || ''`), lines.walked, transactions.walked, looked];
}

/**
 * SQL: whether the client of a row is called so. With `collected`, all who are called so are found before, unless these
 * are very many.
 */
function lookedUp(q: string, write: Write, collected: boolean): { tables: string[]; looked: () => string } {
  const lookup = (called: string) => `(select true from clients where id = requests.client and ${called})`;
  if (!collected) return { tables: [], looked: () => lookup(comparing(named, q, write)) };
  const { found, walked: called } = holding(named, q, write);
  return {
    tables: [
      `named as materialized (select id from clients where ${found} limit ${veryCommonName + 1})`,
      `crowd as materialized (select count(*) > ${veryCommonName} as is_called from named)`,
    ],
    looked: () =>
      `case when (select is_called from crowd) then ${lookup(called)} else client in (select id from named) end`,
  };
}

const named = ['name', 'email'];

/** Whether so much is found that sums need not be counted, where nothing else narrows the table. */
export function isBeyondReach({ transactions }: Sought): boolean {
  return transactions.reduce((all, each) => all + each, 0) > deepest;
}
