-- Keeps what the chain said about the transfer of a top-up. Where the transaction is final and pays us several times
-- (`several`), the line that was found becomes this top-up's own in the same moment: others may then have the rest.
-- Answers false, and writes nothing, where that line is another's meanwhile, or where another amount was credited
-- meanwhile: who looked has to judge anew.
create or replace function keep_evidence(call text, voucher bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said jsonb := call;
  number bigint := (said ->> 'request')::bigint;
  whole text := 'usdt:' || (said ->> 'hash');
  own text := whole || '#' || (said ->> 'network') || ':' || (said ->> 'line');
begin
  perform insist_on_voucher(call, voucher);
  if (said ->> 'several')::boolean and (said ->> 'final')::boolean and said ->> 'line' is not null then
    -- As `change` does: first the client's wallet, then the claims.
    perform lock_wallets(array[(select client from requests where id = number)]);
    insert into claims (key, request)
    select own, number
    where exists (select from claims c where c.request = number and (c.key = whole or c.key ^@ (whole || '#')))
      and not exists (select from claims c where c.request = number and c.key ^@ (whole || '#'))
      and not exists (select from requests r where r.id = number and (r.state = 'Reversed'
        or r.state = 'Approved' and coalesce(r.received_cents, r.amount_cents) <> (said ->> 'amount')::numeric * 100))
    on conflict do nothing;
    if not exists (select from claims where key = own and request = number)
      and exists (select from requests where id = number and state in ('Pending', 'Approved', 'Reversed')) then
      return false;
    end if;
  end if;
  insert into evidence (request, verdict, network, hash, line, amount, sender, recipient, block, confirmations, needed,
    final, at, lines, nodes)
  select number, e.verdict, e.network, e.hash, e.line, e.amount, e.sender, e.recipient,
    e.block, e.confirmations, e.needed, e.final, e.at, coalesce(e.lines, '[]'), coalesce(e.nodes, '[]')
  from jsonb_to_record(said) as e (verdict text, network text, hash text, line int, amount numeric, sender text,
    recipient text, block bigint, confirmations int, needed int, final boolean, at timestamptz,
    lines jsonb, nodes jsonb);
  return true;
end $$;

revoke execute on function keep_evidence from public;
grant execute on function keep_evidence to portal_app;
