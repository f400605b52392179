-- Approvers may agree to less than is asked for (decision 070): what of a line stands, and of the document.
alter table scheme_application add column approved_total numeric(20,2);
alter table scheme_application_line add column approved_amount numeric(20,2)
  constraint scheme_application_line__approved check (approved_amount >= 0 and approved_amount <= amount);
alter table scheme_execute add column approved_total numeric(20,2);
alter table scheme_execute_line add column approved_amount numeric(20,2)
  constraint scheme_execute_line__approved check (approved_amount >= 0 and approved_amount <= amount);

-- So far all of what was asked for was agreed to, or nothing.
update scheme_application_line l set approved_amount = l.amount from scheme_application d
  where d.id = l.document_id and d.round = l.round and d.state = 'approved';
update scheme_application set approved_total = total_amount where state = 'approved';
update scheme_execute_line l set approved_amount = l.amount from scheme_execute d
  where d.id = l.document_id and d.round = l.round and d.state = 'approved';
update scheme_execute set approved_total = total_amount where state = 'approved';
update approval_instance i set header = i.header || jsonb_build_object('approvedTotal', d.approved_total::text)
  from (select id, round, approved_total from scheme_application where state = 'approved'
    union all select id, round, approved_total from scheme_execute where state = 'approved') d
  where i.document_id = d.id and i.round = d.round and i.header is not null;

-- Finance answers for the amount: of claims those who check the calculation and the evidence, of applications those who keep the budgets.
insert into role_right (role_code, right_code)
select r, 'scheme.execute.lessen' from unnest(array['businessFinance', 'settlementFinance', 'regionalFinance', 'hqFinance']) r;
insert into role_right (role_code, right_code)
select r, 'scheme.application.lessen' from unnest(array['marketing', 'businessFinance', 'countryFinance', 'regionalFinance', 'hqFinance']) r;

alter table notification
  drop constraint notification__kind,
  add constraint notification__kind check (kind in ('task', 'approved', 'approvedLess', 'lessened', 'rejected', 'returned', 'withdrawn',
    'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease',
    'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged'));
