/** What is known of requests that wait, for the signals beside them: one round trip however many. */
import { deviceOf } from '#kernel/agents.ts';
import { isClaimOf } from '#chain/claims.server.ts';
import { claimant } from '#chain/transfers.server.ts';
import type { Cents } from '#kernel/money.ts';
import { paysOut, takesWhatArrives } from '#kinds/facts.ts';
import { kindNamed, kindsWhere, type Kind, type KindName } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import { shownAt } from '#network/network.server.ts';
import { allOf, isAmong, type Network, type Shown } from '#network/network.ts';
import { kindsInSql } from '#requests/kinds.server.ts';
import { listKeysOf, reading } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import { networkOf } from '#server/network.server.ts';
import { readSecondPair, secondPairSql } from '#settings/settings.server.ts';
import type { Settings } from '#settings/settings.ts';
import { signalsOf, type Known, type PaidAt, type Signal, type SignedIn } from './signals.ts';

type Place = { agent: string; address: string };
type Row = Omit<Known, 'paysOut' | 'toOldAddress' | 'recent' | 'earlier' | 'paidAt'> & {
  applyId: string;
  kind: KindName;
  /** Where it arrived, if that is one of ours, and what clients were shown when it was decided; now, if it waits. */
  arrivedAt: Network | null;
  shown: Shown | null;
  recent: Place[];
  earlier: Place[];
  secondPair: unknown;
};

/**
 * The signals of each of these requests that has any, by apply id; of corrections, for which admins ask, whether
 * sign-in is disabled for their client. `paidAt`: what is known of where the withdrawals among them go, which whoever
 * shows them has looked up already.
 */
export async function signalsAbout(
  db: Database,
  applyIds: readonly string[],
  paidAt?: Promise<ReadonlyMap<string, PaidAt>>,
): Promise<Map<string, Signal[]>> {
  if (applyIds.length === 0) return new Map();
  const [rows, addresses] = await Promise.all([knownOf(db, applyIds), paidAt]);
  const found = rows.map((row): [string, Signal[]] => {
    const { applyId, kind, recent, earlier, arrivedAt, shown, secondPair, ...known } = row;
    const of = kindNamed(kind);
    const places = { recent: recent.map(asSignedIn), earlier: earlier.map(asSignedIn) };
    const toOldAddress = arrivedAt !== null && !isAmong(allOf(shown ?? undefined), arrivedAt);
    const whole = { ...known, ...places, toOldAddress, paysOut: paysOut(of), paidAt: addresses?.get(applyId) };
    const lit = signalsOf(whole, limitsFor(of, readSecondPair(secondPair)));
    return [applyId, isJudged(of) ? lit : lit.filter(({ code }) => code === 'disabled')];
  });
  return new Map(found.filter(([, signals]) => signals.length > 0));
}

/** In a list of admins: what to say beside each of its rows, of which those that wait may have signals. */
export async function signalsBeside(db: Database, rows: readonly { applyId: string; state: State }[]) {
  const waiting = rows.filter(({ state }) => waitingStates.includes(state)).map(({ applyId }) => applyId);
  const lit = await signalsAbout(db, waiting);
  return ({ applyId }: { applyId: string }): { signals?: Signal[] } => {
    const signals = lit.get(applyId);
    return signals ? { signals } : {};
  };
}

/** The amounts above which a second admin is asked for a request of this kind. */
function limitsFor({ secondAdmin }: Kind, secondPair: Settings['secondPair']): Cents[] {
  if (!secondPair.on) return [];
  return secondAdmin.flatMap((rule) => (rule === 'corrections' ? [] : secondPair[rule]));
}

/** Addresses of one provider change from day to day, their beginning rarely does. */
function asSignedIn({ agent, address }: Place): SignedIn {
  const network = networkOf(address);
  return { device: deviceOf(agent), network: network.split('.').slice(0, 2).join('.') };
}

const isJudged = ({ askedBy }: Kind) => askedBy !== 'admin';
const judged = kindsInSql(isJudged);
const paying = kindsInSql(paysOut);
const arriving = kindsInSql(takesWhatArrives);
const credited = kindsWhere(takesWhatArrives)
  .map((name) => `list_key_of('${name}', null, 'Approved')`)
  .join(', ');
/** Who signs in without end must not make a list of what waits longer than anybody can wait for it. */
const mostSignIns = { recent: 50, earlier: 100 };
/**
 * Of its kind, on whatever platform; whether three or a hundred, it is looked at twice. An honest client has now and
 * then an order, a deposit and a refund turned down for the platform's reasons: kinds do not count together.
 */
