-- A check of what is unknown passes: a proposal that nobody confirmed is not confirmed, and evidence without an amount
-- proves nothing.
alter table proposals drop constraint proposals_check1,
  add constraint proposals_check1 check (state <> 'Confirmed' or coalesce(decided_by <> proposed_by, false));
alter table evidence drop constraint evidence_check, add constraint evidence_check check (verdict <> 'Verified'
  or (final and line is not null and coalesce(amount > 0, false) and block is not null));
