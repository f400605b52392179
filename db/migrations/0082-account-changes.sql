-- Changes of accounts are asked for by administrators, and agreed to by another one: neither who asks, nor whose account it is.
insert into role_right (role_code, right_code)
select r, 'change.record.' || verb from unnest(array['itAdmin', 'accessAdmin']) r, unnest(array['view', 'submit', 'approve']) verb
on conflict do nothing;

insert into approval_template (code, version, name_zh, name_en, process, steps) values
  ('record_change', 2, '主数据变更', 'Master data change', 'new', '[
  {"key":"administrator","name":{"zh":"另一位管理员","en":"Another administrator"},"rule":{"zh":"账号变更由另一位管理员批准，既非申请人也非账号本人","en":"An account is changed by two administrators, neither of whom it is"},"who":{"role":"itAdmin"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"recordKind = \"user\"","empty":"administrator"},
  {"key":"countryFinance","name":{"zh":"国家财务","en":"Country finance"},"rule":{"zh":"国家财务核对凭证","en":"Country finance checks the evidence"},"who":{"role":"countryFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"recordKind != \"user\""},
  {"key":"regionalFinance","name":{"zh":"大区财务总监","en":"Regional finance director"},"rule":{"zh":"大区财务总监批准变更","en":"The regional finance director approves the change"},"who":{"role":"regionalFinance"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"recordKind != \"user\""},
  {"key":"hqBudget","name":{"zh":"总部预算负责人","en":"HQ budget owner"},"rule":{"zh":"财务自己申请的变更由总部预算负责人决定","en":"What finance itself asks for is decided by the HQ budget owner"},"who":{"role":"hqBudget"},"mode":"any","remindAfterHours":24,"escalateAfterHours":72,"when":"recordKind != \"user\" and (list contains(drafterRoles, \"regionalFinance\") or list contains(drafterRoles, \"hqFinance\"))"}
]');
