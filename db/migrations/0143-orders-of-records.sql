-- Orders in which lists of records open, as indexes: for who sees everything, and for each organisation's rows by themselves.
create index store_assignment__latest on store_assignment (from_day desc, code);
create index store_assignment__scope_latest on store_assignment (scope_id, from_day desc, code);
create index store_image__latest on store_image (taken_at desc, code);
create index store_image__scope_latest on store_image (scope_id, taken_at desc, code);
create index seller_information__latest on seller_information (valid_from desc, code);
create index seller_information__scope_latest on seller_information (scope_id, valid_from desc, code);
create index currency_rate__latest on currency_rate (valid_from desc, code);
-- SKU to choose from are read in the order of their codes until there are enough: those whose life has ended stood between them.
create index sku__offered on sku (code) include (spu_code, end_of_life_day) where enabled;
