-- Orders in which lists open, as indexes: invoices and rebates by day, the latest first; customers of a country by their code.
create index customer_invoice__latest on customer_invoice (issued_on desc nulls last, id desc);
create index rebate_batch__latest on rebate_batch (credited_on desc nulls last, id desc);
create index customer__country_kind on customer (country_code, kind, code) where state = 'enabled';
