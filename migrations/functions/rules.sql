-- What is legal. Printed from src/kinds by `npm run schema`, never edited; held by src/kinds/rules.test.ts.

insert into platforms (name) values
  ('Google'),
  ('Bing'),
  ('Facebook'),
  ('TikTok')
on conflict do nothing;

delete from postings;
delete from kinds;
delete from transitions;
delete from account_transitions;

insert into kinds (name, opens, asked_by, decided_by, counts_as_active, sends_money, freed_by) values
  ('topup', false, 'client', 'Finance', true, false, 'giveBack'),
  ('application', true, 'client', 'Operations', true, false, 'reverse'),
  ('deposit', false, 'client', 'Operations', true, false, null),
  ('refund', false, 'either', 'Finance', true, false, null),
  ('replacement', true, 'either', 'Operations', false, false, 'reverse'),
  ('settlement', false, 'admin', 'Finance', false, false, null),
  ('withdrawal', false, 'client', 'Finance', false, true, null),
  ('penalty', false, 'admin', 'Finance', false, false, null),
  ('goodwill', false, 'admin', 'Finance', false, false, null);

insert into postings (kind, event, n, step, src, dst, amount, rides) values
  ('topup', 'approve', 0, 1, 'outside', 'wallet', 'received', null),
  ('topup', 'reverse', 1, 2, 'wallet', 'outside', 'received', null),
  ('application', 'ask', 0, 0, 'wallet', 'held', 'total', null),
  ('application', 'approve', 1, 1, 'held', 'new ad account', 'amount', 'fee'),
  ('application', 'approve', 2, 1, 'held', 'opening', 'opening', null),
  ('application', 'approve', 3, 1, 'held', 'fee', 'fee', null),
  ('application', 'giveBack', 4, 1, 'held', 'wallet', 'total', null),
  ('application', 'reverse', 5, 2, 'new ad account', 'wallet', 'amount', 'fee'),
  ('application', 'reverse', 6, 2, 'opening', 'wallet', 'opening', null),
  ('application', 'reverse', 7, 2, 'fee', 'wallet', 'fee', null),
  ('deposit', 'ask', 0, 0, 'wallet', 'held', 'total', null),
  ('deposit', 'approve', 1, 1, 'held', 'ad account', 'amount', 'fee'),
  ('deposit', 'approve', 2, 1, 'held', 'fee', 'fee', null),
  ('deposit', 'giveBack', 3, 1, 'held', 'wallet', 'total', null),
  ('deposit', 'reverse', 4, 2, 'ad account', 'wallet', 'amount', 'fee'),
  ('deposit', 'reverse', 5, 2, 'fee', 'wallet', 'fee', null),
  ('refund', 'ask', 0, 0, 'ad account', 'held', 'amount', 'share'),
  ('refund', 'approve', 1, 1, 'held', 'wallet', 'amount', null),
  ('refund', 'approve', 2, 1, 'fee', 'wallet', 'fee back', null),
  ('refund', 'giveBack', 3, 1, 'held', 'ad account', 'amount', 'fee'),
  ('refund', 'reverse', 4, 2, 'wallet', 'ad account', 'amount', 'fee'),
  ('refund', 'reverse', 5, 2, 'wallet', 'fee', 'fee back', null),
  ('replacement', 'ask', 0, 0, 'ad account', 'held', 'amount', 'share'),
  ('replacement', 'approve', 1, 1, 'held', 'new ad account', 'amount', 'fee'),
  ('replacement', 'giveBack', 2, 1, 'held', 'ad account', 'amount', 'fee'),
  ('replacement', 'reverse', 3, 2, 'new ad account', 'held', 'amount', 'fee'),
  ('replacement', 'reverse', 4, 2, 'held', 'ad account', 'amount', 'fee'),
  ('settlement', 'approve', 0, 1, 'ad account', 'spent', 'amount', 'share'),
  ('settlement', 'reverse', 1, 2, 'spent', 'ad account', 'amount', 'fee'),
  ('withdrawal', 'ask', 0, 0, 'wallet', 'held', 'total', null),
  ('withdrawal', 'approve', 1, 1, 'held', 'outside', 'total', null),
  ('withdrawal', 'giveBack', 2, 1, 'held', 'wallet', 'total', null),
  ('withdrawal', 'reverse', 3, 2, 'outside', 'wallet', 'total', null),
  ('penalty', 'approve', 0, 1, 'wallet', 'penalty', 'amount', null),
  ('penalty', 'reverse', 1, 2, 'penalty', 'wallet', 'amount', null),
  ('goodwill', 'approve', 0, 1, 'goodwill', 'wallet', 'amount', null),
  ('goodwill', 'reverse', 1, 2, 'wallet', 'goodwill', 'amount', null);

insert into transitions (verdict, from_state, to_state, event, by) values
  ('approve', 'Pending', 'Approved', 'approve', 'admin'),
  ('reject', 'Pending', 'Rejected', 'giveBack', 'admin'),
  ('cancel', 'Pending', 'Cancelled', 'giveBack', 'client'),
  ('reverse', 'Approved', 'Reversed', 'reverse', 'admin'),
  ('release', 'Pending', 'To pay', 'release', 'admin'),
  ('pay', 'To pay', 'Approved', 'approve', 'admin'),
  ('takeBack', 'To pay', 'Rejected', 'giveBack', 'admin');

insert into account_transitions (from_state, to_state, by) values
  ('Active', 'Suspended', 'admin'),
  ('Suspended', 'Appealed', 'admin'),
  ('Appealed', 'Active', 'admin'),
  ('Appealed', 'Lost', 'admin'),
  ('Lost', 'Closed', 'admin'),
  ('Suspended', 'Appealed', 'client'),
  ('Suspended', 'Replaced', 'replacement'),
  ('Replaced', 'Suspended', 'reversal'),
  ('Appealed', 'Replaced', 'replacement'),
  ('Replaced', 'Appealed', 'reversal'),
  ('Lost', 'Replaced', 'replacement'),
  ('Replaced', 'Lost', 'reversal'),
  ('Active', 'Closed', 'reversal'),
  ('Suspended', 'Closed', 'reversal'),
  ('Appealed', 'Closed', 'reversal'),
  ('Lost', 'Closed', 'reversal');
