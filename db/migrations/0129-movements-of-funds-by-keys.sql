-- Movements of customer funds are walked in the order in which they were posted, whosever they are (decision 073). Of all postings the
-- fewest are of funds, so the index is of those alone, and a posting of a budget pays for none of it.
create index ledger_posting__funds on ledger_posting (journal_id, position) include (account_id, bucket) where ledger = 'funds';
