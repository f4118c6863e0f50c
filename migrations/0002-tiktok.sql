-- Requests about TikTok lie in drawers of their own. There is none yet, so no row changes its drawer.
create or replace function drawer_of(of_kind text, of_platform text, of_state request_state) returns smallint
language sql immutable parallel safe as $$
  select (case of_kind when 'topup' then 100 when 'application' then 200 when 'deposit' then 300 when 'refund' then 400
      when 'withdrawal' then 500 when 'penalty' then 600 when 'goodwill' then 700 end
    + case of_platform when 'Google' then 10 when 'Bing' then 20 when 'Facebook' then 30 when 'TikTok' then 40 else 0 end
    + case of_state when 'Pending' then 0 when 'Approved' then 1 when 'Rejected' then 2 when 'Cancelled' then 3
      when 'Reversed' then 4 end)::smallint
$$;
