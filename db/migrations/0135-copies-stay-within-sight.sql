-- A copy was given to whoever held the right to read documents of a kind anywhere, so one region could open a document to another. Copies that
-- somebody gave (sender_id) to people who may neither read the document's organisation nor be given a task there end; those of a route's own
-- steps stay, and so does the act in the timeline (docs/decisions/078-whose-sight-a-fact-is-bound-to.md).
with recursive above as (
  select id as place, id, parent_id from organisation
  union all select above.place, o.id, o.parent_id from organisation o join above on o.id = above.parent_id
), kind (document_type, view_right, decide_right) as (values
  ('budgetSetting', 'budget.setting.view', 'budget.setting.approve'),
  ('budgetTransfer', 'budget.transfer.view', 'budget.transfer.approve'),
  ('budgetYearEnd', 'budget.yearEnd.view', 'budget.yearEnd.approve'),
  ('countryBudget', 'budget.country.view', 'budget.country.approve'),
  ('poolBudget', 'budget.pool.view', 'budget.pool.approve'),
  ('recordChange', 'change.record.view', 'change.record.approve'),
  ('schemeAdjust', 'scheme.adjust.view', 'scheme.adjust.approve'),
  ('schemeAdjustInvoice', 'scheme.adjustInvoice.view', 'scheme.adjustInvoice.approve'),
  ('schemeAnnualCarryover', 'scheme.annualCarryover.view', 'scheme.annualCarryover.approve'),
  ('schemeApplication', 'scheme.application.view', 'scheme.application.approve'),
  ('schemeExecute', 'scheme.execute.view', 'scheme.execute.approve'),
  ('schemeNegativeRedemption', 'scheme.negativeRedemption.view', 'scheme.negativeRedemption.approve'),
  ('schemeReceivablesAdjustment', 'scheme.receivablesAdjustment.view', 'scheme.receivablesAdjustment.approve'),
  ('schemeReversal', 'scheme.reversal.view', 'scheme.reversal.approve'),
  ('schemeSpecialPrice', 'scheme.specialPriceApprovalForm.view', 'scheme.specialPriceApprovalForm.approve'),
  ('schemeTerminal', 'scheme.terminal.view', 'scheme.terminal.approve'),
  ('schemeWithhold', 'scheme.withhold.view', 'scheme.withhold.approve')
), held as (
  select c.id, h.organisation_id, (h.role_code = 'superAdmin' or r.right_code = k.view_right) as reads,
    (h.role_code = 'superAdmin' or r.right_code = k.decide_right) as decides,
    h.organisation_id in (select a.id from above a where a.place = i.scope_id) as is_here,
    exists (select from user_customer m where m.user_id = c.user_id) or exists (select from user_store m where m.user_id = c.user_id) as is_limited
  from approval_copy c join approval_instance i on i.document_id = c.document_id and i.round = c.round
  join kind k on k.document_type = i.document_type
  join user_role h on h.user_id = c.user_id left join role_right r on r.role_code = h.role_code
)
delete from approval_copy c using approval_instance i, kind k
where c.sender_id is not null and i.document_id = c.document_id and i.round = c.round and k.document_type = i.document_type
  and not exists (select from approval_task t where t.document_id = c.document_id and t.user_id = c.user_id)
  and not exists (select from held h where h.id = c.id and h.reads and h.is_here and not h.is_limited)
  and not (exists (select from held h where h.id = c.id and h.decides) and exists (select from held h where h.id = c.id and h.is_here));
