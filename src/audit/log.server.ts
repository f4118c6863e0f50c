/** The audit log as admins read it: searched, filtered, exported, never changed. */
import type { Database } from '#server/database.server.ts';
import { deepest, reached, totalOf } from '#kernel/page.ts';
import { manyBelieved } from '#server/believed.server.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { literally } from '#server/like.server.ts';
import { exportAuditLog, getAuditLog } from './log.api.ts';

type Row = {
  id: bigint;
  at: Date;
  actor: string | null;
  actorId: string | null;
  actingAdmin: string | null;
  address: string;
  agent: string;
  action: string;
  subject: string | null;
  subjectId: string | null;
  applyId: string | null;
  before: unknown;
  after: unknown;
};

type Filter = {
  q: string;
  action: string;
  applyId: string;
  userId: string;
  from?: string | undefined;
  to?: string | undefined;
  zone: string;
};

export const auditHandlers = [
  handle(getAuditLog, async ({ query, app }) => {
    const filter = { ...query, zone: app.config.businessTz };
    const skip = query.after === '' ? (query.page - 1) * query.limit : 0;
    // A search that does not fill its page has been counted by that; anything else is counted meanwhile.
    const finding = rowsOf(app.db, filter, { after: query.after, skip, limit: query.limit, up: query.sort === 'at' });
    const counting =
      query.q === '' ? countOf(app.db, filter) : finding.then((found) => totalOf(found.length, query) ?? countOf(app.db, filter));
    const [rows, total] = await Promise.all([finding, counting]);
    return {
      message: 'Audit log fetched successfully',
      entries: rows.map(({ id, ...row }) => ({ ...row, _id: String(id) })),
      ...reached(total),
      page: query.page,
      limit: query.limit,
    };
  }),

  handle(exportAuditLog, ({ query, app }) =>
    spreadsheet('auditLog.xlsx', 'Audit log', columns, allRows(app.db, { ...query, zone: app.config.businessTz })),
  ),
];

const columns: readonly SheetColumn<Row>[] = [
  { header: 'Time', type: 'time', value: (row) => row.at },
  { header: 'Who', type: 'text', value: (row) => row.actor },
  { header: 'Acting admin', type: 'text', value: (row) => row.actingAdmin },
  { header: 'From', type: 'text', value: (row) => row.address },
  { header: 'Browser', type: 'text', width: 30, value: (row) => row.agent },
  { header: 'What', type: 'text', width: 26, value: (row) => row.action },
  { header: 'Whom', type: 'text', value: (row) => row.subject },
  { header: 'Apply ID', type: 'text', value: (row) => row.applyId },
  { header: 'Before', type: 'text', width: 40, value: (row) => asText(row.before) },
  { header: 'After', type: 'text', width: 40, value: (row) => asText(row.after) },
];

function asText(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}

function conditionsOf(filter: Filter, values: unknown[]): string {
  const value = (each: unknown) => `$${values.push(each)}`;
  const conditions = ['true'];
  if (filter.applyId) conditions.push(`a.request_apply_id = ${value(filter.applyId.toUpperCase())}`);
  if (filter.action) conditions.push(begins('a.action', filter.action, value));
  if (filter.userId) {
    const person = value(filter.userId.toUpperCase());
    conditions.push(`a.id in (select id from audit_log where actor = (select id from users where public_id = ${person})
      union select id from audit_log where subject = (select id from users where public_id = ${person}))`);
  }
  // Whole days of the agency, both included.
  if (filter.from) conditions.push(`a.at >= (${value(filter.from)}::date)::timestamp at time zone ${value(filter.zone)}`);
  if (filter.to) conditions.push(`a.at < (${value(filter.to)}::date + 1)::timestamp at time zone ${value(filter.zone)}`);
  if (filter.q) conditions.push(searchOf(filter.q, value));
  return conditions.join(' and ');
}

/** As a range, which an index knows to find without knowing the text while it plans. */
function begins(column: string, text: string, value: (each: unknown) => string): string {
  return `${column} collate "C" >= ${value(text)} and ${column} collate "C" < ${value(`${text}\u{10ffff}`)}`;
}

/** An apply id, an action, or people whose name or address holds the text: each way of being found has an index of its own. */
function searchOf(q: string, value: (each: unknown) => string): string {
  const part = value(`%${literally(q)}%`);
  // A range of one number, as where few people do most things the planner would rather read the whole log than trust an index.
  const found = (of: string) =>
    `select l.id from people p cross join lateral (select id from audit_log where ${of} >= p.id and ${of} < p.id + 1 offset 0) l`;
  return `a.id = any (array(with people as materialized (select id from users where username ilike ${part} or email ilike ${part} limit 1000)
    select id from audit_log where request_apply_id = ${value(q.toUpperCase())}
    union select id from audit_log where ${begins('action', q.toLowerCase(), value)} union ${found('actor')} union ${found('subject')}))`;
}

type Slice = { after: string; skip: number; limit: number; up?: boolean };

function rowsOf(db: Database, filter: Filter, { after, skip, limit, up = false }: Slice): Promise<Row[]> {
  const values: unknown[] = [];
  const conditions = conditionsOf(filter, values);
  const [order, beyond] = up ? ['asc', '>'] : ['desc', '<'];
  const cursor = /^\d{1,18}$/.test(after) ? ` and a.id ${beyond} $${values.push(after)}` : '';
  const text = `select a.id, a.at, u.username as actor, u.public_id as "actorId", (select username from users where id = a.acting_admin) as "actingAdmin", a.address, a.agent, a.action,
      s.username as subject, s.public_id as "subjectId", a.request_apply_id as "applyId", a.before, a.after
    from (select * from audit_log a where ${conditions}${cursor} order by a.id ${order} limit ${Number(limit)} offset ${Number(skip)}) a
    left join users u on u.id = a.actor left join users s on s.id = a.subject
    order by a.id ${order}`;
  // Numbers in the text, so that the planner knows how short a page is; only first pages are worth remembering.
  return db.query<Row>(skip === 0 ? `audit.list ${order} ${shapeOf(filter)}${cursor === '' ? '' : ' after'} ${limit}` : '', text, values);
}

async function countOf(db: Database, filter: Filter): Promise<number> {
  const values: unknown[] = [];
  const text = `select count(*)::int as count from (select from audit_log a where ${conditionsOf(filter, values)} limit ${deepest + 1}) found`;
  return manyBelieved(db, `audit ${text} ${values.join('|')}`, async () => {
    const rows = await db.query<{ count: number }>(`audit.count ${shapeOf(filter)}`, text, values);
    return rows[0]!.count;
  });
}

/** The same filter fields make the same statement, which is then prepared once. */
function shapeOf(filter: Filter): string {
  return (['q', 'action', 'applyId', 'userId', 'from', 'to'] as const).filter((name) => filter[name]).join('+');
}

async function* allRows(db: Database, filter: Filter): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const rows = await rowsOf(db, filter, { after, skip: 0, limit: 1000 });
    yield* rows;
    if (rows.length < 1000) return;
    after = String(rows.at(-1)!.id);
  }
}
