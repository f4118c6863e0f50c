/**
 * Searching among ad accounts: by a part of an Ads ID or of a nickname, by a whole id, and among everybody's by a part
 * of the client's name or address. Private to accounts/.
 */
import { normalisedAdsId, spoken } from '#kernel/ids.ts';
import { commonName, comparing, escapeLike, holding, sortOf, type Write } from '#server/like.server.ts';
import type { AccountList } from './accounts.store.server.ts';

/** Each shape of a list is a statement of its own, so that each finds its index. */
export function nameOf({ client, platform, state, q }: AccountList): string {
  const sort = q === '' ? '' : `${sortOf(q)} ${isShort(q)} ${normalisedAdsId(q) === ''}`;
  return `${client !== undefined} ${platform !== ''} ${client === undefined ? state : state !== ''} ${sort}`;
}

/** So many accounts are compared with what is sought before an index is asked: with what is common the page is full. */
const looked = 1_000;

export function pageOf(list: AccountList, order: string, write: Write): string {
  const after = [];
  if (list.after !== '') {
    // What is not there, or is another client's, has nothing behind it.
    const own = list.client === undefined ? '' : ` and client = ${write(list.client)}`;
    const beyond = list.up ? '>' : '<';
    after.push(`id ${beyond} (select id from ad_accounts where public_id = ${write(list.after)}${own})`);
  }
  const skip = list.after === '' ? (list.page - 1) * list.limit : 0;
  const slice = `order by id ${order} limit ${write(list.limit)} offset ${write(skip)}`;
  const { tables, where } = conditionsOf(list, skip + list.limit, after, write);
  if (list.q === '' || list.client !== undefined) return `select * from ad_accounts where ${where} ${slice}`;
  const isFull = `(select count(*) >= ${write(skip + list.limit)}::int from first)`;
  const behind = ['true', ...after].join(' and ');
  const first = `first as materialized (select * from (select * from ad_accounts where ${behind}
      order by id ${order} limit ${looked}) newest
      where ${[...narrowed(list, write), comparedWith(list.q, write)].join(' and ')})`;
  return `with recursive ${[first, ...tables].join(', ')}
    (select * from first where ${isFull} ${slice})
    union all (select * from ad_accounts where not ${isFull} and ${where} ${slice.replace('by id', 'by id + 0')})`;
}

function narrowed({ client, platform, state }: AccountList, write: Write): string[] {
  const parts = ['true'];
  if (client !== undefined) parts.push(`client = ${write(client)}`);
  if (platform !== '') parts.push(`platform = ${write(platform)}`);
  // Of everybody's it is written out, as only so the planner knows the index of those that are not active.
  if (state !== '') parts.push(`state = ${client === undefined ? `'${state}'` : write(state)}`);
  return parts;
}

/** What stands in front of a statement, and the condition on each account. */
type Conditions = { tables: string[]; where: string };

/** `most` newest, or oldest, are enough; `beyond` is what follows the page before. */
export function conditionsOf(list: AccountList, most: number, beyond: readonly string[], write: Write): Conditions {
  const plain = [...narrowed(list, write), ...beyond];
  const all = (...more: string[]) => [...plain, ...more].join(' and ');
  const { q } = list;
  if (q === '') return { tables: [], where: all() };
  // What one client has is compared.
  if (list.client !== undefined)
    return { tables: [], where: all(`(${[...namedBy(q, write), ...held(q, write)].join(' or ')})`) };
  const named = holding(['name', 'email'], q, write).found;
  const others = [
    ...namedBy(q, write),
    `client = any (array(select id from clients where ${named} limit ${commonName}))`,
  ];
  if (!isShort(q)) return { tables: [], where: all(`(${[...others, ...inParts(q, write)].join(' or ')})`) };
  const ofPieces = 'id = any (array(select unnest(ids) from pieced))';
  return { tables: [piecesOf(list, plain, most, write)], where: all(`(${[...others, ofPieces].join(' or ')})`) };
}

const holds = (text: string) => `%${escapeLike(text)}%`;

/** Whether the nickname or the Ads ID holds the text: as the index of parts knows it, and as it is compared. */
function inParts(q: string, write: Write): string[] {
  const key = normalisedAdsId(q);
  return [`nickname ilike ${write(holds(q))}`, ...(key === '' ? [] : [`key like ${write(holds(key))}`])];
}
function held(q: string, write: Write): string[] {
  return inParts(q, write).map((condition) => condition.replace(' ', ` || '' `));
}

/** The index of parts knows three letters or digits in a row, and is read as a whole for less. */
function isShort(q: string): boolean {
  return [q, normalisedAdsId(q)].some((text) => text !== '' && !/[a-z\d]{3}/i.test(text));
}

/**
 * `pieced`: accounts that hold a short text, found by its pieces (`pieces_of`), block after block until they suffice.
 * Asked for are those that the text has as it was typed and as Ads IDs are compared: one condition, as of two the index
 * would be asked in vain and every row be taken to pieces again.
 */
function piecesOf({ q, up }: AccountList, where: readonly string[], most: number, write: Write): string {
  const room = `${write(most)}::int`;
  const [order, step] = up ? ['', '+'] : ['desc', '-'];
  const next = `s.block ${step} 1`;
  const pieces = [q, normalisedAdsId(q)]
    .filter((text) => text !== '')
    .map((text) => `select unnest(pieces_of(${write(text)}, ${next}))`);
  const found = `pieces_of(key || ' ' || nickname, id >> 15) @> array(${pieces.join(' intersect ')})`;
  const last = '(select coalesce(max(id), 0) >> 15 from ad_accounts)';
  return `pieced as (select ${up ? '-1' : `${last} + 1`} as block, array[]::bigint[] as ids, 0 as found
    union all
    select ${next}, f.ids, s.found + cardinality(f.ids) from pieced s cross join lateral (select array(
      select id from ad_accounts where ${[found, ...where].join(' and ')} and (${held(q, write).join(' or ')})
      order by id + 0 ${order} limit ${room}) as ids offset 0) f
    where s.block ${up ? `< ${last}` : '> 0'} and s.found < ${room})`;
}

/** Whether it is found, as a condition on a row that is read anyway. */
function comparedWith(q: string, write: Write): string {
  const called = comparing(['name', 'email'], q, write);
  const owner = `(select true from clients where clients.id = newest.client and ${called})`;
  return `(${[...namedBy(q, write), ...held(q, write), owner].join(' or ')})`;
}

function namedBy(q: string, write: Write): string[] {
  const id = write(spoken(q));
  const about = `select l.ad_account from request_lines l join requests r on r.id = l.request where r.apply_id = ${id}
    union select a.id from ad_accounts a join requests r on r.id = a.request where r.apply_id = ${id}`;
  return [`public_id = ${id}`, `id = any (array(${about}))`];
}
