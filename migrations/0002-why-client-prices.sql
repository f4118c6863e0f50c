-- Prices of one client are kept with why they were changed, and with the second admin where one was asked for.
-- Of those that were changed before, the audit log says it.
alter table client_prices
  add column confirmed_by bigint references people,
  add column reason text not null default '',
  add check (confirmed_by <> author);
