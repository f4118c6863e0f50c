/** What `npm run audit` checks of the seals: of the book, of the audit log and of every client's statement. */

export const sealsHold = `
  select case when s.first_movement <> coalesce(lag(s.last_movement) over w, 0) + 1
      then 'Seal ' || s.id || ' does not begin where the one before it ends'
    when s.movements <> (select count(*) from movements m where m.id between s.first_movement and s.last_movement)
      then 'Seal ' || s.id || ' covers another number of movements than it did'
    when s.head <> seal_of(coalesce(lag(s.head) over w, ''), s.first_movement, s.last_movement)
      then 'Seal ' || s.id || ' is broken: movements ' || s.first_movement || ' to ' || s.last_movement
        || ' are not what was sealed' end as finding
  from seals s window w as (order by s.id)`;

export const auditSealsHold = `
  select case when s.first_entry <> coalesce(lag(s.last_entry) over w, 0) + 1
      then 'Audit seal ' || s.id || ' does not begin where the one before it ends'
    when s.head <> audit_seal_of(coalesce(lag(s.head) over w, ''), s.first_entry, s.last_entry)
      then 'Audit seal ' || s.id || ' is broken: entries ' || s.first_entry || ' to '
        || s.last_entry || ' are not what was sealed' end as finding
  from audit_seals s window w as (order by s.id)`;

/**
 * Every client's chain is computed again from the book, none may be shorter than the book, and the heads have to follow
 * from what they cover.
 */
export const statementSealsHold = `
  select case when k.key <> sha256(convert_to(u.public_id, 'UTF8'))
      then 'The statement of client ' || h.client || ' is sealed under another key'
    when k.bucket <> (get_byte(k.key, 0) << 4) | (get_byte(k.key, 1) >> 4)
      then 'The statement of client ' || h.client || ' is sealed in another bucket'
    when x.lines <> h.lines - h.lines_before then 'The sealed statement of client ' || h.client
      || ' has ' || h.lines || ' lines up to movement ' || h.seal || ', the book has ' || h.lines_before + x.lines
    when x.head <> h.head then 'The statement of client ' || h.client || ' up to movement '
      || h.seal || ' is not what was sealed' end as finding
  from (select client, seal, lines, head, lag(seal, 1, 0::bigint) over w as seal_before,
    lag(lines, 1, 0::bigint) over w as lines_before, lag(head) over w as head_before
    from statement_heads window w as (partition by client order by seal)) h
  join statement_keys k on k.client = h.client join clients u on u.id = h.client
  cross join lateral (
    select count(*) as lines,
      statement_chain(coalesce(h.head_before, k.key),
        statement_line(h.lines_before + l.n, l.m, r.apply_id) order by l.n) as head
    from (select m, m.request, row_number() over (order by m.id) as n from movements m
      where m.client = h.client and m.id > h.seal_before and m.id <= h.seal
        and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')) l
    join requests r on r.id = l.request) x
  union all
  select case when coalesce(h.lines, 0) <> coalesce(m.lines, 0)
      then 'Client ' || coalesce(h.client, m.client) || ' has ' || coalesce(h.lines, 0)
        || ' sealed lines, the book has ' || coalesce(m.lines, 0) end
  from (select client, max(lines) as lines from statement_heads group by client) h
  full join (select client, count(*) as lines from movements
    where id <= (select max(last_movement) from statement_seals)
    and (src ^@ 'wallet:' or dst ^@ 'wallet:') group by client) m on m.client = h.client
  union all
  select case when b.head is null then 'The statements are sealed up to movement ' || s.last_movement
    || ', where no seal of the book ends'
    when s.head <> sha256(convert_to(concat_ws('|',
        'seal', coalesce(encode(lag(s.head) over (order by s.last_movement), 'hex'), ''),
        to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        encode(s.root, 'hex'), encode(b.head, 'hex')),
        'UTF8'))
      then 'The seal of statements up to movement ' || s.last_movement || ' is broken' end
  from statement_seals s left join seals b on b.last_movement = s.last_movement`;
