-- What nobody read: when a key was taken up. No version writes it, so that older nodes go on beside this one.
alter table secret_keys drop column taken_up_at;
