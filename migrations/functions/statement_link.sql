-- A link of a statement's chain: the line on top of the link before it, or of the client's key where it is the first.
create or replace function statement_link(link bytea, before bytea, line text)
returns bytea language sql immutable as $$
  select sha256(convert_to('line|' || encode(coalesce(link, before), 'hex') || '|' || line, 'UTF8'))
$$;
-- The last link of a chain that goes on from `before` with these lines, in their order.
create or replace aggregate statement_chain(before bytea, line text) (sfunc = statement_link, stype = bytea);
