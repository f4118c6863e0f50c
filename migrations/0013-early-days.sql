-- Whether a day was still being counted when it was read, so that more may have been spent on it. An import that is
-- taken back takes that along, as its rows do; of those from before, the latest import says it that still stands.
alter table spend_days add column early boolean not null default false,
  add check (not early or (micros is not null and not final));
alter table spend_days disable trigger user;
update spend_days d set early = true
where not d.final and d.micros is not null and (
  select i.at from spend_days o join spend_imports i on i.id = o.import
  where o.ad_account = d.ad_account and o.day = d.day and o.id <= d.id and i.undoes is null
    and not exists (select from spend_imports u where u.undoes = i.id)
  order by o.id desc limit 1) < (d.day + interval '36 hours') at time zone 'UTC';
alter table spend_days enable trigger user;
