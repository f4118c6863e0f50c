/**
 * What `npm run audit` checks, one statement each where a statement can: it answers a row for each thing looked at,
 * with a `finding` where the book is wrong. Expectations are written here from the rules about money, not from the code
 * that keeps them.
 */
import type pg from 'pg';
import { proveStatementTree } from '#ledger/statementproof.server.ts';
import { hashPattern } from '#network/transferids.ts';
import { adAccountsAgree, hasMoneyOf, linesAddUp, settlementsAgree, spendAddsUp } from './book.accounts.server.ts';
import { givesFeeBack, isRevenue, takesOpeningFee, takesWhatArrives } from '#kinds/facts.ts';
import { kindsInSql, makesActive, ordering, replacing, settling } from './kinds.server.ts';
import {
  everythingIsOnesOwn,
  feesFollowRates,
  figuresAgree,
  ordersAreSplit,
  payoutsAreAsLogged,
  proofsStillHold,
  timesAgree,
} from './book.details.server.ts';
import { auditSealsHold, sealsHold, statementSealsHold } from './book.seals.server.ts';

/** `sql`, or what reads itself what no statement can compute. */
type Check = { name: string; of: string } & (
  | { sql: string }
  | { look: (client: pg.ClientBase) => Promise<{ counted: number; wrong: string[] }> }
);

/** SQL: every movement twice, as seen by the account that pays and by the one that is paid. */
const sides = `select dst as account, amount, case when dst ^@ 'ad:' then fee else 0 end as fee,
  dst_balance as after, id from movements
  union all select src, -amount, case when src ^@ 'ad:' then -fee else 0 end, src_balance, id from movements`;

const balancesEqualHistory = `
  select case when b.account is null then s.account || ' has movements but no balance'
    when b.balance <> coalesce(s.amount, 0) then b.account || ' says ' || b.balance || ', its history says '
      || coalesce(s.amount, 0)
    when b.fee_left <> coalesce(s.fee, 0) then b.account || ' has ' || b.fee_left || ' of fee left, its history says '
      || coalesce(s.fee, 0)
    when b.balance = 0 and b.fee_left <> 0 then b.account || ' is empty but has ' || b.fee_left
      || ' of fee left' end as finding
  from balances b
  full join (select account, sum(amount) as amount, sum(fee) as fee from (${sides}) m
    where account like '%:%' group by account) s on s.account = b.account`;

const runningBalances = `
  select case when account like '%:%' and after is null
      then 'Movement ' || id || ' leaves no running balance on ' || account
    when account not like '%:%' and after is not null then 'Movement ' || id || ' keeps a running balance on '
      || account
    when after < 0 then 'Movement ' || id || ' leaves ' || account || ' at ' || after
    when after <> before + amount then 'Movement ' || id || ' leaves ' || account || ' at '
      || after || ', expected ' || before + amount end as finding
  from (select m.*, coalesce(lag(after) over (partition by account order by id), 0) as before
    from (${sides}) m where account like '%:%' or after is not null) w`;

/** The ledger account that a place of a posting means for this request; all ad accounts that it opens count as one. */
const accountOf = (
  place: string,
) => `case ${place} when 'wallet' then 'wallet:' || r.client when 'held' then 'held:' || r.client
  when 'new ad account' then 'ad:' when 'ad account' then case when r.kind in (${ordering})
    then 'ad:' else 'ad:' || l.ad_account end
  else ${place} end`;

/** What a settlement took is given back to whichever ad account has the money by then, and counts as its own. */
const account = (side: string) =>
  `case when m.${side} ^@ 'ad:' and (r.kind in (${ordering}) or r.kind in (${replacing})
        and exists (select from ad_accounts n where n.request = r.id and m.${side} = 'ad:' || n.id)) then 'ad:'
    when m.step = 2 and r.kind in (${settling}) and ${hasMoneyOf(`m.${side}`, 'l.ad_account')}
    then 'ad:' || l.ad_account else m.${side}::text end`;

/** For every request, the postings that must have happened by its state, and the amount that each must have moved. */
const postingsOfRequests = `requests r left join request_lines l on l.request = r.id and l.n = 1
  join json_to_recordset($1::json) p (kind text, event text, step int, src text, dst text, amount text, rides text)
    on p.kind = r.kind and (p.event = 'ask' or p.event = 'approve' and r.state in ('Approved', 'Reversed')
      or p.event = 'giveBack' and r.state in ('Rejected', 'Cancelled') or p.event = 'reverse' and r.state = 'Reversed')
  cross join lateral (select case p.amount when 'amount' then r.amount_cents
    when 'received' then coalesce(r.received_cents, r.amount_cents) when 'fee' then r.fee_cents
    when 'opening' then r.opening_fee_cents when 'total' then r.total_cents
    when 'fee back' then r.total_cents - r.amount_cents end as cents) x`;

