-- Quotes of competitors beside the requested price: in the currency of the application, at the booking rate of the day on which they were seen (docs/decisions/143).
alter table price_application_quotes add column sku_code text, add column converted numeric(20, 2), add column difference numeric(20, 2),
  add column conversion text constraint price_application_quotes__conversion check (conversion in ('same', 'booking', 'noRate')), add column rate_origin text;
