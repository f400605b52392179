-- Extensions, sequences and the functions that definitions of tables name.

-- A function may name what a later file makes.
set local check_function_bodies = off;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create sequence budget_account_id as bigint;
create sequence document_id as bigint;

-- Every change of a user, role, right or organisation goes through here, so no writer can forget it.
create function bump_access_epoch() returns trigger
language plpgsql as $$
begin
  update access_epoch set epoch = epoch + 1;
  return null;
end $$;

-- What two names are compared by: without the words that every company has.
create function customer_name_key(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(lower(name),
    '\m(private|pvt|limited|ltd|llc|inc|gmbh|co|company|corporation|trading|traders|distribution|distributors|telecom|communications|mobile|mobiles|electronics|pt|sa|sl|srl|ooo|group|enterprises|stores|dealer)\M|[^a-z0-9 ]', ' ', 'g'), '\s+', ' ', 'g'))
$$;

-- The fifteenth digit of an IMEI: it brings the sum of the others, every second of them doubled, to a multiple of ten (Luhn).
create function imei_digit(fourteen text) returns text language sql immutable parallel safe strict as $$
  select ((10 - (
    ascii(fourteen) + ascii(substr(fourteen, 3)) + ascii(substr(fourteen, 5)) + ascii(substr(fourteen, 7)) + ascii(substr(fourteen, 9))
    + ascii(substr(fourteen, 11)) + ascii(substr(fourteen, 13))
    + ascii(substr(doubled, 2)) + ascii(substr(doubled, 4)) + ascii(substr(doubled, 6)) + ascii(substr(doubled, 8)) + ascii(substr(doubled, 10))
    + ascii(substr(doubled, 12)) + ascii(substr(doubled, 14)) - 14 * 48
  ) % 10) % 10)::text
  from (select translate(fourteen, '0123456789', '0246813579') as doubled) d
$$;

create function imei_is_valid(imei text) returns boolean language sql immutable parallel safe strict as $$
  select imei ~ '^[0-9]{15}$' and right(imei, 1) = public.imei_digit(left(imei, 14))
$$;

-- The time of the product in SQL. A session is told how far it is ahead of the database's clock (CLOCK_AT, for tests and dry runs);
-- otherwise the two are one. Statements and defaults whose time is seen by people or decides anything read it from here; `now()` is left to
-- what only measures how long something took on the database's own clock (beats of jobs, the age of what is kept in between).
create function product_now() returns timestamptz language sql stable parallel safe
  return now() + coalesce(nullif(current_setting('product.clock_ahead', true), ''), '0')::interval;

-- What happened is never edited away (law 3): not by a slip in the code, nor by a hand in a console. Inserts pay nothing for it.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'KN002';
end $$;

-- Trigrams are of letters and digits, and which signs are letters depends on how the database was made: other signs than ASCII
-- are written as their numbers, so that one Chinese character is several trigrams wherever this runs.
create function search_encoded(given text) returns text language sql immutable parallel safe as $$
  select case when given ~ '[^\x01-\x7f]'
    then (select string_agg(case when ascii(c) < 128 then c else 'x' || lpad(to_hex(ascii(c)), 5, '0') end, '' order by i)
      from regexp_split_to_table(given, '') with ordinality as s (c, i))
    else given end
$$;

-- pg_restore makes tables with an empty search path, and these functions are called for columns that are made of others: what they call
-- is named with its schema, or no dump of the product can be restored. Nothing that they answer changes.
create function search_of(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select public.search_encoded(t.given) || ' ' || coalesce((select string_agg(distinct '^' || left(m[1], 2), ' ')
    from regexp_matches(t.given, '[a-z0-9]+', 'g') as m), '')
  from (select lower(array_to_string(parts, ' ')) as given) t
$$;
