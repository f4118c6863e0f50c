-- The book is only ever added to; not even the owner changes what is in it.
create or replace function the_book_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The book is append-only: % on % is refused.', tg_op, tg_table_name using errcode = '42501';
end $$;

create or replace trigger movements_append_only before update or delete or truncate on movements
  for each statement execute function the_book_is_append_only();
create or replace trigger requests_are_kept before delete or truncate on requests
  for each statement execute function the_book_is_append_only();
create or replace trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function the_book_is_append_only();
create or replace trigger seals_append_only before update or delete or truncate on seals
  for each statement execute function the_book_is_append_only();
create or replace trigger statement_seals_append_only before update or delete or truncate on statement_seals
  for each statement execute function the_book_is_append_only();
create or replace trigger statement_keys_append_only before update or delete or truncate on statement_keys
  for each statement execute function the_book_is_append_only();
create or replace trigger statement_heads_append_only before update or delete or truncate on statement_heads
  for each statement execute function the_book_is_append_only();
create or replace trigger statement_buckets_append_only before update or delete or truncate on statement_buckets
  for each statement execute function the_book_is_append_only();
