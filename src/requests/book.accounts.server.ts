/**
 * Checks of ad accounts that no sum can make: which order opened each, whether it is open, and which request is about
 * which account. One statement each, as in book.checks.server.ts.
 */

import { naming, ordering, replacing, settling } from './kinds.server.ts';

/** SQL: whether a text is ASCII. SQL and the portal may compare other texts differently, so these are left out. */
const plain = (text: string) => `octet_length(${text}) = length(${text})`;

/** SQL for an Ads ID in the form in which two are compared. */
const normalised = (adsId: string) => `regexp_replace(lower(${adsId} collate "C"), '[[:space:]-]', '', 'g')`;

/**
 * SQL for whether the account of the ledger `side` is of an ad account that has, or had, the money of ad account
 * `account`: replacements lead from the one to the other, made or undone.
 */
export const hasMoneyOf = (side: string, account: string) => `${side} in (
  with recursive line (id) as (
    select ${account}
    union
    select o.id from line cross join lateral (
      select n.id from request_lines l join requests k on k.id = l.request and k.kind in (${replacing})
      join ad_accounts n on n.request = k.id where l.ad_account = line.id
      union all
      select l.ad_account from ad_accounts n join requests k on k.id = n.request and k.kind in (${replacing})
      join request_lines l on l.request = k.id where n.id = line.id) o)
  select 'ad:' || id from line)`;

export const adAccountsAgree = `
  select case when r.id is null then 'Ad account ' || a.public_id || ' was opened by no request'
    when r.kind not in (${ordering}, ${replacing}) or r.client <> a.client or r.platform <> a.platform
      then 'Ad account ' || a.public_id || ' belongs to a request of another client, platform or kind'
    when a.closed_at is null and r.state <> 'Approved'
      then 'Ad account ' || a.public_id || ' is open, but its application is ' || r.state
    when a.closed_at is not null and r.state <> 'Reversed' and not exists (
        select from ad_account_steps s
        where s.ad_account = a.id and s.state in ('Closed', 'Replaced') and s.source <> 'reversal')
      then 'Ad account ' || a.public_id || ' is closed, but its application is ' || r.state
    when (a.closed_at is null) <> (a.state not in ('Closed', 'Replaced'))
      then 'Ad account ' || a.public_id || ' is ' || a.state || ', which is not whether it is open'
    when a.state <> coalesce(
        (select s.state from ad_account_steps s where s.ad_account = a.id order by s.id desc limit 1), 'Active')
      then 'Ad account ' || a.public_id || ' is ' || a.state || ', which is not what its last step says'
    when b.account is null then 'Ad account ' || a.public_id || ' has no balance'
    when b.client <> a.client then b.account || ' is said to be of client ' || b.client
      || ', its ad account of ' || a.client
    when a.closed_at is not null and b.balance <> 0
      then 'Ad account ' || a.public_id || ' is closed with ' || b.balance || ' in it'
    when a.key <> ${normalised('a.ads_id')} and ${plain('a.ads_id')}
      then 'Ad account ' || a.public_id || ' of Ads ID ' || a.ads_id || ' is found as ' || a.key
    when (a.state = 'Replaced') <> exists (
        select from request_lines l
        join requests n on n.id = l.request and n.kind in (${replacing}) and n.state = 'Approved'
        where l.ad_account = a.id)
      then 'Ad account ' || a.public_id || ' is ' || a.state || ', which is not whether another one replaced it'
    when r.kind in (${replacing}) and (a.place <> 1 or exists (
        select from request_lines l where l.request = a.request and l.ad_account = a.id))
      then 'Ad account ' || a.public_id || ' replaces more than one, or itself'
    when r.kind in (${ordering}) and not exists (
        select from request_lines l where l.request = a.request and l.ad_account = a.id)
      then 'Ad account ' || a.public_id || ' is in no line of ' || r.apply_id end as finding
  from ad_accounts a left join requests r on r.id = a.request left join balances b on b.account = 'ad:' || a.id
  union all
  select 'Account ' || b.account || ' is of no ad account' from balances b
  where b.account ^@ 'ad:' and not exists (select from ad_accounts a where b.account = 'ad:' || a.id)
  union all
  select case when l.ads_id is distinct from a.ads_id
      then 'Request ' || r.apply_id || ' names ' || coalesce(l.ads_id, 'no Ads ID') || ', but is about '
        || coalesce(a.ads_id, 'no account')
    when a.client <> r.client or a.platform <> r.platform
      then 'Request ' || r.apply_id || ' is about an ad account of another client or platform'
    when r.kind in (${ordering}) and (a.id is null) <> (r.state not in ('Approved', 'Reversed'))
      then 'Application ' || r.apply_id || ' is ' || r.state || ', which does not fit the ad accounts it has'
    when r.kind in (${ordering}) and a.request <> r.id
      then 'Application ' || r.apply_id || ' was given an ad account that another order opened'
    when r.kind not in (${ordering}) and a.id is null then 'Request ' || r.apply_id || ' is about no account'
    when r.kind not in (${ordering}) and r.state = 'Pending' and a.closed_at is not null
      then 'Request ' || r.apply_id || ' waits for an ad account that is closed'
    when r.kind in (${replacing}) and r.state in ('Approved', 'Reversed')
        and not exists (select from ad_accounts n where n.request = r.id)
      then 'Replacement ' || r.apply_id || ' is ' || r.state || ', but opened no ad account' end
  from request_lines l join requests r on r.id = l.request left join ad_accounts a on a.id = l.ad_account`;

