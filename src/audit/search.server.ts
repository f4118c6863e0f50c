/**
 * Which entries of the audit log are wanted. What is common (an action, a busy admin) is most of the log, and what is
 * rare a few rows of it, so each way of being found is read from its own index, newest first, and no further than is
 * wanted.
 */
import { endOfDay, startOfDay } from '#kernel/days.ts';
import { deepest } from '#kernel/page.ts';
import { commonName, holding, sortOf, type Write } from '#server/like.server.ts';

export type Filter = {
  q: string;
  action: string;
  applyId: string;
  userId: string;
  from?: string | undefined;
  to?: string | undefined;
  zone: string;
};

/** How much of a list is wanted: SQL for the ids that lie beyond the page before, which way, and how many. */
type Reach = { beyond: string; up: boolean; most: number };

/** The same fields make the same statement, which is then prepared once. */
export function shapeOf(filter: Filter): string {
  const fields = (['q', 'action', 'applyId', 'userId', 'from', 'to'] as const).filter((name) => filter[name]);
  return [...fields, ...(filter.q ? [sortOf(filter.q)] : [])].join('+');
}

/**
 * SQL for the ids of the first `most` entries, perhaps some more and out of order, with what stands in front of the
 * statement.
 */
export function entriesOf(filter: Filter, write: Write, { beyond, up, most }: Reach): { before: string; ids: string } {
  const days = daysOf(filter, write);
  const rest = ` and ${conditionsOf(filter, write)}${days.map(({ compared }) => compared).join('')}${beyond}`;
  const places = days.map(({ place }) => place);
  const between = days.map(({ lies }) => lies).join('');
  const walk = (where: string) =>
    `(select a.id from audit_log a where ${where}${between}${rest} order by a.id ${up ? '' : 'desc'} limit ${most})`;
  // A range of one, as where few people do most things the planner would rather read the whole log than trust an index.
  const read = (column: string, is: string) =>
    `(select a.id from audit_log a where a.${column} >= ${is} and a.${column} <= ${is}${rest}
      order by a.${column} ${up ? 'desc' : ''}, a.id ${up ? '' : 'desc'} limit ${most})`;
  const before = places.length > 0 ? `with recursive ${places.join(', ')} ` : '';
  if (filter.q !== '') return searchFor(filter.q, write, { walk, read, most, rest, places });
  if (filter.userId === '') return { before, ids: walk('true') };
  const whom = [`whom as materialized (${numbersOf(filter.userId, write)})`, ...places];
  const ids = ['actor', 'subject']
    .map((column) => `select l.id from whom p cross join lateral ${read(column, 'p.id')} l`)
    .join(' union ');
  if (days.length === 0) return { before: `with recursive ${whom.join(', ')} `, ids };
  // Who has done very much has done it on all days, so that the days are walked.
  const done = `select l.id from whom p cross join lateral (
    select id from audit_log where actor >= p.id and actor <= p.id limit ${commonName + 1}) l`;
  const busy = `(select count(*) from (${done}) done) > ${commonName}`;
  const theirs = `(a.actor = any (array(select id from whom)) or a.subject = any (array(select id from whom)))`;
  return {
    before: `with recursive ${whom.join(', ')} `,
    ids: `select id from (${ids}) ids where not (${busy}) union ${walk(`${busy} and ${theirs}`)}`,
  };
}

/** The numbers behind an `_id`: of a client and all its people, or of an admin. */
function numbersOf(publicId: string, write: Write): string {
  const own = `public_id = ${write(publicId.toUpperCase())}`;
  return `select id from people where ${own} union all select id from clients where ${own}
    union all select m.person from clients c join members m on m.client = c.id where c.${own}`;
}

/**
 * Whole days of the agency, both included. Entries are written in the order of time, but for those whose transactions
 * ran beside each other, so that the `place` of a moment is found by halving the ids, an hour further out. A walk goes
 * no further than what `lies` between; who reads an index of its own is told nothing of ids, or the planner would walk
 * the days for each.
 */
