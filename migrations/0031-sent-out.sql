-- The agency's own transfers by their hashes, so that none of them is taken for money that came in.
create index requests_sent_out on requests (substring(lower(transaction_id collate "C") from '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])'))
  where kind = 'withdrawal';
