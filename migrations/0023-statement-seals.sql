-- What a client needs to check a statement without seeing anybody else's. The lines of each wallet are a chain of SHA-256; at a
-- seal, every client's newest link is a leaf of one tree, and the tree's root, the seal before it and the head of the book's own
-- seal make the head that is mailed. All of it is written after the fact, off the path of orders.
--
-- Everything is hashed as text, its parts joined by '|', digests in hexadecimal, so that thirty lines in any language can do it
-- again:  line n    sha256(line|<link n-1>|<line>), link 0 being the client's key
--         leaf      sha256(leaf|<key>|<lines>|<link>), key = sha256(<the client's public id>)
--         node      sha256(node|<left>|<right>), an empty side being an empty text; a single leaf stands for its whole side
--         head      sha256(seal|<head before>|<time>|<root>|<head of the book's seal>)

create table statement_seals (
  -- up to which movement, which is where a seal of the book ends
  last_movement bigint primary key,
  root bytea not null,
  head bytea not null unique,
  at timestamptz not null
);

-- Whose statements are in the tree, and where: the place is the key's, so that nobody can be in it twice.
create table statement_keys (
  client bigint primary key,
  key bytea not null unique,
  bucket smallint not null
);
create index statement_keys_of_bucket on statement_keys (bucket);

-- The newest link of a client's chain as of a seal; only written when there were new lines.
create table statement_heads (
  client bigint not null,
  seal bigint not null,
  lines bigint not null,
  head bytea not null,
  primary key (client, seal)
);

-- The tree's nodes 12 levels down, likewise: a seal reads and writes only those below which something is new.
create table statement_buckets (
  bucket smallint not null,
  seal bigint not null,
  node bytea not null,
  -- whether one client alone stands below it
  single boolean not null,
  primary key (bucket, seal)
);

create trigger statement_seals_append_only before update or delete or truncate on statement_seals
  for each statement execute function the_book_is_append_only();
create trigger statement_keys_append_only before update or delete or truncate on statement_keys
  for each statement execute function the_book_is_append_only();
create trigger statement_heads_append_only before update or delete or truncate on statement_heads
  for each statement execute function the_book_is_append_only();
create trigger statement_buckets_append_only before update or delete or truncate on statement_buckets
  for each statement execute function the_book_is_append_only();

-- One line of a client's statement as it is hashed and handed over: number, time, apply id, what happened, amount, the wallet
-- after it, and the account at the other end.
create function statement_line(n bigint, m movements, apply_id text) returns text language sql stable as $$
  select concat_ws('|', n, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), apply_id,
    case m.step when 0 then 'asked' when 1 then 'decided' else 'reversed' end,
    (case when m.src ^@ 'wallet:' then -m.amount else m.amount end::numeric / 100)::numeric(20, 2),
    (case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end::numeric / 100)::numeric(20, 2),
    case when m.src ^@ 'wallet:' then regexp_replace(m.dst, '^held:.*', 'held') else regexp_replace(m.src, '^held:.*', 'held') end)
$$;

create function statement_link(link bytea, before bytea, line text) returns bytea language sql immutable as $$
  select sha256(convert_to('line|' || encode(coalesce(link, before), 'hex') || '|' || line, 'UTF8'))
$$;
-- The last link of a chain that goes on from `before` with these lines, in their order.
create aggregate statement_chain(before bytea, line text) (sfunc = statement_link, stype = bytea);

grant select, insert on statement_seals, statement_keys, statement_heads, statement_buckets to portal_app;
