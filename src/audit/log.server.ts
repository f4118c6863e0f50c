/** The audit log as admins read it: searched, filtered, exported, never changed. */
import { deviceOf } from '#kernel/agents.ts';
import { deepest, reached, totalOf } from '#kernel/page.ts';
import { inBatches } from '#server/batches.server.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { actionText, changesOf } from './entries.ts';
import { exportAuditLog, getAuditLog } from './log.api.ts';
import { entriesOf, shapeOf, type Filter } from './search.server.ts';

type Row = {
  id: bigint;
  at: Date;
  actor: string | null;
  actorId: string | null;
  address: string;
  agent: string;
  action: string;
  subject: string | null;
  subjectId: string | null;
  applyId: string | null;
  before: unknown;
  after: unknown;
};

export const auditHandlers = [
  handle(getAuditLog, async ({ query, app }) => {
    const filter = { ...query, zone: app.config.businessTz };
    const skip = query.after === '' ? (query.page - 1) * query.limit : 0;
    // A search that does not fill its page has been counted by that; anything else is counted meanwhile.
    const finding = rowsOf(app.db, filter, { after: query.after, skip, limit: query.limit, up: query.sort === 'at' });
    const counting =
      query.q === ''
        ? countOf(app.db, filter)
        : finding.then((found) => totalOf(found.length, query) ?? countOf(app.db, filter));
    const [rows, total] = await Promise.all([finding, counting]);
    return {
      message: 'Audit log fetched successfully',
      entries: rows.map(({ id, ...row }) => ({ ...row, _id: String(id) })),
      ...reached(total),
      page: query.page,
      limit: query.limit,
    };
  }),

  handle(exportAuditLog, async ({ query, app }) => {
    const [zone, db] = [app.config.businessTz, await app.oldReads.database()];
    return spreadsheet('auditLog.xlsx', 'Audit log', columns, allRows(db, { ...query, zone }), zone);
  }),
];

const columns: readonly SheetColumn<Row>[] = [
  { header: 'When', type: 'time', value: (row) => row.at },
  { header: 'Who', type: 'text', value: (row) => row.actor },
  { header: 'From', type: 'text', value: (row) => row.address },
  { header: 'Browser', type: 'text', width: 30, value: (row) => row.agent && deviceOf(row.agent) },
  { header: 'What', type: 'text', width: 26, value: (row) => actionText(row.action) },
  { header: 'About', type: 'text', value: (row) => row.subject },
  { header: 'Apply ID', type: 'text', value: (row) => row.applyId },
  { header: 'Before', type: 'text', width: 40, value: (row) => saidOf(row, 'was') },
  { header: 'After', type: 'text', width: 40, value: (row) => saidOf(row, 'is') },
];

/** One side of what changed, as the page says it: `Total: $57.50; Ads ID: 123-456-7890`. */
function saidOf({ before, after }: Row, side: 'was' | 'is'): string {
  return changesOf(before, after)
    .flatMap(({ label, [side]: text }) => (text === undefined ? [] : `${label}: ${text}`))
    .join('; ');
}

type Slice = { after: string; skip: number; limit: number; up?: boolean };

function rowsOf(db: Database, filter: Filter, { after, skip, limit, up = false }: Slice): Promise<Row[]> {
  const values: unknown[] = [];
  const write = (value: unknown) => `$${values.push(value)}`;
  const [order, beside] = up ? ['asc', '>'] : ['desc', '<'];
  const beyond = /^\d{1,18}$/.test(after) ? ` and a.id ${beside} ${write(after)}` : '';
  // Numbers in the text, so that the planner knows how short a page is; only first pages are worth remembering.
  const { before, ids } = entriesOf(filter, write, { beyond, up, most: Number(skip) + Number(limit) });
  const text = `${before}select a.id, a.at, a.actor_name as actor, ${idOf('a.actor')} as "actorId",
      a.address, a.agent, a.action,
      coalesce((select name from people where id = a.subject), (select name from clients
      where id = a.subject)) as subject,
      ${idOf('a.subject')} as "subjectId", a.request_apply_id as "applyId", a.before, a.after
    from audit_log a
    where a.id = any (array(select id from (${ids}) ids
      order by id ${order} limit ${Number(limit)} offset ${Number(skip)}))
    order by a.id ${order}`;
  return db.query<Row>(
    skip === 0 ? `audit.list ${order} ${shapeOf(filter)}${beyond === '' ? '' : ' after'} ${limit}` : '',
    text,
    values,
  );
}

/** The `_id` of a client, of the client that a person acts for, or of an admin. */
function idOf(number: string): string {
  return `coalesce((select public_id from clients where id = ${number}),
    (select c.public_id from members m join clients c on c.id = m.client where m.person = ${number}),
    (select public_id from people where id = ${number}))`;
}

async function countOf(db: Database, filter: Filter): Promise<number> {
  const values: unknown[] = [];
  const most = deepest + 1;
  const { before, ids } = entriesOf(filter, (value) => `$${values.push(value)}`, { beyond: '', up: false, most });
  const text = `${before}select count(*)::int as count from (select from (${ids}) ids limit ${most}) found`;
  return cachedCount(db, `audit ${text} ${values.join('|')}`, async () => {
    const rows = await db.query<{ count: number }>(`audit.count ${shapeOf(filter)}`, text, values);
    return rows[0]!.count;
  });
}

function allRows(db: Database, filter: Filter): AsyncGenerator<Row> {
  return inBatches((last, limit) => rowsOf(db, filter, { after: String(last?.id ?? ''), skip: 0, limit }));
}
