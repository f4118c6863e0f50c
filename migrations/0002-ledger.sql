-- The ledger. One row of `movements` says "src pays dst amount", so a book that does not balance cannot be written down.
-- Rows are only ever added, and only by the function `change` (0003), which runs as the owner: the application's role may
-- read the book and nothing else.

-- 'wallet:7', 'held:7', 'ad:Google:1234567890' can run dry and have a row in `balances`; 'outside', 'opening', 'fee', 'penalty'
-- and 'goodwill' cannot, and have none: a running balance there would make strangers wait for one another.
create domain account as text collate "C" not null;
create domain cents_left as bigint not null check (value >= 0);
create domain cents_moved as bigint not null check (value > 0);

create table balances (
  account account primary key,
  client bigint not null references users,
  balance cents_left default 0,
  -- ad accounts only: the top-up fee that came with the money still in the account
  fee_left cents_left default 0,
  -- ad accounts only: the Ads ID as the admin typed it, the application that opened it, the row of the order it stands for
  ads_id text,
  request bigint,
  place smallint not null default 0,
  closed boolean not null default false
) with (fillfactor = 50);
create index balances_ad_accounts on balances (client, account) where ads_id is not null;
create index balances_of_application on balances (request) where request is not null;

create table movements (
  id bigint generated always as identity primary key,
  request bigint not null,
  client bigint not null,
  -- 0 asked, 1 decided, 2 reversed: approving and rejecting are rivals for one key
  step smallint not null,
  leg smallint not null,
  src account,
  dst account,
  amount cents_moved,
  -- the top-up fee that rides along into or out of an ad account; it moves `fee_left`, not money
  fee cents_left,
  -- what src and dst hold after this movement; null where no running balance is kept
  src_balance bigint,
  dst_balance bigint,
  at timestamptz not null default now(),
  check (src <> dst)
);
create unique index movements_once on movements (request, step, leg);
create index movements_of_wallet on movements (client, id) where src ^@ 'wallet:' or dst ^@ 'wallet:';

-- What may exist once among the living: a USDT transaction id, an Ads ID on its platform.
create table claims (
  key text collate "C" primary key,
  request bigint not null
) with (fillfactor = 90);
create index claims_of_request on claims (request);

create function the_book_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The book is append-only: % on % is refused.', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger movements_append_only before update or delete or truncate on movements
  for each statement execute function the_book_is_append_only();

grant select on balances, movements, claims to portal_app;
