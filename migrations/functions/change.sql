-- Makes many changes at once; each is done entirely or not at all, and says how it went:
--   done        written
--   replayed    this client has already made this attempt, with the same content: nothing written
--   key_reused  the same key came with other content
--   decided     the request is no longer in the state that the change starts from
--   taken       something that may exist once exists already
--   missing     an ad account that is not there, is closed, or is another client's
--   busy        other requests on these ad accounts are open
--   short       an account cannot pay; `account` names it
-- It knows no kind, no price and no message. The wallet row is its client's mutex: all of them are locked first, in
-- one order, then the claims in one order, so that two calls cannot wait for one another; whatever a lock protects is
-- read by a later statement than the one that took it.
--
-- c_*  one element per change: whose; its attempt (null for a transition); the request and the state a transition
-- starts
--      from (null for an ask); where its wallet stands among the accounts; its last movement; whether its ad accounts must
--      have no open requests
-- a_*  the accounts with a balance that are touched, and whether they are ad accounts r_*  the requests to insert,
-- the change each belongs to, and where the ad account it is about stands among the accounts m_*  the movements,
-- grouped by change: 0-based request of this call (null: the transition's own); positions of src and dst
--      among the accounts (null: no balance is kept); a null fee means the share of the payer's fee_left
-- k_*  keys to claim;  o_*  ad accounts to open (with an Ads ID) or to close (without one)
-- transitions  what a transition writes into its request
create or replace function change(
  c_client bigint[], c_attempt uuid[], c_content uuid[], c_request bigint[], c_from request_state[], c_wallet int[], c_last int[], c_quiet boolean[],
  a_account text[], a_client bigint[], a_ad boolean[],
  r_change int[], r_at int[], r_rows json,
  m_request int[], m_step smallint[], m_leg smallint[], m_src text[], m_dst text[], m_src_at int[], m_dst_at int[], m_amount bigint[], m_fee bigint[],
  k_change int[], k_request int[], k_key text[],
  o_change int[], o_at int[], o_ads_id text[],
  transitions json
) returns table (outcome text, blamed text, purse bigint, made bigint[], share bigint, made_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
-- Plans are made once a connection, perhaps while the tables are still empty: only those that stay right are allowed.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  changes int := cardinality(c_client);
  result text[] := array_fill(null::text, array[changes]);
  fault text[] := array_fill(null::text, array[changes]);
  purses bigint[] := array_fill(null::bigint, array[changes]);
  r_id bigint[] := '{}';
  r_share bigint[] := '{}';
  r_first int[] := array_fill(null::int, array[changes]);
  r_final int[] := r_first;
  m_id bigint[] := array_fill(null::bigint, array[cardinality(m_src)]);
  m_owner bigint[] := array_fill(null::bigint, array[cardinality(m_src)]);
  m_ride bigint[] := m_fee;
  src_after bigint[] := array_fill(null::bigint, array[cardinality(m_src)]);
  dst_after bigint[] := src_after;
  held bigint[];
  fees bigint[];
  usable boolean[];
  touched boolean[] := array_fill(false, array[cardinality(a_account)]);
  claimed text[];
  busy int[];
  m int; s int; d int; ride bigint; moved int; last int := 0; verdict text;
begin
  perform lock_wallets(a_account, a_client);

  -- What the locks protect is read from here on.
  select array_agg(b.balance order by x.n), array_agg(b.fee_left order by x.n), array_agg(b.client = x.client and not b.closed order by x.n)
  into held, fees, usable
  from unnest(a_account, a_client) with ordinality x (account, client, n) left join balances b on b.account = x.account;

  result := array(
    select case
      when x.attempt is not null then coalesce(
        (select case when r.content = x.content then 'replayed' else 'key_reused' end
          from requests r where r.attempt = x.attempt and r.n = 0),
        (select 'closed' from clients c where c.id = x.client and c.closed_at is not null))
      when not exists (select from requests r where r.id = x.request and r.state = x.state) then 'decided'
    end
    from unnest(c_client, c_attempt, c_content, c_request, c_from)
      with ordinality x (client, attempt, content, request, state, n)
    order by x.n);

  for i in 1 .. cardinality(r_change) loop
    r_id[i] := nextval('requests_id_seq');
    r_share[i] := null;
    if r_first[r_change[i]] is null then r_first[r_change[i]] := i; end if;
    r_final[r_change[i]] := i;
  end loop;

  if cardinality(k_key) > 0 then
    with made as (
      insert into claims (key, request)
      select k.key, coalesce(r_id[k.request], c_request[k.change])
      from unnest(k_change, k_request, k_key) k (change, request, key)
      where result[k.change] is null
      order by k.key
      on conflict do nothing returning key, request)
    select coalesce(array_agg(request || ' ' || key), '{}') into claimed from made;
    for i in 1 .. cardinality(k_key) loop
      if result[k_change[i]] is null and not coalesce(r_id[k_request[i]], c_request[k_change[i]]) || ' ' || k_key[i] = any (claimed) then
        result[k_change[i]] := 'taken';
        fault[k_change[i]] := k_key[i];
      end if;
    end loop;
  end if;

  if true = any (c_quiet) then
    busy := array(
      select x.n from unnest(c_quiet, c_request, c_client) with ordinality x (quiet, request, client, n)
      where x.quiet and exists (
        select from requests r where r.state = 'Pending' and r.client = x.client and r.account in (
          select b.account from balances b where b.request = x.request
          union select t.account from requests t where t.id = x.request)));
    foreach m in array busy loop
      result[m] := coalesce(result[m], 'busy');
    end loop;
  end if;

  for i in 1 .. cardinality(o_at) loop
    if o_ads_id[i] is not null and result[o_change[i]] is null then
      held[o_at[i]] := 0; fees[o_at[i]] := 0; usable[o_at[i]] := true;
    end if;
  end loop;

  for c in 1 .. changes loop
    verdict := result[c];
    m := last + 1;
    last := c_last[c];
    if verdict is null then
      moved := m - 1;
      for i in coalesce(r_first[c], 1) .. coalesce(r_final[c], 0) loop
        if r_at[i] is not null and usable[r_at[i]] is not true then
          verdict := 'missing'; fault[c] := a_account[r_at[i]];
        end if;
      end loop;
      for i in m .. last loop
        exit when verdict is not null;
        s := m_src_at[i]; d := m_dst_at[i]; ride := m_fee[i];
        m_id[i] := coalesce(r_id[m_request[i]], c_request[c]);
        m_owner[i] := c_client[c];
        if s is not null then
          if a_ad[s] and usable[s] is not true then
            verdict := 'missing'; fault[c] := a_account[s];
          elsif coalesce(held[s], 0) < m_amount[i] then
            verdict := 'short'; fault[c] := a_account[s];
          else
            if ride is null then
              -- floor(amount * fee left / balance): an emptied account has no fee left
              ride := div(m_amount[i]::numeric * fees[s], held[s]::numeric);
              r_share[m_request[i]] := ride;
            end if;
            if a_ad[s] and (fees[s] < ride or (held[s] = m_amount[i] and fees[s] <> ride)) then
              verdict := 'short'; fault[c] := a_account[s];
            end if;
          end if;
        end if;
        if d is not null and a_ad[d] and usable[d] is not true then
          verdict := 'missing'; fault[c] := a_account[d];
        end if;
        exit when verdict is not null;
        moved := i;
        m_ride[i] := ride;
        if s is not null then
          held[s] := held[s] - m_amount[i]; src_after[i] := held[s]; touched[s] := true;
          if a_ad[s] then fees[s] := fees[s] - ride; end if;
        end if;
        if d is not null then
          held[d] := coalesce(held[d], 0) + m_amount[i]; dst_after[i] := held[d]; touched[d] := true;
          if a_ad[d] then fees[d] := fees[d] + ride; end if;
        end if;
      end loop;
      if verdict is null then
        verdict := 'done';
        for i in 1 .. cardinality(o_at) loop
          if o_change[i] = c and o_ads_id[i] is null and coalesce(held[o_at[i]], 0) <> 0 then
            verdict := 'short'; fault[c] := a_account[o_at[i]];
          end if;
        end loop;
      end if;
      if verdict <> 'done' then
        -- All or nothing: what this change has moved so far is put back.
        for i in m .. last loop
          m_id[i] := null;
        end loop;
        for i in reverse moved .. m loop
          s := m_src_at[i]; d := m_dst_at[i];
          if d is not null then
            held[d] := held[d] - m_amount[i];
            if a_ad[d] then fees[d] := fees[d] - m_ride[i]; end if;
          end if;
          if s is not null then
            held[s] := held[s] + m_amount[i];
            if a_ad[s] then fees[s] := fees[s] + m_ride[i]; end if;
          end if;
        end loop;
      end if;
      result[c] := verdict;
    end if;
    purses[c] := coalesce(held[c_wallet[c]], 0);
  end loop;

  insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content, asked_by, amount_cents, fee_cents, opening_fee_cents,
    total_cents, account, ads_id, transaction_id, client_remarks, details, decided_at, decided_by)
  select x.id, x.apply_id, c_client[x.change], x.kind, x.platform, x.state, c_attempt[x.change], x.n, c_content[x.change], x.asked_by, x.amount_cents,
    coalesce(x.share, x.fee_cents), x.opening_fee_cents, coalesce(x.total_cents, x.amount_cents + x.share), x.account,
    coalesce((select b.ads_id from balances b where b.account = x.account), x.ads_id), x.transaction_id, x.client_remarks, coalesce(x.details, '{}'),
    case when x.decided_by is not null then now() end, x.decided_by
  from rows from (
    json_to_recordset(r_rows) as (apply_id text, n smallint, kind request_kind, platform platform, state request_state, asked_by bigint,
      amount_cents bigint, fee_cents bigint, opening_fee_cents bigint, total_cents bigint, account text, ads_id text, transaction_id text,
      client_remarks text, details jsonb, decided_by bigint),
    unnest(r_id), unnest(r_change), unnest(r_share)
  ) as x (apply_id, n, kind, platform, state, asked_by, amount_cents, fee_cents, opening_fee_cents, total_cents, account, ads_id, transaction_id,
    client_remarks, details, decided_by, id, change, share)
  where result[x.change] = 'done';

  if transitions is not null then
    perform settle(transitions, c_request, result, o_change, o_at, o_ads_id, a_account, a_client);
  end if;
  if cardinality(k_key) > 0 then
    delete from claims where request || ' ' || key = any (claimed) and key = any (k_key)
      and request in (select coalesce(r_id[k.request], c_request[k.change]) from unnest(k_change, k_request) k (change, request) where result[k.change] <> 'done');
  end if;

  insert into movements (request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance)
  select x.request, x.client, x.step, x.leg, x.src, x.dst, x.amount, x.fee, x.src_balance, x.dst_balance
  from unnest(m_id, m_owner, m_step, m_leg, m_src, m_dst, m_amount, m_ride, src_after, dst_after)
    x (request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance)
  where x.request is not null;

  update balances b set balance = x.balance, fee_left = x.fee_left
  from unnest(a_account, held, fees, touched) x (account, balance, fee_left, touched)
  where x.touched and b.account = x.account;

  return query select result[c], fault[c], purses[c], r_id[r_first[c]:r_final[c]], r_share[r_first[c]], now() from generate_series(1, changes) c;
end $$;

revoke execute on function change from public;
grant execute on function change to portal_app;
