-- Keeps what one transaction moved to or from our addresses, as the chain has it now. `call` is a JSON text: network,
-- hash, block, at, confirmations, final, and its lines. A line that was seen and is no longer in it is Gone, until it
-- comes again; what is Final stays. Any number of watchers may say the same: each line is one row.
create or replace function keep_transfers(call text, voucher bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said jsonb := call;
begin
  perform insist_on_voucher(call, voucher);
  insert into transfers as t (public_id, network, hash, line, amount, sender, recipient,
    direction, block, at, confirmations, state)
  select l."publicId", said ->> 'network', said ->> 'hash', l.line, l.amount, l.sender, l.recipient, l.direction,
    (said ->> 'block')::bigint, (said ->> 'at')::timestamptz, (said ->> 'confirmations')::int,
    case when (said ->> 'final')::boolean then 'Final' else 'Seen' end
  from jsonb_to_recordset(said -> 'lines') as l ("publicId" text, line int, amount numeric, sender text, recipient text,
    direction text)
  order by l.line
  on conflict (network, hash, line) do update set amount = excluded.amount, sender = excluded.sender,
    recipient = excluded.recipient, direction = excluded.direction, block = excluded.block, at = excluded.at,
    confirmations = excluded.confirmations, state = excluded.state, checked_at = clock_timestamp(),
    -- It is there again; should it go once more, admins are told again.
    lost_at = null, acknowledged_at = null, alarmed_at = case when t.state <> 'Gone' then t.alarmed_at end
  where t.state <> 'Final';
  update transfers t set state = 'Gone', checked_at = clock_timestamp()
  where t.hash = said ->> 'hash' and t.network = said ->> 'network' and t.state = 'Seen'
    and t.line <> all (array(select (l ->> 'line')::int from jsonb_array_elements(said -> 'lines') l));
end $$;

revoke execute on function keep_transfers from public;
grant execute on function keep_transfers to portal_app;