const everyMovementIsAPosting = `
  select case when w.request is null then 'Request ' || coalesce(g.apply_id, g.request || ' (which does not exist)')
    || ' moved ' || g.amount || ' from ' || g.src || ' to ' || g.dst || ' in step ' || g.step
    || ', which its state and postings do not say'
    when g.request is null then 'Request ' || w.apply_id || ' should have moved ' || w.amount
      || ' from ' || w.src || ' to ' || w.dst || ' in step ' || w.step
    when g.amount <> w.amount or g.fee <> w.fee then 'Request ' || w.apply_id || ' moved '
      || g.amount || ' (fee ' || g.fee || ') from ' || w.src || ' to ' || w.dst || ', expected '
      || w.amount || ' (fee ' || w.fee || ')'
    when g.strange then 'Request ' || w.apply_id || ' has a movement in another client''s name' end as finding
  from (
    select r.id as request, r.apply_id, p.step, ${accountOf('p.src')} as src, ${accountOf('p.dst')} as dst,
      x.cents as amount, case when p.rides is null then 0 else r.fee_cents end as fee
    from ${postingsOfRequests}) w
  full join (
    select m.request, r.apply_id, m.step, ${account('src')} as src, ${account('dst')} as dst,
      sum(m.amount) as amount, sum(m.fee) as fee,
      bool_or(m.client <> r.client) as strange
    from movements m left join requests r on r.id = m.request left join request_lines l on l.request = r.id and l.n = 1
    group by 1, 2, 3, 4, 5) g
  on g.request = w.request and g.step = w.step and g.src = w.src and g.dst = w.dst
  where w.amount is distinct from 0 or g.request is not null`;

const walletsFromRequests = `
  select case when coalesce(w.balance, 0) <> coalesce(s.wallet, 0)
      then 'Client ' || coalesce(w.client, s.client) || ' has ' || coalesce(w.balance, 0)
        || ' to spend; the requests say ' || coalesce(s.wallet, 0)
    when coalesce(h.balance, 0) <> coalesce(s.held, 0) then 'Client ' || coalesce(w.client, s.client)
      || ' has ' || coalesce(h.balance, 0) || ' held; the requests say ' || coalesce(s.held, 0) end as finding
  from (select * from balances where account ^@ 'wallet:') w
  full join (
    select r.client,
      sum(case 'wallet' when p.dst then x.cents when p.src then -x.cents else 0 end) as wallet,
      sum(case 'held' when p.dst then x.cents when p.src then -x.cents else 0 end) as held
    from ${postingsOfRequests} group by r.client) s on s.client = w.client
  left join balances h on h.account = 'held:' || coalesce(w.client, s.client)`;

/** What `claimOfTransfer` (network/transferids.ts) computes, in SQL and for ASCII texts only. */
function plainClaim(id: string): string {
  const typed = `lower(${id} collate "C")`;
  const joined = `regexp_replace(${typed}, '[[:space:]]', '', 'g')`;
  const hash = (text: string) => `substring(${text} from '${hashPattern}')`;
  const bare = `regexp_replace(regexp_replace(${joined}, '^[^a-z0-9]+|[^a-z0-9]+$', '', 'g'), '^0x', '')`;
  return `coalesce(${hash(typed)}, ${hash(joined)}, nullif(${bare}, ''), ${joined})`;
}

/**
 * Every transaction id has its claim. For one that is not ASCII only the portal can compute the text of the claim, so
 * there this checks no more than that there is one.
 */
const claimsAgree = `
  with lines as (
    select distinct on (request) key, request, split_part(key, '#', 1) as whole from claims
    where key ~ '^usdt:[0-9a-f]{64}#[^#:]+:[0-9]+$' order by request, key),
  wanted as (
    select case when octet_length(transaction_id) = length(transaction_id)
        then 'usdt:' || ${plainClaim('transaction_id')}
        else coalesce((select min(regexp_replace(key, '^(usdt:[0-9a-f]{64})#.*$', '\\1')) from claims
          where request = id and key ^@ 'usdt:'), 'usdt:' || transaction_id) end as key, id as request, apply_id
    from requests where kind in (${kindsInSql(({ claim }) => claim?.what === 'transactionId')})
      and transaction_id is not null and state in ('Pending', 'Approved', 'Reversed')),
  placed as (
    -- Who shares a transaction has a line of it, and who named it first has all of it too.
    select w.*, l.key as line, exists (select from claims c where c.key = w.key and c.request = w.request) as whole
    from wanted w left join lines l on l.request = w.request and l.whole = w.key)
  select case when c.key is null then 'Request ' || w.apply_id || ' should claim ' || w.key
    when w.key is null then c.key || ' is claimed by request ' || c.request || ', whose state does not say so'
    when w.request <> c.request then c.key || ' is claimed by request ' || c.request || ' instead of '
      || w.apply_id end as finding
  from (
    select case when whole or line is null then key else line end as key, request, apply_id from placed
    union all select line, request, apply_id from placed where whole and line is not null
    union all select 'ads:' || a.platform || ':' || a.key, r.id, r.apply_id
      from ad_accounts a join requests r on r.id = a.request where r.state = 'Approved') w
  full join claims c on c.key = w.key`;

