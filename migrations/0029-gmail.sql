-- Shares are found by how a Gmail address begins. Of thousands that begin alike the newest are asked for, so the index holds all
-- that is asked, and no row is fetched to be left out again; an index of an expression cannot be read like that.
alter table shares add column gmail text collate "C" not null generated always as (lower(email)) stored;
create index shares_by_gmail on shares (gmail, id) include (platform);
drop index shares_by_email;
