-- Areas, countries, customers, products and what else forms offer to choose from: for everybody who raises documents, not only for those
-- who may look at budgets. Marketing raises brand schemes out of budgets that it has to see.

insert into role_right (role_code, right_code)
select distinct role_code, 'organisation.choice.view' from role_right where right_code = 'budget.country.view' or right_code like '%.submit';
insert into role_right (role_code, right_code) values ('marketing', 'budget.country.view') on conflict do nothing;
insert into role_right (role_code, right_code) values ('marketing', 'organisation.choice.view') on conflict do nothing;
