-- Numbers of documents come from sequences that are made when they are first needed. The application's role may make nothing,
-- so this is done as the owner; what it may be asked for is therefore checked.
create or replace function next_document_number(p_prefix text, p_period text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_sequence text := format('document_number_%s_%s', lower(p_prefix), p_period);
begin
  if v_sequence !~ '^[a-z0-9_]{1,63}$' then
    raise exception 'no document is numbered % %', p_prefix, p_period using errcode = '22023';
  end if;
  loop
    begin
      return p_prefix || p_period || lpad(nextval(v_sequence::regclass)::text, 5, '0');
    exception when undefined_table then
      begin
        execute format('create sequence if not exists %I', v_sequence);
      exception when unique_violation then
        null; -- another transaction made it in the same moment
      end;
    end;
  end loop;
end $$;
