-- A day of a document stands in a column that holds days. What was typed into a draft and is none stays where it was typed, in the draft.
-- PostgreSQL 15 has no pg_input_is_valid, so a function asks by trying.
create function day_of_setting(typed text) returns date language plpgsql as $$
begin
  return case when typed ~ '^\d{4}-\d\d-\d\d$' then typed::date end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end $$;
alter table budget_setting
  alter column valid_from type date using day_of_setting(valid_from),
  alter column valid_to type date using day_of_setting(valid_to);
drop function day_of_setting(text);
