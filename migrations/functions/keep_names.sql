-- Keeps who did something, under the name and address that they had then, so that changing the person later changes
-- neither. Runs as the owner and reads the portal's own table, so that nobody can write another name beside a person's
-- number, with a temporary table of the same name either.
create or replace function keep_names()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'audit_log' then
    select name, email into new.actor_name, new.actor_email from people where id = new.actor;
  else
    select name, email into new.person_name, new.person_email from people where id = new.person;
  end if;
  return new;
end $$;

revoke execute on function keep_names from public;
create or replace trigger audit_log_keeps_names before insert on audit_log for each row execute function keep_names();
create or replace trigger decisions_keep_names before insert on decisions for each row execute function keep_names();
create or replace trigger ad_account_steps_keep_names before insert on ad_account_steps
  for each row execute function keep_names();
create or replace trigger spend_imports_keep_names before insert on spend_imports
  for each row execute function keep_names();
create or replace trigger messages_keep_names before insert on messages for each row execute function keep_names();
create or replace trigger notes_keep_names before insert on notes for each row execute function keep_names();
