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
import { listsOf, type Lists } from './listkeys.server.ts';
import { beginningsOf, type Beginning } from './search.server.ts';

/** How common each way of being found is, counted to one more than sums collect. */
export type Sought = {
  ids: number;
  lines: number;
  /** In each list. */
  transactions: number[];
  /** The clients who are called so, as PostgreSQL writes an array; null where these are too many to be collected. */
  clients: string | null;
  /** The share of all clients who are called so, of some who were asked. */
  share: number;
};

/** Ads IDs that begin alike are often of one time, so that the way to the first one may be long. */
const mostLines = 60_000;
/** So many clients, evenly spread, are compared with what is sought. */
const sampled = 500;
/** From this share on, clients are looked up row by row; from the second one on also for sums. */
const [common, veryCommon] = [0.03, 0.15];

/** SQL that counts: tables, and the columns of `Sought`. */
export function countingOf(q: string, lists: Lists, query: Query, mostClients: number) {
  const write = (value: unknown) => query.value(value);
  const [ids, lines, transactions] = beginningsOf(q, write);
  const { found, walked: called } = holding(named, q, write);
  const counted = ({ ids: read, order }: Beginning, most = deepest) =>
    `(select count(*)::int from (${read} ${order} limit ${most + 1}) counted)`;
  const keys = `${write(listsOf(lists).map(({ key }) => key.slice(1, -1)))}::text[]`;
  return {
    tables: `ends as materialized (select (select id from clients order by id limit 1) as low,
        (select id from clients order by id desc limit 1) as high),
      asked as materialized (select coalesce(avg(one.called::int), 0)::float8 as share
        from generate_series(0, ${sampled - 1}) n cross join lateral (select ${called} as called from clients
          where id >= (select low + (high - low) * n / ${sampled} from ends) order by id limit 1) one),
      crowd as materialized (select share >= ${common} and (select count(*) > ${deepest}
        from (select from clients order by id limit ${deepest + 1}) first) as is_called from asked),
      named as materialized (select id from clients where not (select is_called from crowd) and ${found}
        limit ${Math.max(mostClients, 0) + 1})`,
    columns: `${counted(ids)} as ids, ${counted(lines, mostLines)} as lines,
      array(select ${counted(transactions)} from unnest(${keys}) with ordinality l (key, n)
        order by l.n) as transactions,
      case when not (select is_called from crowd) and (select count(*) from named) <= ${mostClients}
        then array(select id from named)::text end as clients, (select share from asked) as share`,
  };
}

type Finding = {
  q: string;
  lists: Lists;
  sought: Sought;
  query: Query;
  few: number;
  /** Sums need no order. `narrowed`: other filters leave out some of what is found. */
  sums?: { narrowed: boolean } | undefined;
};

/**
 * Conditions on a row, one for each way in which it is collected, and the lists that are walked, with the condition on
 * a row of such a list `l`: undefined where nothing is common.
 */
export function foundBySearch({ q, lists: asked, sought, query, few, sums }: Finding) {
  const forSums = sums !== undefined;
  const write = (value: unknown) => query.value(value);
  // For sums also what is a little more common is collected, as lists would be walked to their ends.
  const most = forSums ? few * 2 : few;
  const letters = spoken(q).slice(0, 2);
  // Two letters are those of whole lists. More of an id are found in its index before a list has ended.
  const manyIds = sought.ids > most && !(forSums && spoken(q).length > 3);
  const manyLines = sought.lines > Math.min(few * 12, mostLines);
  const manyClients = sought.clients === null;
  const all = listsOf(asked).map((list, n) => {
    const often = sought.transactions[n]! > most;
    const met = [manyIds && list.prefix === `'${letters}'`, manyLines && list.hasLines, often, manyClients];
    return { key: list.key.slice(1, -1), often, met };
  });
  const keys = (those: typeof all) => `${write(those.map(({ key }) => key))}::text[]`;
  const among = `list_key || '' = any (${keys(all)})`;
  const begun = beginningsOf(q, write);
  const [ids, lines, transactions] = begun;
  // For sums of everything some of what is common is collected, too. That may be enough, and then nothing is walked.
  const fewLines = sums?.narrowed === false ? 'true' : `not ${write(manyLines)}::boolean`;
  const ways = [
    `not ${write(manyIds)}::boolean and ${ids.walked} and ${among}`,
    `${fewLines} and id = any (array(${lines.ids} ${lines.order} limit ${mostLines * 2})) and ${among}`,
    `id = any (array(select r.id from unnest(${keys(all.filter(({ often }) => !often))}) l (key)
      cross join lateral (${transactions.ids} ${transactions.order} limit ${deepest * 2}) r))`,
    `client = any (${write(sought.clients)}::bigint[]) and ${among}`,
  ];
  const walks = all.filter(({ met }) => met.includes(true));
  if (walks.length === 0) return { ways, tables: [], walks: undefined };
  // Only what is common is asked of a row, so that most is answered by the index alone.
  const isMet = [0, 1, 2, 3].filter((way) => walks.some(({ met }) => met[way]));
  const { tables, looked } = lookedUp(q, write, forSums && manyClients && sought.share < veryCommon);
  const conditions = comparingRows(begun, isMet.includes(3) ? looked() : '');
  const columns = isMet.map((way) => `${write(walks.map(({ met }) => met[way]))}::boolean[]`);
  const flags = isMet.map((way) => `met${way}`);
  const lists = `unnest(${[keys(walks), ...columns].join(', ')}) l (${['key', ...flags].join(', ')})`;
  return {
    ways,
    tables,
    walks: {
      lists: forSums ? `(select * from ${lists} where (select count(*) <= ${deepest} from collected)) l` : lists,
      flags,
      met: [`(${isMet.map((way) => `l.met${way} and ${conditions[way]}`).join(' or ')})`],
    },
  };
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
