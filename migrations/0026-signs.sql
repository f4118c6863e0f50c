-- People are found by a part of their name, address or phone. The index of parts knows letters and digits of ASCII alone (which
-- others it takes for letters depends on the locale that the database was made with) and needs three of them in a row, while
-- 王伟 is a whole name. This one knows each sign, and each letter beyond ASCII, alone and with what stands beside it, in any locale.
create function signs_of(variadic texts text[]) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  signs text[] := '{}';
  letter text;
  plain boolean;
  before text;
  plain_before boolean;
begin
  for i in 1 .. cardinality(texts) loop
    before := '';
    plain_before := true;
    foreach letter in array string_to_array(lower(texts[i] collate "pg_c_utf8"), null) loop
      plain := letter collate "C" between '0' and '9' or letter collate "C" between 'a' and 'z';
      if not plain then
        signs := signs || letter;
      end if;
      if before <> '' and not (plain and plain_before) then
        signs := signs || (before || letter);
      end if;
      before := letter;
      plain_before := plain;
    end loop;
  end loop;
  return signs;
end $$;
grant execute on function signs_of to portal_app;

create index users_by_sign on users using gin (signs_of(username, email, contact1));
