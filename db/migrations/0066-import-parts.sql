-- Rows of an import that become several documents: the part of the file that a row belongs to, and the document that got it.
alter table import_row add column part text;
alter table import_applied add column made jsonb;

-- The transfers that gave from a budget.
create index budget_transfer_line__giver on budget_transfer_line (from_budget_code);
