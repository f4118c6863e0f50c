/**
 * Searching in lists of requests: by the beginning of an apply id, Ads ID or transaction id, or by any part of the
 * client's name or address. Each way of being found is a range of its own index, so that a rare word costs nothing
 * among millions. What is common (the letters that all ids of a kind begin with, a name that many people have) is found
 * by walking the list itself: rows come soon that way, while collecting all of them by an index would take long.
 *
 * The portal's statements are planned without looking at values, so each statement contains both ways and chooses one
 * when it runs: nothing may depend on the planner's guess of how rare a word is.
 */
import { spoken } from '#kernel/ids.ts';
import { commonName, holding, veryCommonName, type Write } from '#server/like.server.ts';
import type { RequestList } from './listkeys.server.ts';
import { blockOf } from './walks.server.ts';

/** `client` is SQL, or undefined for a search among everybody's requests; `lists` are those that are searched. */
type Sought = { q: string; client: string | undefined; lists: readonly RequestList[]; write: Write };

type Search = {
  /** Stands in front of the statement. */
  before: string;
  /** Conditions on `requests`, one for each way of being found. */
  ways: string[];
  /** The condition on each row while a list is walked; where all ways are rare, nothing is walked. */
  walking(list: RequestList): string;
};

/** If more requests than this begin alike, that beginning is common. */
const commonBeginning = 5_000;

/** How the rows of a page are found. */
export function searchFor({ q, client, lists, write }: Sought): Search {
  const letters = lettersOf(q, write);
  const begun = beginningsOf(q, write);
  const tables = begun.map(
    (beginning, way) => `begun${way} as materialized (${readTo(commonBeginning + 1, beginning, lists)})`,
  );
  const many = begun.map((_, way) => `(select count(*) from begun${way}) > ${commonBeginning} as many${way}`);
  const ways = begun.map((_, way) => `id = any (array(select id from begun${way})) and ${among(lists, client)}`);
  const conditions = begun.map(({ walked }) => walked);
  if (client === undefined) {
    const named = holding(['name', 'email'], q, write);
    many.push(`(select count(*) from named) > ${commonName} as many${tables.length}`);
    tables.push(`named as materialized (select id from clients where ${named.found} limit ${commonName + 1})`);
    ways.push(`client = any (array(select id from named)) and ${among(lists)}`);
    conditions.push(`(select true from clients where id = requests.client and ${named.walked})`);
  }
  const is = (way: number) => `(select many${way} from common)`;
  return {
    before: `with ${tables.join(', ')}, common as materialized (select ${many.join(', ')}) `,
    ways: ways.map((way, n) => `not ${is(n)} and ${way}`),
    walking({ prefix }) {
      const met = conditions.map((_, way) => (way === 0 ? `(${is(0)} and ${prefix} = ${letters})` : is(way)));
      return ` and (${met.join(' or ')}) and (${conditions.map((condition, way) => `${met[way]} and ${condition}`).join(' or ')})`;
    },
  };
}

/**
 * Counts what a search among everybody's requests finds, up to `most`. Common words soon reach that number. For letters
 * that many ids begin with, and names that very many people have, it walks the lists.
 */
export function allFor({ q, lists, write }: Omit<Sought, 'client'>, most: number): string {
  const [ids, lines, transactions] = beginningsOf(q, write);
  const alike = `list_key = any (array(select key
    from unnest(${keysOf(lists)}, array[${lists.map(({ prefix }) => prefix).join(', ')}]) lists (key, prefix)
    where prefix = ${lettersOf(q, write)}))`;
  const named = holding(['name', 'email'], q, write);
  const many = (table: string, of: number) => `(select count(*) from ${table}) > ${of}`;
  const ways = [
    `select id from begun where not (${many('begun', commonBeginning)}) and ${among(lists)}`,
    // `apply_id || ''` keeps the planner from the index of ids, which it would take because it expects few rows.
    `select id from requests where ${many('begun', commonBeginning)} and ${alike}
     and ${ids.walked.replaceAll('apply_id', `apply_id || ''`)}`,
    `select id from requests where not (${many('lines', most)}) and id = any (array(select id from lines))
     and ${among(lists)}`,
    `select id from requests where ${many('lines', most)} and ${lines.walked}
     and list_key = any (${keysOf(lists.filter((list) => list.hasLines))})`,
    `select id from (${readTo(most, transactions, lists)}) transactions`,
    `select id from requests where not (${many('named', veryCommonName)}) and client = any (array(select id from named))
     and ${among(lists)}`,
    `select id from requests where ${many('named', veryCommonName)} and list_key = any (${keysOf(lists)})
     and (select true from clients where id = requests.client and ${named.walked})`,
  ].map((way) => `(${way} limit ${most})`);
  return `with begun as materialized (select id, list_key from requests
    where ${ids.walked} ${ids.order} limit ${commonBeginning + 1}),
    lines as materialized (${readTo(most + 1, lines, lists)}),
    named as materialized (select id from clients where ${named.found} limit ${veryCommonName + 1})
    select count(*)::int as count from (select from (${ways.join(' union ')}) found limit ${most}) counted`;
}