const decisionsAgree = `
  select case when r.state <> 'Pending' and not v.verdicts && w.last
      then 'Request ' || r.apply_id || ' is ' || r.state || ', which nobody decided'
    when array_to_string(v.verdicts, ' ') <> all (w.legal)
      then 'Request ' || r.apply_id || ' is ' || r.state || ' with the verdicts ' || v.verdicts::text
    when (r.decided_by is null) <> (r.state = 'Pending') or (r.decided_at is null) <> (r.state = 'Pending')
      then 'Request ' || r.apply_id || ' does not say who decided it and when'
    when (r.reversed_by is null) <> (r.state <> 'Reversed')
      then 'Request ' || r.apply_id || ' does not say who reversed it' end as finding
  from requests r
  cross join lateral (select legal, array(select regexp_replace(l, '.* ', '')::verdict
    from unnest(legal) l where l <> '') as last
    from (select case r.state when 'Pending' then '{""}' when 'Cancelled' then '{cancel}' when 'To pay' then '{release}'
      when 'Approved' then '{approve,release pay}' when 'Rejected' then '{reject,release takeBack}'
      when 'Reversed' then '{approve reverse,release pay reverse}' end::text[] as legal) of) w
  left join (select request, array_agg(verdict order by id) as verdicts from decisions
    group by request) d on d.request = r.id
  cross join lateral (select coalesce(d.verdicts, '{}') as verdicts) v`;

/** Amounts have to be possible. In kinds without fees, total and amount are equal. */
const amountsMakeSense = `
  select case when amount_cents <= 0 and kind not in (${ordering}, ${replacing}, ${settling})
        or amount_cents < 0 or fee_cents < 0 or opening_fee_cents < 0 or received_cents <= 0
      then 'Request ' || apply_id || ' has an amount below zero'
    when received_cents is not null
        and not (kind in (${kindsInSql(takesWhatArrives)}) and state in ('Approved', 'Reversed'))
      then 'Request ' || apply_id || ' says that another amount arrived, but is no top-up that was approved'
    when opening_fee_cents <> 0 and kind not in (${kindsInSql(takesOpeningFee)})
        or fee_cents <> 0 and kind not in (${kindsInSql(isRevenue)}, ${replacing}, ${settling})
      then 'Request ' || apply_id || ' has a fee that its kind does not know'
    when kind in (${kindsInSql(givesFeeBack)}) and total_cents not in (amount_cents, amount_cents + fee_cents)
      then 'Request ' || apply_id || ' returns neither its fee share nor nothing'
    when kind in (${replacing}, ${settling}) and total_cents <> amount_cents
      then 'Request ' || apply_id || ' takes more out of an account than it says'
    when kind not in (${kindsInSql(givesFeeBack)}, ${replacing}, ${settling})
        and total_cents <> amount_cents + fee_cents + opening_fee_cents
      then 'Request ' || apply_id || ' does not add up' end as finding
  from requests`;

const rollUpsAgree = `
  select case when coalesce(d.cents, 0) <> coalesce(s.cents, 0)
      then 'The roll-up says ' || coalesce(d.cents, 0) || ' were earned on ' || coalesce(d.day, s.day)
        || ' in ' || coalesce(d.zone, s.zone) || ', the book says ' || coalesce(s.cents, 0) end as finding
  from revenue_days d
  full join (
    select r.zone, (m.at at time zone r.zone)::date as day,
      sum(case when m.dst in ('opening', 'fee') then m.amount else 0 end
        - case when m.src in ('opening', 'fee') then m.amount else 0 end) as cents
    from rollups r join movements m on m.id <= r.movement
      and (m.src in ('opening', 'fee') or m.dst in ('opening', 'fee')) group by 1, 2) s
  on s.zone = d.zone and s.day = d.day`;

const adTotalsAgree = `
  select case when t.client is null then 'Client ' || b.client || ' has ' || b.cents || ' in '
    || b.platform || ' ad accounts, of which the totals know nothing'
    when t.cents <> coalesce(b.cents, 0) or t.accounts <> coalesce(b.accounts, 0)
      then 'The totals say that client ' || t.client || ' has ' || t.accounts || ' ' || t.platform
        || ' ad accounts with '
      || t.cents || ' in them, the balances say ' || coalesce(b.accounts, 0) || ' with '
      || coalesce(b.cents, 0) end as finding
  from ad_totals t
  full join (select a.client, a.platform, count(*) filter (where a.closed_at is null) as accounts,
    sum(b.balance) as cents
    from ad_accounts a join balances b on b.account = 'ad:' || a.id group by 1, 2) b on b.client = t.client
      and b.platform = t.platform`;

