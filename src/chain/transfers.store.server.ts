/** SQL of the table transfers. Private to chain/. */
import { sendsMoney, takesWhatArrives } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import { claimOfLine } from './claims.server.ts';
import { countUnusable, firstUnusable, type Unread } from './watching.store.server.ts';

const payouts = kindsWhere(sendsMoney);
const reversedTopups = listKeysOf({ kinds: kindsWhere(takesWhatArrives), states: ['Reversed'] }).join(', ');
const reversedPayouts = listKeysOf({ kinds: payouts, states: ['Reversed'] }).join(', ');
/** What is reversed counts its transfer no more: a top-up's came for nothing, and a payout's client has it twice. */
const reversed = `${reversedTopups}, ${reversedPayouts}`;

/** SQL: whether a transfer `t` is one of several to us in its transaction. */
const isOfBatch = `exists (select from transfers other where other.network = t.network and other.hash = t.hash
  and other.direction = 'In' and other.id <> t.id)`;

/**
 * The request that names a transfer `t` which counts for none yet, or not as far as is written down: the one that
 * claims this line, or all of its transaction. Where a transaction has one line, what was reversed comes last.
 */
export const claimant = `(select c.request from claims c join requests holder on holder.id = c.request
  where c.key in (${claimOfLine('t')}, 'usdt:' || t.hash) and t.direction = 'In'
    and (c.key ^@ ('usdt:' || t.hash || '#') or not exists (
      select from claims other where other.request = c.request and other.key ^@ ('usdt:' || t.hash || '#')))
  order by holder.state = 'Reversed' and not ${isOfBatch}, length(c.key) desc limit 1)`;
/**
 * SQL of transfers `t` that count for no request, or for one that was reversed; as two parts, each by its own index.
 */
export const countedForNobody = (where: string) => `(
  select t.* from transfers t where t.request is null and t.state <> 'Gone' and ${where}
  union all
  select t.* from requests r join transfers t on t.request = r.id
  where r.list_key in (${reversed}) and t.state <> 'Gone' and ${where})`;

/** SQL of whether nobody names a transfer `t` whose request still stands; a reversed top-up keeps its claim. */
export const isUnclaimed = `not exists (select from requests q where q.id = ${claimant} and q.state <> 'Reversed')`;
export const isNobodys = `t.direction <> 'Own' and ${isUnclaimed}`;

type Strays = { count: number; cents: bigint; unknownOut: number; unreadable: number; unread: Unread[] };

/** What came in and is nobody's, in whole cents, how much left that no withdrawal names, and what could not be read. */
export async function strayTransfers(db: Database): Promise<Strays> {
  const [row] = await db.query<Strays>(
    'transfers.stray',
    `select count(*) filter (where t.direction = 'In')::int as count,
       coalesce(sum(floor(t.amount * 100)) filter (where t.direction = 'In'), 0)::bigint as cents,
       count(*) filter (where t.direction = 'Out')::int as "unknownOut", ${countUnusable} as unreadable,
       ${firstUnusable} as unread
     from ${countedForNobody(isNobodys)} t`,
  );
  return row!;
}

type NewTransfer = {
  network: string;
  hash: string;
  block: number;
  at: Date;
  confirmations: number;
  final: boolean;
  lines: {
    publicId: string;
    line: number;
    amount: string;
    sender: string;
    recipient: string;
    direction: 'In' | 'Out' | 'Own';
  }[];
};

export async function keepTransfers(db: Database, transfer: NewTransfer): Promise<void> {
  const call = JSON.stringify(transfer);
  await db.query('transfers.keep', 'select keep_transfers($1, $2)', [call, db.vouch(call)]);
}