/** Lines have to add up to their request. A monthly order has no lines and no amount until it gets its Ads IDs. */
export const linesAddUp = `
  select case when r.kind in (${naming}) and l.lines is distinct from 1
      then 'Request ' || r.apply_id || ' has ' || coalesce(l.lines, 0) || ' lines, and is about one account'
    when r.kind not in (${ordering}, ${naming}) and l.lines > 0
      then 'Request ' || r.apply_id || ' has lines, which its kind has not'
    when r.kind in (${ordering}) and l.lines is null and (r.amount_cents <> 0 or r.state in ('Approved', 'Reversed'))
      then 'Application ' || r.apply_id || ' has no lines'
    when l.amount <> r.amount_cents or l.fee <> r.fee_cents
      then 'Request ' || r.apply_id || ' is over ' || r.amount_cents || ' with a fee of '
        || r.fee_cents || ', its lines over '
        || l.amount || ' with ' || l.fee
    when l.unfair then 'Application ' || r.apply_id || ' has a line whose fee is not its part of '
      || r.fee_cents end as finding
  from requests r
  left join lateral (
    select count(*) as lines, sum(l.amount_cents) as amount, sum(l.fee_cents) as fee,
      bool_or(abs(l.fee_cents * r.amount_cents - r.fee_cents * l.amount_cents) >= r.amount_cents
      and r.amount_cents > 0) as unfair
    from request_lines l where l.request = r.id having count(*) > 0) l on true`;

/**
 * Totals of spend have to be what the latest row of each day says. What the money in an account has still to pay must
 * be spend of this client that is not settled: it moves only with the money, and never to another client.
 */
export const spendAddsUp = `
  select case when t.ad_account is null and w.micros > 0
      then 'Ad account ' || a.public_id || ' spent ' || w.micros || ', of which the totals know nothing'
    when t.micros <> coalesce(w.micros, 0) or t.last_day is distinct from w.day
      then 'Ad account ' || a.public_id || ' spent ' || t.micros || ' until ' || coalesce(t.last_day::text, 'no day')
        || ' by the totals, by its days ' || coalesce(w.micros, 0) end as finding
  from ad_accounts a left join spend_totals t on t.ad_account = a.id
  left join (
    select d.ad_account, sum(d.micros) as micros, max(d.day) filter (where d.micros is not null) as day
    from (select distinct on (ad_account, day) ad_account, day, micros from spend_days
      order by ad_account, day, id desc) d group by d.ad_account) w on w.ad_account = a.id
  where t.ad_account is not null or w.ad_account is not null
  union all
  select case when (i.days, i.accounts, i.first_day, i.last_day)
      is distinct from (coalesce(w.days, 0), coalesce(w.accounts, 0), w.first, w.last)
      then 'Import ' || i.public_id || ' says ' || i.days || ' days of ' || i.accounts || ' accounts, and has '
        || coalesce(w.days, 0) || ' of ' || coalesce(w.accounts, 0) end as finding
  from spend_imports i
  left join (
    select import, count(*) as days, count(distinct ad_account) as accounts, min(day) as first, max(day) as last
    from spend_days group by import) w on w.import = i.id
  union all
  select case when w.micros <> w.open + 10000 * w.settled
      then 'Client ' || w.client || ' spent ' || w.micros || ', of which ' || w.settled
        || ' cents were settled and ' || w.open || ' are still to be paid' end as finding
  from (
    select a.client, sum(t.micros) as micros, sum(t.open_micros) as open, coalesce(sum(s.cents), 0) as settled
    from spend_totals t join ad_accounts a on a.id = t.ad_account
    left join (
      select l.ad_account, sum(r.amount_cents) as cents from requests r join request_lines l on l.request = r.id
      where r.kind in (${settling}) and r.state = 'Approved' group by l.ad_account) s on s.ad_account = t.ad_account
    group by a.client) w`;

/** A settled month has to be what its days say, all of them final, and what its request posted. */
export const settlementsAgree = `
  select case when r.id is null or r.kind not in (${settling}) or r.state <> 'Approved'
      then 'The month ' || s.month || ' of ad account ' || a.public_id || ' is settled by no request that stands'
    when s.month <> (r.details ->> 'month' || '-01')::date or a.client <> r.client
      then 'Request ' || r.apply_id || ' settles another month or client than ' || a.public_id || ' says'
    when s.micros <> coalesce(d.micros, 0) or d.open > 0
      then 'The month ' || s.month || ' of ad account ' || a.public_id || ' was settled with ' || s.micros
        || ', its days say ' || coalesce(d.micros, 0) end as finding
  from settled_months s join ad_accounts a on a.id = s.ad_account
  left join requests r on r.id = s.request
  left join lateral (
    select sum(l.micros) as micros, count(*) filter (where not l.final) as open
    from (select distinct on (n.day) n.micros, n.final from spend_days n
      where n.ad_account = s.ad_account and n.day >= s.month and n.day < s.month + interval '1 month'
      order by n.day, n.id desc) l where l.micros is not null) d on true
  union all
  select case when r.amount_cents is distinct from s.cents
      then 'Settlement ' || r.apply_id || ' posted ' || r.amount_cents || ', its months say '
        || coalesce(s.cents::text, 'nothing') end as finding
  from requests r
  left join (select request, sum(cents) as cents from settled_months group by request) s on s.request = r.id
  where r.kind in (${settling}) and r.state = 'Approved'
  union all
  select case when abs(w.carried) >= 10000 * m.made
      then 'Of client ' || w.client || ' ' || w.carried || ' millionths were left over by '
        || m.made || ' settlements' end as finding
  from (
    select a.client, sum(s.micros - 10000 * s.cents) as carried
    from settled_months s join ad_accounts a on a.id = s.ad_account group by a.client) w
  join (select client, count(*) as made from requests where kind in (${settling}) group by client) m
    on m.client = w.client`;