const mostRejected = 50;
const { where, order } = reading('l.key', { client: 'r.client', up: false });
const rejections = `(select count(*)::int
  from unnest(array[${listKeysOf({ kinds: kindsWhere(isJudged), states: ['Rejected'] }).join(', ')}]) l (key)
    cross join lateral (select decided_at from requests where ${where} ${order} limit ${mostRejected}) q
  where starts_with(l.key, r.kind || ' ') and q.decided_at > r.created_at - interval '30 days')`;
/** What is decided in this very transaction is judged as if it waited. */
const whenDecided = `case when r.decided_at < now() then r.decided_at else 'infinity' end`;
const threeDays = `r.created_at - interval '72 hours'`;
/** Where the person signed in at these times, as far as the last of these sign-ins say. */
const places = (when: string, most: number) =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('agent', s.agent, 'address', s.address)), '[]')
    from (select agent, address from sessions where person = p.id and acting_admin is null and ${when}
      order by created_at desc limit ${most}) s)`;

function knownOf(db: Database, applyIds: readonly string[]): Promise<Row[]> {
  return db.query<Row>(
    'signals.known',
    `select r.apply_id as "applyId", r.kind, r.created_at as "createdAt", r.amount_cents as "amountCents",
       ${secondPairSql} as "secondPair", c.disabled_at is not null as disabled,
       e.at as "sentAt",
       coalesce(e.verdict = 'Different' or e.verdict = 'TooOld' and e.amount * 100 <> r.amount_cents, false) as differs,
       (select count(distinct near.client)::int from (
          select q.client from transfers mine
            cross join lateral (select s.* from transfers s where s.sender = mine.sender
              order by s.id desc limit 500) t
            join requests q on q.id = coalesce(t.request, ${claimant}) and q.state in ('Approved', 'Reversed')
          where mine.network = e.network and mine.hash = e.hash and mine.line = e.line and q.client <> r.client
          limit 200) near) as "sendersClients",
       case when e.recipient is not null and e.verdict <> 'WrongRecipient'
         then jsonb_build_object('networkName', e.network, 'networkAddress', e.recipient) end as "arrivedAt",
       ${shownAt(whenDecided)} as shown,
       exists (select from proofs p join proofs other on other.picture = p.picture
         join requests twin on twin.details ->> 'proof' = other.id::text and twin.details ? 'proof'
         where p.id = (r.details ->> 'proof')::bigint and twin.id <> r.id) as "pictureSeen",
       e.hash is not null and (exists (select from claims c where ${isClaimOf('e.hash')} and c.request <> r.id)
         or exists (select from evidence n join requests q on q.id = n.request
           where n.hash = e.hash and q.client <> r.client)) as "alsoClaimed",
       r.kind in (${arriving}) and exists (select from declarations d
         where d.cents = r.amount_cents and d.client <> r.client
           and d.created_at > r.created_at - interval '8 days') as "declaredByAnother",
       case when r.details ? 'declaration' then (
         select count(distinct coalesce(d.paylink, -d.id))::int
         from declarations own join declarations d on d.client = own.client
         where own.request = r.id and d.request is null and d.created_at > r.created_at - interval '8 days'
           and (d.cents between r.amount_cents - 1000 and r.amount_cents + 1000
             or not (select is_known(own.client, own.wanted_cents)))
           and (d.paylink is null or d.paylink is distinct from own.paylink)
       ) else 0 end as unsent,
       case when r.kind in (${paying}) then (select min(q.decided_at) from requests q
         where q.client = r.client and q.list_key in (${credited})) end as "firstCreditAt",
       case when p.password_changed_at > p.created_at then p.password_changed_at end as "passwordChangedAt",
       p.email_changed_at as "emailChangedAt",
       ${rejections} as rejections,
       ${places(`created_at <= r.created_at and created_at >= ${threeDays}`, mostSignIns.recent)} as recent,
       ${places(`created_at < ${threeDays}`, mostSignIns.earlier)} as earlier
     from requests r join clients c on c.id = r.client
     left join people p on p.id = r.asked_by and p.admin_role is null
     left join lateral (
       select * from evidence e where e.request = r.id order by e.id desc limit 1) e on r.kind in (${arriving})
     where r.apply_id = any ($1::text[]) and (r.kind in (${judged}) or c.disabled_at is not null)`,
    [applyIds],
  );
}
