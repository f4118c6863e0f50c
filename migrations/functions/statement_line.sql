-- One line of a client's statement as it is hashed and handed over: number, time, apply id, what happened, amount,
-- the wallet after it, and the account at the other end.
create or replace function statement_line(n bigint, m movements, apply_id text) returns text language sql stable as $$
  select concat_ws('|', n, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), apply_id,
    case m.step when 0 then 'asked' when 1 then 'decided' else 'reversed' end,
    (case when m.src ^@ 'wallet:' then -m.amount else m.amount end::numeric / 100)::numeric(20, 2),
    (case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end::numeric / 100)::numeric(20, 2),
    case when m.src ^@ 'wallet:' then regexp_replace(m.dst, '^held:.*', 'held')
      else regexp_replace(m.src, '^held:.*', 'held') end)
$$;
