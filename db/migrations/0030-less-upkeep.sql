-- Less upkeep for each act of an approval (docs/decisions/036).

-- Nothing asks for the open reservations of an account; what is asked for is those of a document, which the key of its lines finds.
-- The planner took this index for them all the same where few were open when it last counted, and read every one of them.
drop index ledger_reservation__open;
-- Each reservation is changed once, by what resolves it: with room beside it that touches no index.
alter table ledger_reservation set (fillfactor = 60);

-- An approval that has not ended runs; statements may say either.
alter table approval_instance
  add constraint approval_instance__ended check ((state = 'running') = (ended_at is null));
-- Each decision but the last changes the steps alone.
alter table approval_instance set (fillfactor = 75);

-- What asks by template asks for what is over, which has an index of its own (approval_instance__finished).
drop index approval_instance__template;

-- To read is a right of its own: whoever administers or edits has it, and so have auditors, who change nothing.
insert into role_right (role_code, right_code)
select distinct role_code, case right_code when 'approval.administer' then 'approval.oversee' else 'approval.template.view' end
from role_right where right_code in ('approval.administer', 'approval.template.edit', 'approval.template.publish')
union values ('auditor', 'approval.oversee'), ('auditor', 'approval.template.view'),
  -- Who may look at a list may take it along (0025).
  ('auditor', 'approval.monitor.export'), ('auditor', 'approval.template.export');
