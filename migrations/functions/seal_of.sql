-- The digest of a range on top of the head before it: every column of every movement, in order.
create or replace function seal_of(previous bytea, first bigint, final bigint)
returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(previous || convert_to(coalesce(string_agg(
    concat_ws('|', m.id, m.request, m.client, m.step, m.leg, m.src, m.dst, m.amount, m.fee,
      coalesce(m.src_balance, -1), coalesce(m.dst_balance, -1),
      extract(epoch from m.at)), e'\n' order by m.id), ''), 'UTF8'))
  from movements m where m.id between first and final
$$;

revoke execute on function seal_of from public;
grant execute on function seal_of to portal_app;
