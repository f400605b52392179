-- For the home page: running schemes whose claims must be handed in soon, the earliest first.
create index scheme__claims_due on scheme (claim_deadline, id) where state in ('effective', 'partialExecution');
-- A person's open tasks in the order of their time limits, as the inbox and the home page show them.
create index approval_task__due on approval_task (user_id, least(remind_at, escalate_at), id) where state = 'open';
