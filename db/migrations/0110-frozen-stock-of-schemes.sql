-- Price protection freezes the stock that it pays for (domain.md 2.4, 5 and 6): a line for an SPU is about several SKUs.

alter table device_snapshot drop constraint device_snapshot__key;
alter table device_snapshot add constraint device_snapshot__key unique (document_id, round, line_no, sku_code);

alter table scheme_application_line add column stock_units int
  constraint scheme_application_line__stock_units check (stock_units >= 0);
