/** The list of transfers as admins narrow it: its pages, and what all of it adds up to. Private to chain/. */
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import type { Write } from '#server/like.server.ts';
import { claimant, countedForNobody, isNobodys } from './transfers.store.server.ts';

export type TransferRow = {
  publicId: string;
  network: string;
  hash: string;
  line: number;
  amount: string;
  sender: string;
  recipient: string;
  direction: 'In' | 'Out' | 'Own';
  block: number;
  at: Date;
  confirmations: number;
  state: 'Seen' | 'Final' | 'Gone';
  applyId: string | null;
  clientId: string | null;
  clientName: string | null;
  /** The request that it counted for was reversed. */
  reversed: boolean;
  alarmed: boolean;
  /** A fork took it back after it had counted, and nobody has seen to it. */
  lost: boolean;
};

export type TransferList = {
  state: TransferRow['state'] | '';
  direction: string;
  nobodys: boolean;
  /** A hash, or an account in hexadecimal digits; undefined for all, null for what can be neither. */
  found: { hash: string } | { account: string } | null | undefined;
  /** From this moment on, and before that one. */
  from: Date | undefined;
  to: Date | undefined;
  oldestFirst: boolean;
  page: number;
  limit: number;
  after: string;
};

/** A page of transfers; one round trip. */
export function listTransfers(db: Database, list: TransferList): Promise<TransferRow[]> {
  const values: unknown[] = [];
  const write = (value: unknown) => `$${values.push(value)}`;
  const [order, beyond] = list.oldestFirst ? ['asc', '>'] : ['desc', '<'];
  const source = sourceOf(list, write);
  const after =
    list.after === ''
      ? ''
      : ` and (t.at, t.id) ${beyond} (select at, id from transfers where public_id = ${write(list.after)})`;
  const skip = list.after === '' ? (list.page - 1) * list.limit : 0;
  return db.query<TransferRow>(
    `transfers.list ${order} ${list.after !== ''} ${nameOf(list)}`,
    `select t.public_id as "publicId", t.network, t.hash, t.line, trim_scale(t.amount)::text as amount,
     t.sender, t.recipient,
       t.direction, t.block::float8 as block, t.at, t.confirmations, t.state, t.alarmed_at is not null as alarmed,
       t.state = 'Gone' and t.lost_at is not null and t.acknowledged_at is null and r.state = 'Approved' as lost,
       r.apply_id as "applyId", coalesce(r.state = 'Reversed', false) as reversed,
       c.public_id as "clientId", c.name as "clientName"
     from (select t.* from ${source} t where true${after}
       order by t.at ${order}, t.id ${order} limit ${write(list.limit)} offset ${write(skip)}) t
     left join requests r on r.id = coalesce(t.request, ${claimant}) left join clients c on c.id = r.client
     order by t.at ${order}, t.id ${order}`,
    values,
  );
}

export type TransferSum = Pick<TransferRow, 'direction' | 'state' | 'amount'>;

/**
 * How many transfers there are, counted to one more than pages can reach, and exactly what they add up to; undefined
 * where there are more. One round trip.
 */
export async function sumTransfers(
  db: Database,
  list: TransferList,
): Promise<{ count: number; sums: TransferSum[] | undefined }> {
  const values: unknown[] = [];
  const source = sourceOf(list, (value) => `$${values.push(value)}`);
  const sums = await db.query<TransferSum & { count: number }>(
    `transfers.sums ${nameOf(list)}`,
    `select direction, state, count(*)::int as count, trim_scale(sum(amount))::text as amount
     from (select direction, state, amount from ${source} t limit ${deepest + 1}) found group by direction, state`,
    values,
  );
  const count = sums.reduce((all, each) => all + each.count, 0);
  return { count, sums: count > deepest ? undefined : sums };
}

function conditionsOf(list: TransferList, write: Write): string {
  const parts = ['true'];
  // Written out, as only so the planner knows the index of few that this state has.
  if (list.state !== '') parts.push(`t.state = '${list.state}'`);
  if (list.direction !== '') parts.push(`t.direction = ${write(list.direction)}`);
  if (list.found === null) parts.push('false');
  else if (list.found && 'hash' in list.found) parts.push(`t.hash = ${write(list.found.hash)}`);
  else if (list.found) {
    const place = write(list.found.account);
    parts.push(`(t.sender = ${place} or t.recipient = ${place})`);
  }
  if (list.from) parts.push(`t.at >= ${write(list.from)}`);
  if (list.to) parts.push(`t.at < ${write(list.to)}`);
  return parts.join(' and ');
}

function sourceOf(list: TransferList, write: Write): string {
  const conditions = conditionsOf(list, write);
  if (list.nobodys) return countedForNobody(`${isNobodys} and ${conditions}`);
  return `(select t.* from transfers t where ${conditions})`;
}

function nameOf({ state, direction, nobodys: free, found, from, to }: TransferList): string {
  const sought = found === null ? 'nothing' : found && Object.keys(found)[0];
  return [state, direction !== '', free, sought, from !== undefined, to !== undefined].join(' ');
}
