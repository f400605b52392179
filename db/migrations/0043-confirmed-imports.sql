-- Why an import writes rows that ask for a reason, in the words of the person who confirmed them.
alter table import_run add column confirmation text;
