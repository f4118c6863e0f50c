-- Raises 42501 unless the portal's own process vouches for this call: HMAC-SHA256 of its exact text, by any of the keys
-- held.
create or replace function insist_on_voucher(call text, voucher bytea) returns void language plpgsql stable as $$
begin
  if not exists (
    select from voucher_keys k where voucher = sha256(k.outer_half || sha256(k.inner_half || convert_to(call, 'UTF8'))))
  then
    raise exception 'Nobody vouches for this call.' using errcode = '42501';
  end if;
end $$;
revoke execute on function insist_on_voucher from public;
