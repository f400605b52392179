-- Rounds from before 0013 have no header of their own, so that a draft written after a withdrawal would show through to
-- whoever took part in them. What is no draft now still carries the header of its latest round: that one is kept.
update approval_instance i
   set header = jsonb_build_object(
     'applyType', d.apply_type, 'idcCode', d.idc_code, 'areaId', d.area_id, 'year', d.year, 'month', d.month,
     'budgetDeptCode', d.budget_dept_code, 'projectPoolCode', d.project_pool_code, 'productClass', d.product_class,
     'currency', d.currency, 'regionCode', d.region_code, 'reason', d.reason, 'source', d.source,
     'totalAmount', d.total_amount::text)
  from country_budget d
 where i.document_type = 'countryBudget' and i.document_id = d.id and i.round = d.round
   and i.header is null and d.state <> 'draft';
