-- Transactions that lists name and that could not be read: nodes do not have them, contradict each other, or answer at
-- greater length than is read. The mark of a watch goes on past them, so they are asked for again from here.
create table unread_transactions (
  network text collate "C" not null,
  hash text collate "C" not null,
  listed_at timestamptz not null default clock_timestamp(),
  tried_at timestamptz not null default clock_timestamp(),
  -- since when all that answer say that it is not there; null where what they say is of no use
  missing_since timestamptz,
  -- when admins were told that money may have moved which nobody sees
  alarmed_at timestamptz,
  primary key (network, hash)
);
grant select, insert, update, delete on unread_transactions to portal_app;

-- Lists of providers may be made later than their blocks: when it was last looked behind the mark.
alter table watches add column looked_back_at timestamptz not null default clock_timestamp();
