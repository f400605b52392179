-- Rows of an import that become several documents: the part of the file that a row belongs to, and the document that got it.
alter table import_row add column part text;
alter table import_applied add column made jsonb;
