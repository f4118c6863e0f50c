-- What nobody read: the company of a client, and what the code alone knows of claims; `settle` asks what frees one.
alter table clients drop column company;
alter table kinds drop column claims, drop column claimed_at;
