-- Which request an admin has open right now, so that two do not decide the same row. Worth nothing after half a minute.

create unlogged table request_looks (
  admin bigint primary key,
  apply_id text not null,
  at timestamptz not null default now()
);
create index request_looks_of on request_looks (apply_id);
grant select, insert, update, delete on request_looks to portal_app;
