/**
 * Checks that no sum can make: whose an account is, how an order was split, at which rate and when, who decided, and
 * whether roll-ups and earlier proofs still hold. One statement each, as in book.checks.server.ts.
 */
import { sendsMoney, takesFee, takesWhatArrives } from '#kinds/facts.ts';
import { kinds, type Kind } from '#kinds/kinds.ts';
import { kindsInSql, ordering } from './kinds.server.ts';

const ofAdmins = kindsInSql(({ askedBy }) => askedBy === 'admin');
const ofEither = kindsInSql(({ askedBy }) => askedBy === 'either');
const takingShares = kindsInSql(({ postings }) => postings.some(({ rides }) => rides === 'share'));
const prefix = `case ${kinds.flatMap(prefixesOf).join(' ')} end`;

function prefixesOf({ name, prefix: said }: Kind): string[] {
  if (typeof said === 'string') return [`when r.kind = '${name}' then '${said}-'`];
  return Object.entries(said).map(
    ([platform, each]) => `when r.kind = '${name}' and r.platform = '${platform}' then '${each}-'`,
  );
}

export const everythingIsOnesOwn = `
  select case when b.account not in ('wallet:' || b.client, 'held:' || b.client)
      then b.account || ' is said to be of client ' || b.client end as finding
  from balances b where b.account not like 'ad:%'
  union all
  select case when p.client is distinct from r.client or r.asked_by is not null
      or r.amount_cents <> coalesce(d.cents, p.amount_cents) or r.details ? 'declaration' and d.id is null
    then 'Request ' || r.apply_id || ' is not a payment through ' || (r.details ->> 'paylink') end
  from requests r left join paylinks p on p.public_id = r.details ->> 'paylink'
    left join declarations d on d.request = r.id and d.paylink = p.id
    where r.kind in (${kindsInSql(takesWhatArrives)}) and r.details ? 'paylink'
  union all
  select case when r.kind in (${ofAdmins}) and p.admin_role is null
      then 'Request ' || r.apply_id || ' was asked for by nobody who may correct'
    when r.kind not in (${ofAdmins}) and m.client is distinct from r.client and not (r.details ? 'paylink')
        and not (r.kind in (${ofEither}) and p.admin_role is not null)
      then 'Request ' || r.apply_id || ' was asked for by somebody else than its client'
    when left(r.apply_id, 3) <> ${prefix} then 'Request ' || r.apply_id || ' is called as what it is not: '
      || concat_ws(' ', r.platform, r.kind)
    when (r.platform is null) = (r.kind in (${kindsInSql(({ hasPlatform }) => hasPlatform)}))
      then 'Request ' || r.apply_id || ' has a platform that is not of its kind' end
  from requests r left join people p on p.id = r.asked_by left join members m on m.person = r.asked_by`;

/** Each ad account got what the lines that name it say, and a reversal takes the same back. */
export const ordersAreSplit = `
  select case when m.step = 2 and not exists (
        select from movements a where a.request = m.request and a.step = 1 and a.dst = m.src
          and a.amount = m.amount and a.fee = m.fee)
      then 'Application ' || r.apply_id || ' took back ' || m.amount || ' (fee ' || m.fee || ') from ' || m.src
        || ', which had been given something else'
    when m.step = 1 and (m.amount is distinct from x.amount or m.fee is distinct from x.fee)
      then 'Application ' || r.apply_id || ' put ' || m.amount || ' (fee ' || m.fee || ') into '
        || m.dst || ', ordered were '
        || coalesce(x.amount, 0) || ' (fee ' || coalesce(x.fee, 0) || ')' end as finding
  from requests r
  join movements m on m.request = r.id and (m.step = 1 and m.dst ^@ 'ad:' or m.step = 2 and m.src ^@ 'ad:')
  cross join lateral (
    select sum(l.amount_cents) as amount, sum(l.fee_cents) as fee from request_lines l
    where l.request = r.id and 'ad:' || l.ad_account = case m.step when 1 then m.dst else m.src end) x
  where r.kind in (${ordering})`;

