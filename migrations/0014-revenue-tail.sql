-- What the roll-up of revenue has not taken in yet is found without looking at the orders in between: only approvals, reversals
-- and refunds move fees, and only they are in this index.
create index movements_of_revenue on movements (id) where src in ('opening', 'fee') or dst in ('opening', 'fee');
