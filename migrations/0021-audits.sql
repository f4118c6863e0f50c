-- The proofs of the book that the portal makes by itself, and the days whose seals it mailed. Rows are only ever added; the
-- portal proves with the rights it serves with, which may read everything and seal nothing by hand.

create table audits (
  id bigint generated always as identity primary key,
  -- When it began; everything was read as of this moment.
  at timestamptz not null default now(),
  ended_at timestamptz not null,
  node text not null,
  -- clean; wrong: something was found; failed: it could not look.
  outcome text not null check (outcome in ('clean', 'wrong', 'failed')),
  -- Since when every proof has ended like this one.
  since timestamptz not null,
  checks jsonb not null,
  findings int not null,
  trouble text not null default '',
  -- What the chains ended with, and how far they reach.
  movement bigint,
  movement_head bytea,
  entry bigint,
  entry_head bytea
);
create trigger audits_append_only before update or truncate on audits
  for each statement execute function refuse_change();
-- Old proofs are thinned out; what they said last, and since when, is in the newer ones.
grant select, insert, delete on audits to portal_app;
grant execute on function seal_of(bytea, bigint, bigint), audit_seal_of(bytea, bigint, bigint) to portal_app;

-- One row for each business day whose seal was mailed to the admins.
create table sealed_days (
  day date primary key,
  movement bigint,
  entry bigint,
  at timestamptz not null default now()
);
grant select, insert on sealed_days to portal_app;

-- The entries behind a day of revenue, in their order: only approvals, reversals and refunds move fees.
create index movements_of_revenue_by_time on movements (at, id) where src in ('opening', 'fee') or dst in ('opening', 'fee');
