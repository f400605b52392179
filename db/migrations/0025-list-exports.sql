-- Who may look at a list may take it along, the auditor too; each right can be taken from a role by itself.
insert into role_right (role_code, right_code)
select role_code, 'approval.task.export' from role_right where right_code = 'approval.task.view'
union all select role_code, 'approval.monitor.export' from role_right where right_code = 'approval.administer'
union all select role_code, 'approval.template.export' from role_right where right_code = 'approval.template.edit';