/** SQL for the ids of a range of an index, of that index in a list `l`, or of request lines, block after block. */
export type Beginning = { ids: string; order: string; walked: string; inList?: true };
export type Lines = Beginning & { inBlock: (block: string) => string };

/**
 * The lines of one block of requests, by Ads ID: those that begin alike are in order of their age but for one block,
 * however many they are.
 */
const linesInBlock = (block: string, where: string) => `select request from request_lines
  where ${blockOf('request')} = ${block} and ${where} order by ${blockOf('request')}, lower(ads_id) using ~<~ offset 0`;

/**
 * Each beginning as a range of an index, and as a condition on a row for when a list is walked. Ranges, because
 * statements are planned without values, and then no index serves `like $1`. Each range is read in the order of its
 * index, so that no more of it is read than is wanted. The index of transaction ids begins with the list: many of one
 * list begin alike, and none of another.
 */
export function beginningsOf(q: string, write: Write): [ids: Beginning, lines: Lines, transactions: Beginning] {
  const [least, beyond] = [write(q.toLowerCase()), write(`${q.toLowerCase()}\u{10ffff}`)];
  const id = spoken(q);
  // An apply id begins with two letters that say its kind, so a single letter is the beginning of no useful search.
  const range = id.length < 2 ? 'false' : `apply_id >= ${write(id)} and apply_id < ${write(`${id}\u{10ffff}`)}`;
  const begins = (name: string) => `${name} ~>=~ ${least} and ${name} ~<~ ${beyond}`;
  const ofLines = begins('lower(ads_id)');
  const ofTransaction = begins('lower(transaction_id)');
  return [
    { ids: `select id from requests where ${range}`, order: 'order by apply_id', walked: range },
    {
      ids: `select l.request as id
        from generate_series(${blockOf('(select max(request) from request_lines)')}, 0, -1) b (block)
        cross join lateral (${linesInBlock('b.block', ofLines)}) l`,
      order: '',
      // Not `exists`, for which the planner may read the lines of all requests.
      walked: `(select true from request_lines where request = requests.id and ${ofLines} limit 1)`,
      inBlock: (block) => linesInBlock(block, ofLines),
    },
    {
      ids: `select id from requests where list_key || '  ' = l.key || '  ' and ${ofTransaction}`,
      order: `order by list_key || '  ', lower(transaction_id) using ~<~`,
      // Not as in the index, so that the planner takes that in which the list is walked.
      walked: begins(`lower(transaction_id || '')`),
      inList: true,
    },
  ];
}

function readTo(most: number, { ids, order, inList }: Beginning, lists: readonly RequestList[]): string {
  const read = `${ids} ${order} limit ${most}`;
  return inList
    ? `select r.id from unnest(${keysOf(lists)}) l (key) cross join lateral (${read}) r limit ${most}`
    : read;
}

const keysOf = (lists: readonly RequestList[]) => `array[${lists.map(({ key }) => key).join(', ')}]::text[]`;

/**
 * `list_key || ''` and `client + 0` keep the planner from the indexes of lists and clients: these rows were already
 * found by a better one.
 */
function among(lists: readonly RequestList[], client?: string): string {
  return `list_key || '' = any (${keysOf(lists)})${client === undefined ? '' : ` and client + 0 = ${client}`}`;
}

/**
 * SQL for the first two letters of what was typed. A list whose apply ids begin with other letters need not be walked.
 */
function lettersOf(q: string, write: Write): string {
  return `${write(spoken(q).slice(0, 2))}::text`;
}
