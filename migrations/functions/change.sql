-- Makes many changes at once; each is done entirely or not at all, and says how it went:
--   done        written
--   replayed    this client has already made this attempt, with the same content: nothing written, but for a word in
--               the journal, so that this answer waits for the standby as the first one did, or did not get to
--   key_reused  the same key came with other content
--   closed      the client has left: nobody asks for anything, or could take out what a reversal gives back
--   crowded     so many requests of this kind wait already that no more may
--   decided     the request is no longer in the state that the verdict starts from
--   waits       money that is sent out still has to wait (`payable_from`)
--   taken       another request has what only one may have at a time; `blamed` names it
--   missing     an ad account that is not there, is closed, or is another client's
--   inactive    an ad account that may get no money now, as the platform has suspended it or worse
--   running     an ad account that runs, so that nothing has to replace it
--   changed     what an ad account spent is another amount than the one to be settled
--   busy        other requests on these ad accounts are open
--   short       an account cannot pay; `blamed` names it
--   fee         it could, but not with that fee: less of it is left, or some would be left in an empty account
--
-- A change says who (`by`) does what with whose money (`client`): asks for `requests` of one `kind`, each with its
-- `lines`; or gives a `verdict` on one `request`. It does not say what moves: the postings of the kind do. What nobody
-- may do, or nobody vouches for, raises 42501. One call asks, or decides: a call that does both raises 22023, as a
-- verdict would not see what is asked beside it; and so does an approval that leaves a line without an ad account.
--
-- The row of a wallet is its client's lock. All wallets of the call are locked first, in one order, then the claims in
-- one order, so that two calls cannot wait for one another. Whatever a lock protects is read by a later statement than
-- the one that took the lock: an earlier one would not see what others wrote meanwhile.
--
-- The arrays of one prefix belong together: the elements at one place are one row. c_* has a row for each change; q_*
-- for each request to be made; o_* for each ad account to be opened, x_* to be closed, r_* to be replaced, or to come
-- back from that; m_* for each movement, grouped by change. a_* has the accounts that keep a balance, and src_at and
-- dst_at are places in it: wallet and held money of the first client of the call, then of the second (c_nth tells
-- which), and so on, then the ad accounts m_ads.
create or replace function change(call text, voucher bytea)
returns table (outcome text, blamed text, wallet bigint, made bigint[], share bigint, made_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
-- A plan is made once for each connection, perhaps while the tables are still empty, and would then read whole tables
-- for ever. So only plans that use indexes are allowed.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  list jsonb := call;
  changes int := jsonb_array_length(list);
  result text[];
  fault text[] := array_fill(null::text, array[changes]);
  wallets bigint[] := array_fill(null::bigint, array[changes]);
  c_client bigint[]; c_by bigint[]; c_kind text[]; c_at_once boolean[]; c_attempt uuid[]; c_content uuid[];
  c_most int[];
  c_let_pass timestamptz[];
  c_request bigint[]; c_verdict verdict[]; c_received bigint[];
  c_ads jsonb[];
  c_nth int[];
  q_change int[]; q_id bigint[]; q_row jsonb[]; q_account bigint[]; q_fault text[];
  q_share bigint[] := '{}';
  q_first int[] := array_fill(null::int, array[changes]);
  q_final int[] := q_first;
  o_change int[]; o_id bigint[]; o_key text[]; x_change int[]; x_id bigint[];
  r_change int[]; r_id bigint[]; r_fault text[];
  k_change int[]; k_request bigint[]; k_key text[]; claimed text[];
  m_change int[]; m_request bigint[]; m_new int[]; m_step smallint[]; m_leg smallint[]; m_src text[]; m_dst text[];
  m_amount bigint[]; m_fee bigint[]; m_src_at int[]; m_dst_at int[];
  m_ads bigint[]; m_ads_client bigint[];
  a_account text[]; had bigint[];
  src_after bigint[]; dst_after bigint[]; held bigint[]; fees bigint[]; usable boolean[]; is_ad boolean[];
  owed bigint[]; bound boolean[];
  active boolean[]; touched boolean[]; who_left bigint[]; funding text[]; replacing text[]; settling text[];
  clients int; m int; s int; d int; ride bigint; moved int; last int := 0; how text;
begin
  perform insist_on_voucher(call, voucher);
  select array_agg(c.client order by n), array_agg(c.by order by n), array_agg(c.kind order by n),
    array_agg(c.at_once order by n), array_agg(c.attempt order by n), array_agg(c.content order by n),
    array_agg(c.request order by n), array_agg(c.verdict order by n), array_agg(c.received order by n),
    array_agg(c.ads order by n), array_agg(c.most_pending order by n), array_agg(c.nth order by n),
    array_agg(c.let_pass order by n)
  into c_client, c_by, c_kind, c_at_once, c_attempt, c_content, c_request, c_verdict, c_received, c_ads, c_most, c_nth,
    c_let_pass
  from (
    select *, dense_rank() over (order by client)::int as nth
    from rows from (jsonb_to_recordset(list) as (client bigint, by bigint, kind text, at_once boolean, attempt uuid,
      content uuid, request bigint, verdict verdict, received bigint, ads jsonb, most_pending int,
      let_pass timestamptz))
      with ordinality
      c (client, by, kind, at_once, attempt, content, request, verdict, received, ads, most_pending, let_pass, n)) c;
  if num_nonnulls(variadic c_verdict) not in (0, changes) then
    raise exception 'One call asks or decides, not both.' using errcode = '22023';
  end if;
  clients := (select max(nth) from unnest(c_nth) c (nth));
  perform lock_wallets(c_client);
  perform insist_on_rights(c_client, c_by, c_kind, c_at_once, c_request, c_verdict);

  -- What the locks protect is read from here on.
  who_left := array(select o.id from clients o where o.id = any (c_client) and o.closed_at is not null);
  result := array(
    select case
      when c.verdict is null then coalesce(
        (select case when r.content = c.content then 'replayed' else 'key_reused' end
          from requests r where r.attempt = c.attempt and r.n = 0),
        case when c.client = any (who_left) then 'closed' end,
        case when c.most is null then null
          when c.most <= (select count(*) from requests r where r.client = c.client
            and r.list_key = list_key_of(c.kind, null, 'Pending')) then 'crowded' end)
      when not exists (select from requests r where r.id = c.request and r.client = c.client
          and r.state = (select t.from_state from transitions t where t.verdict = c.verdict)) then 'decided'
      when c.verdict = 'reverse' and c.client = any (who_left) then 'closed'
      when c.verdict in ('approve', 'release', 'pay') and payable_from(c.request, c.let_pass) is not null
        then 'waits' end
    from unnest(c_client, c_kind, c_attempt, c_content, c_request, c_verdict, c_most, c_let_pass)
      with ordinality c (client, kind, attempt, content, request, verdict, most, let_pass, n)
    order by c.n);

  -- The requests to be made. A deposit or refund names its ad account: it has to be the client's, and open, and active
  -- where approving it would put money in. A replacement takes all the money of an account that does not run, and
  -- nothing else may be open there. A settlement posts what was spent in a month of which every day is final.
  funding := array(select p.kind from postings p where p.event = 'approve' and p.dst = 'ad account');
  replacing := array(select p.kind from postings p join kinds k on k.name = p.kind and k.opens
    where p.event = 'ask' and p.src = 'ad account');
  settling := array(select p.kind from postings p where p.event = 'approve' and p.dst = 'spent');
  select array_agg(q.change order by q.i), array_agg(q.id order by q.i), array_agg(q.row order by q.i),
    array_agg(q.account order by q.i),
    array_agg(case when q.key is null then null when q.account is null then 'missing'
      when q.state <> 'Active' and c_kind[q.change] = any (funding) then 'inactive'
      when c_kind[q.change] = any (replacing) then
        replacement_fault(q.account, q.state, null, (q.row ->> 'amount_cents')::bigint)
      when c_kind[q.change] = any (settling) then
        settlement_fault(q.account, q.row -> 'details' ->> 'month', (q.row ->> 'amount_cents')::bigint) end
      order by q.i)
  into q_change, q_id, q_row, q_account, q_fault
  from (
    select c.n::int as change, row_number() over (order by c.n, q.n) as i, nextval('requests_id_seq') as id, q.row,
      l.key, a.id as account, a.state
    from rows from (jsonb_to_recordset(list) as (requests jsonb)) with ordinality c (requests, n)
    cross join lateral jsonb_array_elements(c.requests) with ordinality q (row, n)
    cross join lateral (select q.row -> 'lines' -> 0 ->> 'key' as key) l
    left join ad_accounts a on a.platform = q.row ->> 'platform' and a.key = l.key and a.client = c_client[c.n]
      and a.closed_at is null) q;
  for i in 1 .. coalesce(cardinality(q_id), 0) loop
    m := q_change[i];
    q_share[i] := null;
    q_first[m] := coalesce(q_first[m], i);
    q_final[m] := i;
    result[m] := coalesce(result[m], q_fault[i]);
  end loop;

  -- The ad accounts that are replaced now, or whose replacement is undone. Since the replacement was asked for, such an
  -- account may have begun to run again, or something else may have been asked of it.
  if array['approve', 'reverse']::verdict[] && c_verdict then
    select array_agg(c.n::int), array_agg(a.id),
      array_agg(case when c.verdict = 'approve' then replacement_fault(a.id, a.state, c.request, 0) end)
    into r_change, r_id, r_fault
    from unnest(c_request, c_verdict) with ordinality c (request, verdict, n)
    join requests r on r.id = c.request and r.kind = any (replacing)
    join request_lines l on l.request = r.id join ad_accounts a on a.id = l.ad_account
    where c.verdict in ('approve', 'reverse');
    for i in 1 .. coalesce(cardinality(r_id), 0) loop
      result[r_change[i]] := coalesce(result[r_change[i]], r_fault[i]);
    end loop;
  end if;

  -- The ad accounts that an approval opens and a reversal closes.
  if 'approve' = any (c_verdict) then
    select array_agg(c.n), array_agg(nextval('ad_accounts_id_seq')),
      array_agg('ads:' || r.platform || ':' || (o.ad ->> 'key'))
    into o_change, o_id, o_key
    from unnest(c_request, c_verdict, c_ads) with ordinality c (request, verdict, ads, n)
    join requests r on r.id = c.request join kinds k on k.name = r.kind and k.opens
    cross join lateral jsonb_array_elements(c.ads) o (ad)
    where c.verdict = 'approve';
    -- One ad account is for all lines, several are for a line each: the money of a line without one would stay held.
    if exists (
      select from (select o.change, count(*) as ads from unnest(o_change) o (change) group by 1 having count(*) > 1) o
      where result[o.change] is null
        and (select count(*) from request_lines l where l.request = c_request[o.change]) not in (0, o.ads))
    then
      raise exception 'An order has one ad account, or one for each of its lines.' using errcode = '22023';
    end if;
  end if;
  if 'reverse' = any (c_verdict) then
    select array_agg(c.n), array_agg(a.id) into x_change, x_id
    from unnest(c_request, c_verdict) with ordinality c (request, verdict, n)
    join ad_accounts a on a.request = c.request and a.closed_at is null
    where c.verdict = 'reverse';
    for m in
      select c.n from unnest(c_request, c_client, c_verdict) with ordinality c (request, client, verdict, n)
      where c.verdict = 'reverse' and exists (
        select from (
          select case when w.kind = any (settling) then money_holder(l.ad_account) else l.ad_account end as id
          from requests w join request_lines l on l.request = w.id where w.id = c.request
          union select id from ad_accounts where request = c.request) own
        join request_lines l on l.ad_account = own.id
        join requests r on r.id = l.request and r.client = c.client
          and (r.state = 'Pending' or r.state = 'Approved' and r.kind = any (replacing) and r.id <> c.request))
    loop
      result[m] := coalesce(result[m], 'busy');
    end loop;
  end if;

  -- What only one request may have: a transaction id once it is asked with, an Ads ID once it is given.
  select array_agg(k.change), array_agg(k.request), array_agg(k.key) into k_change, k_request, k_key
  from (
    select q.change, q.id, q.row ->> 'claim' from unnest(q_change, q_id, q_row) q (change, id, row)
    union all
    select o.change, c_request[o.change], o.key from unnest(o_change, o_key) o (change, key)) k (change, request, key)
  where k.key is not null;
  if k_key is not null then
    with fresh as (
      insert into claims (key, request)
      select k.key, k.request from unnest(k_change, k_request, k_key) k (change, request, key)
      where result[k.change] is null order by k.key
      on conflict do nothing returning key, request)
    select coalesce(array_agg(request || ' ' || key), '{}') into claimed from fresh;
    for i in 1 .. cardinality(k_key) loop
      if result[k_change[i]] is null and not k_request[i] || ' ' || k_key[i] = any (claimed) then
        result[k_change[i]] := 'taken';
        fault[k_change[i]] := k_key[i];
      end if;
    end loop;
  end if;

  select p.* into m_change, m_request, m_new, m_step, m_leg, m_src, m_dst, m_src_at, m_dst_at, m_amount, m_fee, m_ads,
    m_ads_client
  from movements_of(result, c_client, c_nth, c_kind, c_at_once, c_request, c_verdict, c_received,
    q_change, q_id, q_row, q_account, o_change, o_id) p;

  select array_agg(a.account order by a.n), array_agg(coalesce(b.balance, 0) order by a.n),
    array_agg(coalesce(b.fee_left, 0) order by a.n),
    array_agg(coalesce(d.client = a.client and (d.closed_at is null or a.id = any (coalesce(r_id, '{}'))),
      a.id = any (o_id), false) order by a.n),
    array_agg(coalesce(d.state = 'Active', true) order by a.n), array_agg(a.id is not null order by a.n),
    array_agg(coalesce((greatest(t.open_micros, 0) + 9999) / 10000, 0) order by a.n)
  into a_account, held, fees, usable, active, is_ad, owed
  from (
    select 2 * (c.nth - 1) + w.n as n, w.name || c.client as account, c.client, null::bigint as id
    from (select distinct nth, client from unnest(c_nth, c_client) c (nth, client)) c,
      (values (1, 'wallet:'), (2, 'held:')) w (n, name)
    union all
    select 2 * clients + x.n, 'ad:' || x.id, x.client, x.id
    from unnest(m_ads, m_ads_client) with ordinality x (id, client, n)) a
  left join balances b on b.account = a.account left join ad_accounts d on d.id = a.id
  left join spend_totals t on t.ad_account = a.id;

  -- What was spent and is not settled yet has to stay in its ad account: only a replacement, which takes it along, and
  -- a settlement take it out. And a refund is not approved whose money was spent after it was asked for.
  if 0 < any (owed) then
    select array_agg(coalesce(c.kind, r.kind) <> all (replacing || settling) order by c.n),
      array_agg(coalesce(c.result, case when c.verdict = 'approve' then refund_fault(r.id) end) order by c.n)
    into bound, result
    from unnest(c_kind, c_request, c_verdict, result) with ordinality c (kind, request, verdict, result, n)
    left join requests r on r.id = c.request;
  end if;

  had := held;
  touched := array_fill(false, array[cardinality(a_account)]);
  src_after := array_fill(null::bigint, array[coalesce(cardinality(m_src), 0)]);
  dst_after := src_after;
  for c in 1 .. changes loop
    how := result[c];
    m := last + 1;
    while last < coalesce(cardinality(m_change), 0) and m_change[last + 1] = c loop
      last := last + 1;
    end loop;
    if how is null then
      moved := m - 1;
      for i in m .. last loop
        s := m_src_at[i]; d := m_dst_at[i]; ride := m_fee[i];
        if s is not null then
          if is_ad[s] and not usable[s] then
            how := 'missing'; fault[c] := a_account[s];
          elsif held[s] - m_amount[i] < (case when bound[c] then owed[s] else 0 end) then
            how := 'short'; fault[c] := a_account[s];
          else
            if ride is null then
              -- floor(amount * fee left / balance): an emptied account has no fee left
              ride := div(m_amount[i]::numeric * fees[s], held[s]::numeric);
              q_share[m_new[i]] := ride;
            end if;
            if is_ad[s] and (fees[s] < ride or (held[s] = m_amount[i] and fees[s] <> ride)) then
              how := 'fee'; fault[c] := a_account[s];
            end if;
          end if;
        end if;
        if d is not null and is_ad[d] and not usable[d] then
          how := 'missing'; fault[c] := a_account[d];
        elsif d is not null and not active[d] and coalesce(c_verdict[c], 'approve') = 'approve' then
          -- Money that is given back (a rejection, a reversal) goes even there: it came from there.
          how := 'inactive'; fault[c] := a_account[d];
        end if;
        exit when how is not null;
        moved := i;
        m_fee[i] := ride;
        if s is not null then
          held[s] := held[s] - m_amount[i]; src_after[i] := held[s]; touched[s] := true;
          if is_ad[s] then fees[s] := fees[s] - ride; end if;
        end if;
        if d is not null then
          held[d] := held[d] + m_amount[i]; dst_after[i] := held[d]; touched[d] := true;
          if is_ad[d] then fees[d] := fees[d] + ride; end if;
        end if;
      end loop;
      if how is null then
        for i in 1 .. coalesce(cardinality(x_id), 0) loop
          s := 2 * clients + array_position(m_ads, x_id[i]);
          if x_change[i] = c and held[s] is distinct from 0 then
            how := 'short'; fault[c] := a_account[s];
          end if;
        end loop;
      end if;
      how := coalesce(how, 'done');
      if how <> 'done' then
        -- All or nothing: what this change has moved so far is put back.
        for i in reverse moved .. m loop
          s := m_src_at[i]; d := m_dst_at[i];
          if d is not null then
            held[d] := held[d] - m_amount[i];
            if is_ad[d] then fees[d] := fees[d] - m_fee[i]; end if;
          end if;
          if s is not null then
            held[s] := held[s] + m_amount[i];
            if is_ad[s] then fees[s] := fees[s] + m_fee[i]; end if;
          end if;
        end loop;
      end if;
      result[c] := how;
    end if;
    wallets[c] := held[2 * c_nth[c] - 1];
  end loop;

  if q_id is not null then
    perform write_requests(result, c_client, c_by, c_kind, c_at_once, c_attempt, c_content,
      q_change, q_id, q_row, q_account, q_share);
  end if;
  if c_verdict[1] is not null or true = any (c_at_once) then
    perform settle(list, result, c_client, c_by, c_at_once, q_change, q_id, o_change, o_id, x_change, x_id,
      r_change, r_id);
  end if;
  if settling && c_kind or 'reverse' = any (c_verdict) then
    perform settle_months(list, result, settling, q_change, q_id);
  end if;
  if claimed is not null then
    delete from claims where request || ' ' || key = any (claimed) and key = any (k_key) and request in (
      select k.request from unnest(k_change, k_request) k (change, request) where result[k.change] <> 'done');
  end if;
  insert into movements (request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance)
  select x.request, c_client[x.change], x.step, x.leg, x.src, x.dst, x.amount, x.fee, x.src_balance, x.dst_balance
  from unnest(m_change, m_request, m_step, m_leg, m_src, m_dst, m_amount, m_fee, src_after, dst_after)
    x (change, request, step, leg, src, dst, amount, fee, src_balance, dst_balance)
  where result[x.change] = 'done';
  if 'replayed' = any (result) then
    perform pg_logical_emit_message(true, 'portal', 'replayed');
  end if;
  perform write_balances(a_account, had, held, fees, touched, result, c_client, o_change, o_id, x_change, x_id,
    r_change, r_id, c_verdict);
  return query select result[c], fault[c], wallets[c], q_id[q_first[c]:q_final[c]], q_share[q_first[c]], now()
    from generate_series(1, changes) c;
end $$;
revoke execute on function change from public;
grant execute on function change to portal_app;
