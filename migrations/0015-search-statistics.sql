-- How rare a word is decides which index finds it; PostgreSQL does not count for indexes that leave rows out, so it is told to.
create statistics requests_ads_ids on lower(ads_id) from requests;
create statistics requests_transaction_ids on lower(transaction_id) from requests;
