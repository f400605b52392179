-- How a text of an import names a record: a code or a name, whatever its capitals, its width and the spaces around it. Rows of an import are
-- read a thousand at a time, and each of their names is looked up in the index of its column instead of in the whole table.
create function named_as(given text) returns text language sql immutable parallel safe
  return lower(normalize(btrim(given), nfkc));

create index app_user__named_account on app_user (named_as(account));
create index app_user__named_zh on app_user (named_as(name_zh));
create index app_user__named_en on app_user (named_as(name_en));
create index bom__named_code on bom (named_as(code));
create index bom__named_zh on bom (named_as(name_zh));
create index bom__named_en on bom (named_as(name_en));
create index customer__named_code on customer (named_as(code));
create index customer__named_zh on customer (named_as(name_zh));
create index customer__named_en on customer (named_as(name_en));
create index material__named_code on material (named_as(code));
create index material__named_zh on material (named_as(name_zh));
create index material__named_en on material (named_as(name_en));
create index person__named_code on person (named_as(code));
create index person__named_zh on person (named_as(name_zh));
create index person__named_en on person (named_as(name_en));
create index sku__named_code on sku (named_as(code));
create index sku__named_zh on sku (named_as(name_zh));
create index sku__named_en on sku (named_as(name_en));
create index spu__named_code on spu (named_as(code));
create index spu__named_zh on spu (named_as(name_zh));
create index spu__named_en on spu (named_as(name_en));
create index store__named_code on store (named_as(code));
create index store__named_zh on store (named_as(name_zh));
create index store__named_en on store (named_as(name_en));

-- What is known of an expression is known from the next look at the table on.
analyze app_user, bom, customer, material, person, sku, spu, store;
