-- How many processes in a row died under a job.
alter table jobs add column deaths int not null default 0;