/** Names the approved request that a transfer was counted for. */
export async function settleIn(db: Database): Promise<void> {
  await db.query(
    'transfers.settle_in',
    `update transfers t set request = r.id from requests r
     where t.request is null and t.direction = 'In' and t.state <> 'Gone' and r.id = ${claimant}
       and r.state in ('Approved', 'Reversed')
       -- Of a batch only the line that is its own, or was found to be.
       and (not ${isOfBatch}
         or exists (select from claims c where c.key = ${claimOfLine('t')})
         or t.line = (select e.line from evidence e where e.request = r.id and e.hash = t.hash and e.final
           order by e.id desc limit 1))`,
  );
  await db.query(
    'transfers.settle_again',
    `update transfers t set request = r.id from requests reversed, requests r
     where reversed.list_key in (${reversedTopups})
       and t.request = reversed.id and t.direction = 'In' and r.id = ${claimant} and r.state = 'Approved'`,
  );
}

export type Stray = {
  id: bigint;
  network: string;
  hash: string;
  amount: string;
  recipient: string;
  /** It has waited for a day to be named, which is as long as an open withdrawal that it fits excuses it. */
  isOverdue: boolean;
  /** The withdrawal that it paid, and whose approval was taken back. */
  reversed: string | null;
};

const leftForNothing = countedForNobody(`t.direction = 'Out'`);

/** Told once, and once more where the withdrawal that named it meanwhile was reversed. */
const untold = `(alarmed_at is null or alarmed_at < (select r.updated_at from requests r where r.id = t.request))`;

/** What left, pays nothing, and was told to nobody: more than open withdrawals could excuse. */
export function unknownOut(db: Database): Promise<Stray[]> {
  return db.query<Stray>(
    'transfers.unknown_out',
    `select id, network, hash, trim_scale(amount)::text as amount, recipient,
       seen_at <= now() - interval '24 hours' as "isOverdue",
       (select apply_id from requests where id = t.request) as reversed
     from ${leftForNothing} t where ${untold} order by id limit 10000`,
  );
}

type Left = { hash: string; amount: string; recipient: string; at: Date };

/** What left and pays nothing, newest first. */
export function leftUnnamed(db: Database): Promise<Left[]> {
  return db.query<Left>(
    'transfers.left_unnamed',
    `select hash, trim_scale(amount)::text as amount, recipient, at from ${leftForNothing} t
     order by at desc, id desc limit 1000`,
  );
}

/** Where open withdrawals go, and how much: one of them may be on its way, and its hash not named yet. */
export function openWithdrawals(db: Database): Promise<{ address: string; cents: bigint }[]> {
  return db.query(
    'transfers.open_withdrawals',
    `select details ->> 'networkAddress' as address, amount_cents as cents from requests
     where list_key in (${listKeysOf({ kinds: payouts, states: ['Pending', 'To pay'] }).join(', ')}) limit 5000`,
  );
}

/** Which of these were told to nobody before this moment. */
export async function alarm(tx: Database, ids: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    'transfers.alarm',
    `update transfers t set alarmed_at = now() where id = any ($1::bigint[]) and ${untold} returning id`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export type Incoming = {
  network: string;
  hash: string;
  line: number;
  amount: string;
  recipient: string;
  at: Date;
  state: 'Seen' | 'Final';
  confirmations: number;
  /** How many lines of its transaction pay us. */
  lines: number;
};

/** What came in with one of these amounts and was counted for nobody, oldest first. */
export async function incomingOf(db: Database, amounts: readonly bigint[]): Promise<Incoming[]> {
  if (amounts.length === 0) return [];
  return db.query<Incoming>(
    'transfers.incoming',
    `select t.network, t.hash, t.line, trim_scale(t.amount)::text as amount, t.recipient,
     t.at, t.state, t.confirmations,
       (select count(*)::int from transfers o where o.network = t.network and o.hash = t.hash
       and o.direction = 'In') as lines
     from ${countedForNobody(`t.direction = 'In' and
       t.amount = any (array(select cents::numeric / 100 from unnest($1::bigint[]) cents))`)} t
     order by t.at, t.id`,
    [amounts],
  );
}
