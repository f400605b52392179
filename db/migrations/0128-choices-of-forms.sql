-- Areas, countries, customers, products and what else forms and lists offer to choose from: for everybody who works with schemes, not only
-- for those who may look at budgets. Marketing raises brand schemes out of budgets that it has to see.

insert into role_right (role_code, right_code)
select distinct role_code, 'organisation.choice.view' from role_right where right_code = 'budget.country.view' or right_code like 'scheme.%';
insert into role_right (role_code, right_code) values ('marketing', 'budget.country.view') on conflict do nothing;
