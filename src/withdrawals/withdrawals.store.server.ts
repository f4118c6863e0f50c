/** SQL of where withdrawals went before. Private to withdrawals/. */
import type { Cents } from '#kernel/money.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { states, type State } from '#kinds/life.ts';
import { listKeysOf, reading } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Destination } from './destination.api.ts';

export type History = Omit<Destination, 'own' | 'takesTwo' | 'looksLike' | 'sentWith'> & {
  address: string;
  cents: Cents;
  createdAt: Date;
  /** Where else this client was, or wanted to be, paid. */
  known: string[];
};

const addressOf = (r: string) => `${r}.details ->> 'networkAddress'`;
/** Whether a client before, or after, that of `r` was to be paid there; apart, as each is a range of one index. */
const paidToo = (beside: '<' | '>') => `exists (select from requests s where s.kind = 'withdrawal'
  and lower(${addressOf('s')}) = lower(${addressOf('r')}) and s.client ${beside} r.client
    and ${same(addressOf('s'), addressOf('r'))})`;
/** Case counts, but for hexadecimal addresses. */
const same = (one: string, other: string) =>
  `(lower(${one}) = lower(${other}) and (${one} = ${other} or ${one} ilike '0x%'))`;

const payouts = kindsWhere(sendsMoney);
const sent: readonly State[] = ['Approved', 'Reversed'];
const lately = (among: readonly State[], most: number) => {
  const { where, order } = reading('l.key', { client: 'r.client', up: false, beside: 'r.id + 1' });
  return `select w.* from unnest(array[${listKeysOf({ kinds: payouts, states: among }).join(', ')}]) l (key)
    cross join lateral (select * from requests where ${where} ${order} limit ${most}) w`;
};
/**
 * SQL: the latest withdrawals of the client of `r`. Of what admins approved very many; of the rest a few of each state,
 * as nobody is to wait for all that somebody asked for and took back.
 */
const history = `${lately(sent, 1_000)}
  union all ${lately(
    states.filter((state) => !sent.includes(state)),
    100,
  )}`;

/** What is known of the destinations of these withdrawals, by apply id; one round trip. */
export async function historiesOf(db: Database, applyIds: readonly string[]): Promise<Map<string, History>> {
  const rows = await db.query<History & { applyId: string }>(
    'withdrawals.histories',
    `select r.apply_id as "applyId", ${addressOf('r')} as address, r.amount_cents as cents, r.created_at as "createdAt",
       h."paidBefore", h."askedSince", h.known,
       ${paidToo('<')} or ${paidToo('>')} as "ofAnotherClient",
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
       from (${history}) w) h
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