/** A request that takes a fee has to say at which rate: without one nothing proves the fee. */
export const feesFollowRates = `
  select case when r.fee_cents is distinct from div(r.amount_cents * p.points + 5000, 10000)
      then 'Request ' || r.apply_id || ' has a fee of ' || r.fee_cents || ' on ' || r.amount_cents
        || ' at ' || coalesce(p.points || ' basis points', 'no rate that it says') end as finding
  from requests r
  cross join lateral (select coalesce(r.details ->> 'rate', r.details ->> 'topupBasisPoints')::numeric as points) p
  where r.kind in (${kindsInSql(takesFee)})
  union all
  select case when m.fee <> div(m.amount::numeric * m.fee_before, m.before)
      then 'Request ' || r.apply_id || ' took a fee of ' || m.fee || ' along with ' || m.amount
    || ', of ' || m.fee_before || ' in ' || m.before end
  from (select request, step, id, amount, fee, src, account, before, sum(fee_in) over (partition by account
    order by id) - fee_in as fee_before
    from (select request, step, id, amount, fee, src, dst as account, fee as fee_in, null::bigint as before
      from movements where dst ^@ 'ad:'
      union all select request, step, id, amount, fee, src, src, -fee, src_balance + amount
        from movements where src ^@ 'ad:') sides) m
  join requests r on r.id = m.request and r.kind in (${takingShares})
  where m.step < 2 and m.src = m.account`;

/** Everything that a verdict writes has to carry the time of its transaction. */
export const timesAgree = `
  select case when m.at is distinct from case m.step when 0 then r.created_at when 1
      then r.decided_at else r.reversed_at end
    then 'Request ' || r.apply_id || ' moved money at ' || m.at || ' in step ' || m.step
      || ', which is not when it says' end as finding
  from movements m join requests r on r.id = m.request
  union all
  select case when d.verdict = 'release' and r.state <> 'To pay' then case when d.at > r.decided_at
      then 'Request ' || r.apply_id || ' was paid or taken back before two admins agreed' end
    when d.at is distinct from case d.verdict when 'reverse' then r.reversed_at else r.decided_at end
      then 'Request ' || r.apply_id || ' was given the verdict ' || d.verdict || ' at '
        || d.at || ', which is not when it says'
    when d.person <> case d.verdict when 'reverse' then r.reversed_by else r.decided_by end
      then 'Request ' || r.apply_id || ' names another person for the verdict ' || d.verdict || ' than its decision'
    when d.at < r.created_at then 'Request ' || r.apply_id || ' was decided before it was made'
    when d.verdict in ('approve', 'pay')
      and (r.kind in (${kindsInSql(({ approvalNeeds }) => approvalNeeds === 'transactionId')})
      and d.details -> 'fill' ->> 'transactionId' is distinct from coalesce(r.transaction_id, '')
      or r.kind in (${kindsInSql(takesWhatArrives)})
        and coalesce(d.details -> 'fill' ->> 'receivedCents', '') <> coalesce(r.received_cents::text, ''))
        and d.details <> '{}'
      then 'Request ' || r.apply_id || ' says another transaction or amount than its approval did'
    when d.verdict = 'cancel' and m.client is distinct from r.client
      then 'Request ' || r.apply_id || ' was cancelled by somebody else than its client'
    when d.verdict <> 'cancel' and p.admin_role is null
      then 'Request ' || r.apply_id || ' was given the verdict ' || d.verdict || ' by somebody who is no admin'
    when d.verdict in ('approve', 'pay') and d.person = r.asked_by and d.at <> r.created_at
        and r.kind not in (${ofEither})
      then 'Request ' || r.apply_id || ' was decided by who asked for it' end
  from decisions d join requests r on r.id = d.request left join people p on p.id = d.person
    left join members m on m.person = d.person`;

/** What is logged of a request whose money the agency sends, and who did it by the request: `r`. */
const loggedOf: Readonly<Record<string, string>> = {
  asked: 'r.asked_by',
  approved: 'r.decided_by',
  paid: 'r.decided_by',
  to_pay: `(select d.person from decisions d where d.request = r.id and d.verdict = 'release' order by d.id limit 1)`,
  rejected: 'r.decided_by',
  taken_back: 'r.decided_by',
  cancelled: 'r.decided_by',
  reversed: 'r.reversed_by',
};
const logged = (...steps: readonly string[]) =>
  kinds
    .filter(sendsMoney)
    .flatMap(({ name }) => steps.map((step) => `'${name}.${step}'`))
    .join(', ');
const whoByRequest = Object.entries(loggedOf)
  .map(([step, who]) => `when a.action in (${logged(step)}) then ${who}`)
  .join(' ');