const activeAreMarked = `
  select case when not u.approved_lately
      then 'Client ' || u.id || ' is active, but not marked so: lists of active clients leave out '
        || u.public_id end as finding
  from clients u where u.id in (
    select client from requests where ${makesActive('')})`;

/**
 * Money in - money out = owed + spent + revenue + penalties - goodwill: what came and went by the movements, against
 * what the balances hold, the settlements say and the requests moved.
 */
const moneyIsSomewhere = `
  select case when b.cash <> b.owed + b.spent + b.revenue + b.penalties - b.goodwill
      then b.cash || ' came in and stayed, but ' || b.owed || ' are owed, ' || b.spent || ' spent, '
        || b.revenue || ' earned, ' || b.penalties || ' taken and ' || b.goodwill || ' given' end as finding
  from (
    select coalesce(sum(case when src = 'outside' then amount when dst = 'outside' then -amount end), 0) as cash,
      coalesce(sum(revenue_of(src, dst, amount)), 0) as revenue,
      coalesce(sum(case when dst = 'penalty' then amount when src = 'penalty' then -amount end), 0) as penalties,
      coalesce(sum(case when src = 'goodwill' then amount when dst = 'goodwill' then -amount end), 0) as goodwill,
      (select coalesce(sum(balance), 0) from balances) as owed,
      (select coalesce(sum(cents), 0) from settled_months) as spent
    from movements) b`;

const linesFollowTime = `
  select case when before > at + interval '1 hour'
      then 'Movement ' || id || ' is an hour older than one before it: statements of these days may leave it out'
      end as finding
  from (select id, at, max(at) over (partition by client order by id) as before from movements
    where src ^@ 'wallet:' or dst ^@ 'wallet:') m`;

export const checks: readonly Check[] = [
  { name: 'every balance equals its history', of: 'balances', sql: balancesEqualHistory },
  { name: 'every running balance equals its prefix', of: 'sides of movements', sql: runningBalances },
  {
    name: 'every movement is what the postings say, and every posting has moved',
    of: 'movements of requests',
    sql: everyMovementIsAPosting,
  },
  { name: 'every wallet and hold is what its requests add up to', of: 'clients', sql: walletsFromRequests },
  { name: 'every request adds up', of: 'requests', sql: amountsMakeSense },
  { name: 'every request is what its lines add up to', of: 'requests', sql: linesAddUp },
  { name: 'every decided request was decided, once', of: 'requests', sql: decisionsAgree },
  { name: 'every claim belongs to the living, and the living have theirs', of: 'claims', sql: claimsAgree },
  { name: 'every ad account belongs to its application', of: 'ad accounts', sql: adAccountsAgree },
  {
    name: "every account, deposit, refund and payment is its own client's",
    of: 'accounts and requests',
    sql: everythingIsOnesOwn,
  },
  { name: 'every order was split as it was ordered', of: 'ad accounts of orders', sql: ordersAreSplit },
  { name: 'every fee follows its rate, and every share of one what was there', of: 'requests', sql: feesFollowRates },
  {
    name: 'every movement and decision says when and by whom as its request does',
    of: 'movements and decisions',
    sql: timesAgree,
  },
  {
    name: 'every payout goes where the log says, by whose word it says',
    of: 'entries of the audit log',
    sql: payoutsAreAsLogged,
  },
  { name: 'every seal is unbroken', of: 'seals', sql: sealsHold },
  { name: 'every sealed statement is what the book says', of: 'chains of lines and seals', sql: statementSealsHold },
  { name: 'the newest seal of statements follows from all of them', of: 'clients in it', look: proveStatementTree },
  { name: 'every seal that an earlier proof saw is still there', of: 'earlier proofs', sql: proofsStillHold },
  { name: 'every seal of the audit log is unbroken', of: 'audit seals', sql: auditSealsHold },
  { name: 'the figures of the dashboard are what the book says', of: 'kinds of account', sql: figuresAgree },
  { name: 'the totals of ad accounts are what the balances say', of: 'clients and platforms', sql: adTotalsAgree },
  { name: 'the totals of spend are what its days say', of: 'ad accounts', sql: spendAddsUp },
  { name: 'every settlement is what the days of its month say', of: 'months', sql: settlementsAgree },
  { name: 'the money that came is owed, spent or earned', of: 'books', sql: moneyIsSomewhere },
  { name: 'every active client is marked', of: 'clients', sql: activeAreMarked },
  { name: 'every statement follows time', of: 'lines of statements', sql: linesFollowTime },
  { name: 'every day of the roll-up is what the book earned that day', of: 'days', sql: rollUpsAgree },
];
