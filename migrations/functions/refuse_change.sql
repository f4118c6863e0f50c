-- Refuses to change or remove rows of the book, of the audit log and of the other tables that have this trigger: rows
-- are only ever added, and the trigger stops their owner too.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = '42501';
end $$;

create or replace trigger audit_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create or replace trigger settings_append_only before update or delete or truncate on settings_versions
  for each statement execute function refuse_change();
create or replace trigger client_prices_append_only before update or delete or truncate on client_prices
  for each statement execute function refuse_change();
create or replace trigger network_versions_append_only before update or delete or truncate on network_versions
  for each statement execute function refuse_change();
create or replace trigger proofs_are_kept before update or delete or truncate on proofs
  for each statement execute function refuse_change();
create or replace trigger shares_append_only before update or delete or truncate on shares
  for each statement execute function refuse_change();
create or replace trigger messages_append_only before update or delete or truncate on messages
  for each statement execute function refuse_change();
create or replace trigger notes_append_only before update or delete or truncate on notes
  for each statement execute function refuse_change();
create or replace trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
create or replace trigger evidence_append_only before update or delete or truncate on evidence
  for each statement execute function refuse_change();
create or replace trigger audits_append_only before update or truncate on audits
  for each statement execute function refuse_change();
create or replace trigger proposals_stay before truncate on proposals
  for each statement execute function refuse_change();
create or replace trigger ad_account_steps_append_only before update or delete or truncate on ad_account_steps
  for each statement execute function refuse_change();
-- How many days and accounts an import has, and its first and last day, change while its days are written; nothing
-- else of it does.
create or replace trigger spend_imports_append_only before update of id, public_id, platform, source, file_name,
  file_digest, person, person_name, person_email, at, undoes or delete or truncate on spend_imports
  for each statement execute function refuse_change();
create or replace trigger spend_days_append_only before update or delete or truncate on spend_days
  for each statement execute function refuse_change();

create or replace trigger movements_append_only before update or delete or truncate on movements
  for each statement execute function refuse_change();
create or replace trigger requests_are_kept before delete or truncate on requests
  for each statement execute function refuse_change();
create or replace trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function refuse_change();
create or replace trigger seals_append_only before update or delete or truncate on seals
  for each statement execute function refuse_change();
create or replace trigger statement_seals_append_only before update or delete or truncate on statement_seals
  for each statement execute function refuse_change();
create or replace trigger statement_keys_append_only before update or delete or truncate on statement_keys
  for each statement execute function refuse_change();
create or replace trigger statement_heads_append_only before update or delete or truncate on statement_heads
  for each statement execute function refuse_change();
create or replace trigger statement_buckets_append_only before update or delete or truncate on statement_buckets
  for each statement execute function refuse_change();
