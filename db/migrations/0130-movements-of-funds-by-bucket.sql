-- A bucket that few movements are of (open credits) is walked by itself (decision 073): without this, all movements of all accounts were
-- looked through for a page of them.
create index ledger_posting__funds_bucket on ledger_posting (bucket, journal_id, position) include (account_id) where ledger = 'funds';