/**
 * Where money was sent, how much, with which transfer and by whose word stands in the audit log too, which is sealed.
 * Read from its entries: what none says is not compared.
 */
export const payoutsAreAsLogged = `
  select case when r.id is null
      then 'The log has ' || a.action || ' of ' || a.request_apply_id || ', which is not there'
    when a.action in (${logged('asked')}) and exists (
        select from (values (a.after ->> 'networkName', r.details ->> 'networkName'),
          (a.after ->> 'networkAddress', r.details ->> 'networkAddress'),
          (a.after ->> 'amountCents', r.amount_cents::text)) v (said, kept)
        where said is not null and said is distinct from kept)
      then 'Request ' || r.apply_id || ' is to send ' || r.amount_cents || ' to '
        || concat_ws(' on ', r.details ->> 'networkAddress', r.details ->> 'networkName')
        || ', the log says ' || concat_ws(' ', a.after ->> 'amountCents', a.after ->> 'networkAddress',
          a.after ->> 'networkName')
    when a.action in (${logged('approved', 'paid', 'reversed')})
        and a.after ->> 'transactionId' is distinct from r.transaction_id and a.after ? 'transactionId'
      then 'Request ' || r.apply_id || ' names the transfer ' || coalesce(r.transaction_id, 'none') || ', the log says '
        || coalesce(a.after ->> 'transactionId', 'none')
    when a.actor <> coalesce(case ${whoByRequest} end, 0)
      then 'Request ' || r.apply_id || ' says that somebody else did ' || a.action || ' than the log' end as finding
  from audit_log a left join requests r on r.apply_id = a.request_apply_id
  where a.action in (${logged(...Object.keys(loggedOf))})`;

/** What each kind of account holds: by its balances, or by its history where it keeps no balance. */
const sides = `select id, dst::text as account, amount::bigint as cents from movements
  union all select id, src, -amount from movements`;

export const figuresAgree = `
  with held as (
    select split_part(account, ':', 1) as place, sum(balance) as cents from balances group by 1
    union all select account, sum(cents) from (${sides}) s where account not like '%:%' group by 1),
  later as (
    select r.zone, split_part(s.account, ':', 1) as place, sum(s.cents) as cents from rollups r
      join (${sides}) s on s.id > r.movement group by 1, 2)
  select case when coalesce(t.cents, 0) + coalesce(l.cents, 0) <> coalesce(h.cents, 0)
      then 'The roll-up of ' || coalesce(t.zone, h.zone) || ' says that '
    || coalesce(t.cents, 0) + coalesce(l.cents, 0) || ' are in ' || coalesce(t.place, h.place)
    || ', the book says ' || coalesce(h.cents, 0) end as finding
  from place_totals t
  full join (select r.zone, held.* from rollups r cross join held) h on h.zone = t.zone and h.place = t.place
  left join later l on l.zone = coalesce(t.zone, h.zone) and l.place = coalesce(t.place, h.place)
  union all
  select case when r.clients <> (select count(*) from clients where id <= r.client)
      then 'The roll-up of ' || r.zone || ' counts ' || r.clients || ' clients' end
  from rollups r
  union all
  select case when coalesce(d.cents, 0) <> coalesce(s.cents, 0)
      then 'The roll-up of ' || coalesce(d.zone, s.zone) || ' says ' || coalesce(d.cents, 0) || ' of '
        || coalesce(d.what || ' ' || d.part, s.what || ' ' || s.part) || ' on ' || coalesce(d.day, s.day)
        || ', the book says ' || coalesce(s.cents, 0) end
  from day_figures d
  full join (select r.zone, f.* from rollups r cross join lateral figures_of(0, r.movement, r.zone) f) s
    on s.zone = d.zone and s.what = d.what and s.day = d.day and s.part = d.part`;

/**
 * Each earlier proof has noted the newest seals of its time. They have to be there unchanged; if somebody removed the
 * seals and made new ones, they are not.
 */
export const proofsStillHold = `
  select case when s.head is distinct from a.movement_head
      then 'The proof of ' || a.at || ' saw another seal of movement ' || a.movement end as finding
  from audits a left join seals s on s.last_movement = a.movement where a.movement is not null
  union all
  select case when s.head is distinct from a.entry_head
      then 'The proof of ' || a.at || ' saw another seal of audit entry ' || a.entry end
  from audits a left join audit_seals s on s.last_entry = a.entry where a.entry is not null`;
