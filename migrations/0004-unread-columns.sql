-- What nobody read: the company of a client, and what the code alone knows of claims; `settle` asks what frees one.
-- In the order in which a change reads them, or each would wait for the other.
alter table kinds drop column claims, drop column claimed_at;
alter table clients drop column company;
