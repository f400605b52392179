-- A day of a document stands in a column that holds days. What was typed into a draft and is none stays where it was typed, in the draft.
alter table budget_setting
  alter column valid_from type date
    using case when valid_from ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(valid_from, 'date') then valid_from::date end,
  alter column valid_to type date
    using case when valid_to ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(valid_to, 'date') then valid_to::date end;
