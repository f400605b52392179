-- Changes of accounts are asked for by administrators, and agreed to by another one: neither who asks, nor whose account it is.
insert into role_right (role_code, right_code)
select r, 'change.record.' || verb from unnest(array['itAdmin', 'accessAdmin']) r, unnest(array['view', 'submit', 'approve']) verb
on conflict do nothing;

-- The route in force goes on for all other records, whoever wrote it; what it asks of an account goes to administrators alone.
insert into approval_template (code, version, name_zh, name_en, process, steps)
select code, version + 1, name_zh, name_en, process, '[
  {"key":"administrator","name":{"zh":"另一位管理员","en":"Another administrator"},"rule":{"zh":"账号变更由另一位管理员批准，既非申请人也非账号本人","en":"An account is changed by two administrators, neither of whom it is"},"who":{"role":"itAdmin"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"recordKind = \"user\"","empty":"administrator"}
]'::jsonb || (
  select jsonb_agg(step || jsonb_build_object('when', 'recordKind != "user"' || coalesce(' and (' || (step ->> 'when') || ')', '')) order by place)
  from jsonb_array_elements(steps) with ordinality as s (step, place))
from approval_template where code = 'record_change' order by version desc limit 1;
