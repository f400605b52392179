-- For the home page: running schemes whose claims must be handed in soon, the earliest first.
create index scheme__claims_due on scheme (claim_deadline, id) where state in ('effective', 'partialExecution');
