/** SQL of where withdrawals went before. Private to withdrawals/. */
import type { Database } from '#server/database.server.ts';
import type { Destination } from './destination.api.ts';

export type History = Omit<Destination, 'own' | 'takesTwo' | 'looksLike'> & {
  address: string;
  /** Where else this client was, or wanted to be, paid. */
  known: string[];
};

const addressOf = (r: string) => `${r}.details ->> 'networkAddress'`;
/** Case counts, but for hexadecimal addresses. */
const same = (one: string, other: string) =>
  `(lower(${one}) = lower(${other}) and (${one} = ${other} or ${one} ilike '0x%'))`;

/** What is known of the destinations of these withdrawals, by apply id; one round trip. */
export async function historiesOf(db: Database, applyIds: readonly string[]): Promise<Map<string, History>> {
  const rows = await db.query<History & { applyId: string }>(
    'withdrawals.histories',
    `select r.apply_id as "applyId", ${addressOf('r')} as address, h."paidBefore", h."askedSince", h.known,
       exists (select from requests s where s.kind = 'withdrawal' and s.client <> r.client
         and lower(${addressOf('s')}) = lower(${addressOf('r')})
           and ${same(addressOf('s'), addressOf('r'))}) as "ofAnotherClient",
       case when p.password_changed_at > p.created_at then p.password_changed_at end as "passwordChangedAt",
       p.email_changed_at as "emailChangedAt", a.added_at as "addedAt",
       case when r.state in ('Pending', 'To pay') then payable_from(r.id, null) end as "payableFrom"
     from requests r
     left join people p on p.id = r.asked_by
     left join payout_addresses a on a.client = r.client and a.network = r.details ->> 'networkName'
       and a.compared = compared_address(${addressOf('r')}) and a.removed_at is null
     cross join lateral (
       select count(*) filter (where ${same(addressOf('w'), addressOf('r'))} and w.state = 'Approved'
         and w.id <> r.id)::int as "paidBefore",
         coalesce(min(w.created_at) filter (where ${same(addressOf('w'), addressOf('r'))}),
         r.created_at) as "askedSince",
         coalesce(array_agg(distinct ${addressOf('w')}) filter (where ${addressOf('w')} is not null), '{}') as known
       from requests w where w.client = r.client and w.list_key ^@ 'withdrawal ' and w.id <= r.id) h
     where r.apply_id = any ($1::text[]) and r.kind = 'withdrawal'`,
    [applyIds],
  );
  return new Map(rows.map(({ applyId, ...history }) => [applyId, history]));
}

/** Until when each of these withdrawals waits, by apply id; those that do not wait are left out. */
export async function waitsOf(db: Database, applyIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.query<{ applyId: string; from: Date }>(
    'withdrawals.waits',
    `select apply_id as "applyId", w.from from requests r cross join lateral (select payable_from(r.id, null) as from) w
     where apply_id = any ($1::text[]) and w.from is not null`,
    [applyIds],
  );
  return new Map(rows.map(({ applyId, from }) => [applyId, from]));
}