function daysOf({ from, to, zone }: Filter, write: Write): { place: string; lies: string; compared: string }[] {
  const halved = (name: string, moment: string) => `${name} as (
    select 0::bigint as low, coalesce(max(id), 0) + 1 as high from audit_log
    union all select case when e.at < ${moment} then middle else low end, case when e.at < ${moment}
      then high else middle end
    from (select low, high, (low + high) / 2 as middle from ${name} where high - low > 1) h
    cross join lateral (select at from audit_log where id >= middle order by id limit 1) e)`;
  const days = [];
  if (from) {
    const first = `${write(startOfDay(from, zone))}::timestamptz`;
    const place = halved('since', `${first} - interval '1 hour'`);
    days.push({ place, lies: ' and a.id >= (select max(low) from since)', compared: ` and a.at >= ${first}` });
  }
  if (to) {
    const end = `${write(endOfDay(to, zone))}::timestamptz`;
    const place = halved('until', `${end} + interval '1 hour'`);
    days.push({ place, lies: ' and a.id < (select min(high) from until)', compared: ` and a.at < ${end}` });
  }
  return days;
}

type Ways = {
  walk: (where: string) => string;
  read: (column: string, is: string) => string;
  most: number;
  rest: string;
  places: readonly string[];
};

/**
 * Entries of an apply id, of actions that begin so, and of people whose name or address holds the text. Where very many
 * people are named so, a page is soon full by walking the log; who counts asks for more than a page, and asks the
 * people.
 */
function searchFor(q: string, write: Write, { walk, read, most, rest, places }: Ways): { before: string; ids: string } {
  const { found, walked } = holding(['name', 'email'], q, write);
  const byId = `a.request_apply_id = ${write(q.toUpperCase())}`;
  const byAction = begins('a.action', q.toLowerCase(), write);
  const counting = most > deepest;
  const named = (counting ? deepest : commonName) + 1;
  const many = `(select count(*) from whom) > ${commonName}`;
  const next = (beyond: string) => `(select min(a.action collate "C") from audit_log a where ${byAction}${beyond})`;
  const before = `with recursive whom as materialized (
      (select id from people where ${found} limit ${named})
      union all (select id from clients where ${found} limit ${named})), actions as (
    select ${next('')} as action union all select ${next(' and a.action collate "C" > actions.action')}
      from actions where action is not null)
    ${places.map((place) => `, ${place}`).join('')} `;
  const of = (column: string) =>
    `select l.id from whom p cross join lateral ${read(column, 'p.id')} l${counting ? '' : ` where not (${many})`}`;
  const ways = [
    `select a.id from audit_log a where ${byId}${rest}`,
    `select l.id from actions t cross join lateral ${read('action collate "C"', 't.action')} l`,
    ...['actor', 'subject'].map(of),
  ];
  const isNamed = [
    ['people', 'actor'],
    ['people', 'subject'],
    ['clients', 'subject'],
  ]
    .map(([table, column]) => `(select true from ${table} where id = a.${column} and ${walked})`)
    .join(' or ');
  if (!counting) ways.push(walk(`${many} and (${byId} or ${byAction} or ${isNamed})`));
  return { before, ids: ways.join(' union ') };
}

function conditionsOf(filter: Filter, write: Write): string {
  const conditions = ['true'];
  if (filter.applyId) conditions.push(`a.request_apply_id = ${write(filter.applyId.toUpperCase())}`);
  if (filter.action) conditions.push(begins('a.action', filter.action, write));
  if (filter.userId && filter.q) {
    const numbers = `(array(${numbersOf(filter.userId, write)}))`;
    conditions.push(`(a.actor = any ${numbers} or a.subject = any ${numbers})`);
  }
  return conditions.join(' and ');
}

/** As a range, which an index knows to find without knowing the text while it plans. */
function begins(column: string, text: string, write: Write): string {
  return `${column} collate "C" >= ${write(text)} and ${column} collate "C" < ${write(`${text}\u{10ffff}`)}`;
}
