-- A reversal that waits for a second admin is found by this: it is an approved request, which no list of what waits reads.
create index decisions_reversals_proposed on decisions (request) where proposed and verdict = 'reverse';
