/** SQL of automatic crediting: declared amounts that arrived and wait, and what was credited so in a day. */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';

export type Arrived = {
  applyId: string;
  client: ClientId;
  /** Who declared it; null where it was whoever pays a pay link. */
  person: PersonId | null;
  cents: Cents;
  hash: string;
  /** The line of the transaction that it is about. */
  line: number;
  networkName: string;
  networkAddress: string;
  /** When it was declared. */
  createdAt: Date;
  /** Whether its client was credited as much before. */
  isKnown: boolean;
  /** Whether its own approval is already among those of the day. */
  counted?: boolean;
};

/**
 * Top-ups of declared amounts that wait, with the final transfer that each is about; oldest first. Signals are read
 * from what a look found, so nothing is here before that. What was left to admins a moment ago (`resting`) takes the
 * place of nothing else.
 */
export function arrivedDeclarations(db: Database, resting: readonly string[]): Promise<Arrived[]> {
  return db.query<Arrived>(
    'autocredit.arrived',
    `select r.apply_id as "applyId", r.client, d.person, d.cents, t.hash, t.line, d.network_name as "networkName",
       d.network_address as "networkAddress", d.created_at as "createdAt",
       is_known(r.client, d.wanted_cents) as "isKnown"
     from requests r join declarations d on d.request = r.id
     join transfers t on t.hash = r.transaction_id and t.direction = 'In' and t.state = 'Final' and t.request is null
       and t.amount = d.cents::numeric / 100
     join lateral (select * from evidence e where e.request = r.id order by e.id desc limit 1) e
       on e.verdict = 'Verified' and e.network = t.network and e.hash = t.hash and e.line = t.line
     where r.list_key = list_key_of('topup', null, 'Pending') and r.amount_cents = d.cents
       and r.apply_id <> all ($1::text[])
     order by r.id, t.line limit 200`,
    [resting],
  );
}

/** What the portal itself credited in the last 24 hours. */
export async function creditedInADay(db: Database, client: bigint): Promise<{ client: Cents; agency: Cents }> {
  const [row] = await db.query<{ client: Cents; agency: Cents }>(
    'autocredit.in_a_day',
    `select coalesce(sum(coalesce(r.received_cents, r.amount_cents)) filter (where r.client = $1), 0)::bigint as client,
       coalesce(sum(coalesce(r.received_cents, r.amount_cents)), 0)::bigint as agency
     from requests r where r.state = 'Approved' and r.kind = 'topup' and r.decided_at > now() - interval '24 hours'
       and r.decided_by in (select id from people where admin_role = 'Portal')`,
    [client],
  );
  return row!;
}
