-- pg_restore makes tables with an empty search path, and these functions are called for columns that are made of others: what they call
-- is named with its schema, or no dump of the product can be restored. Nothing that they answer changes.
create or replace function search_of(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select public.search_encoded(t.given) || ' ' || coalesce((select string_agg(distinct '^' || left(m[1], 2), ' ')
    from regexp_matches(t.given, '[a-z0-9]+', 'g') as m), '')
  from (select lower(array_to_string(parts, ' ')) as given) t
$$;
create or replace function search_like(keyword text) returns text language sql immutable parallel safe as $$
  select case when t.given ~ '^[a-z0-9]{1,2}$' then '%^' || t.given || '%'
    else '%' || replace(replace(replace(public.search_encoded(t.given), '\', '\\'), '%', '\%'), '_', '\_') || '%' end
  from (select lower(btrim(keyword)) as given) t
$$;
